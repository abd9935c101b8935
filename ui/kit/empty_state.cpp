// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/empty_state.h"

#include "ui/kit/button.h"
#include "ui/kit/label.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>
#include <QResizeEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

EmptyState::EmptyState(const QString& sentence, QWidget* parent)
    : QWidget(parent)
    , m_sentence(new Label(sentence, FontUse::Body, Role::Text2, this)) {
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setWrapped();
    auto* column = new QVBoxLayout(this);
    column->setSpacing(10);
    column->setSizeConstraint(QLayout::SetNoConstraint);  // its sentence wraps instead of keeping a pane wide
    column->addStretch(1);
    column->addWidget(m_sentence, 0, Qt::AlignHCenter);
    column->addStretch(1);
    arrange();
}

void EmptyState::setSentence(const QString& sentence) {
    if (sentence == m_sentence->text()) return;
    m_sentence->setText(sentence);
    arrange();
}

void EmptyState::setButton(Button* button) {
    delete m_button;
    m_button = button;
    if (!button) return;
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(2, button, 0, Qt::AlignHCenter);
}

// The layout would give a centred wrapping label the height of some other width; its size is computed here.
void EmptyState::arrange() {
    constexpr int kCharactersPerLine = 48, kMargin = 16;
    const QFontMetrics metrics(m_sentence->font());
    const int room = std::max(80, width() - 2 * kMargin);
    const int widest = std::min(room, metrics.averageCharWidth() * kCharactersPerLine);
    int wanted = 0;
    const QStringList lines = m_sentence->text().split(QLatin1Char('\n'));
    for (const QString& line : lines) wanted = std::max(wanted, metrics.horizontalAdvance(line) + 4);
    const QRect box(0, 0, std::min(widest, wanted), 10000);
    const int height = metrics.boundingRect(box, Qt::TextWordWrap, m_sentence->text()).height();
    m_sentence->setFixedSize(box.width(), height + 2);
}

void EmptyState::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(*this).color(Role::Canvas));
}

void EmptyState::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void EmptyState::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

}  // namespace ui
