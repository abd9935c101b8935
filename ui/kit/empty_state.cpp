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
    column->addStretch(1);
    column->addWidget(m_sentence, 0, Qt::AlignHCenter);
    column->addStretch(1);
    arrange();
}

void EmptyState::setSentence(const QString& sentence) {
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

void EmptyState::arrange() {
    const QFontMetrics metrics(m_sentence->font());
    const int widest = metrics.averageCharWidth() * 48;
    int wanted = 0;
    for (const QString& line : m_sentence->text().split(u'\n'))
        wanted = std::max(wanted, metrics.horizontalAdvance(line) + 12);
    // A centred wrapping label takes any width it is offered; without a floor it breaks after every word.
    m_sentence->setMinimumWidth(std::min({widest, wanted, std::max(80, width() - 32)}));
    m_sentence->setMaximumWidth(std::min(widest, std::max(80, width() - 32)));
    // The layout asks for the height before it knows the width, and would cut the last line.
    m_sentence->setMinimumHeight(std::max(0, m_sentence->heightForWidth(m_sentence->minimumWidth())));
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
