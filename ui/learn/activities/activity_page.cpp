// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/activities/activity_page.h"

#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/splitter.h"
#include "ui/learn/plain_scroll.h"

#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int kStrip = 392, kStage = 1048;

}  // namespace

ActivityPage::ActivityPage(const QString& title, const QString& intro, QWidget* parent)
    : QWidget(parent) {
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_head = new QWidget(left);
    auto* head = new QVBoxLayout(m_head);
    auto* back = new Button(ButtonKind::Text, Icon::Left, tr("All lessons"), m_head);
    back->setObjectName(QStringLiteral("leaveActivity"));
    connect(back, &Button::clicked, this, &ActivityPage::left);
    head->addWidget(back, 0, Qt::AlignLeft);
    auto* heading = new Label(title, FontUse::Figure, Role::Text, m_head);
    heading->setWrapped();
    head->addWidget(heading);
    column->addWidget(m_head);
    m_body = new QWidget;
    m_strip = new QVBoxLayout(m_body);
    m_scroll = new PlainScroll(left);
    m_scroll->hold(m_body);
    column->addWidget(m_scroll, 1);
    auto* right = new QWidget(this);
    m_stage = new QVBoxLayout(right);
    m_stage->setContentsMargins(0, 0, 0, 0);
    m_stage->setSpacing(0);
    auto* parts = new Splitter(Qt::Horizontal, this);
    parts->addWidget(left);
    parts->addWidget(right);
    parts->setStretchFactor(1, 1);
    parts->setSizes({kStrip, kStage});
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(parts);
    addText(intro, FontUse::Lesson);
    arrange();
}

Label* ActivityPage::addText(const QString& text, FontUse use, Role role) {
    auto* label = new Label(text, use, role, m_body);
    label->setWrapped();
    m_strip->addWidget(label);
    return label;
}

void ActivityPage::arrange() {
    const Theme& theme = themeOf(*this);
    const int side = theme.ipx(20);
    m_head->layout()->setContentsMargins(side, theme.ipx(12), side, theme.ipx(12));
    m_head->layout()->setSpacing(theme.ipx(6));
    m_strip->setContentsMargins(side, theme.ipx(8), side, theme.ipx(16));
    m_strip->setSpacing(theme.ipx(12));
}

void ActivityPage::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(*this).color(Role::Panel));
}

void ActivityPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

}  // namespace ui
