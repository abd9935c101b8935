// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/label.h"

#include "ui/kit/paint.h"

#include <QEvent>
#include <QPainter>

namespace ui {

Label::Label(const QString& text, FontUse use, Role role, QWidget* parent)
    : QLabel(text, parent)
    , m_use(use)
    , m_role(role) {
    setTextFormat(Qt::PlainText);
    restyle();
}

void Label::setUse(FontUse use) {
    m_use = use;
    restyle();
}

void Label::setRole(Role role) {
    if (role == m_role) return;
    m_role = role;
    restyle();
}

void Label::setWrapped(int widestPixels) {
    setWordWrap(true);
    if (widestPixels > 0) setMaximumWidth(widestPixels);
}

void Label::setElided() {
    m_elided = true;
    setMinimumWidth(1);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void Label::paintEvent(QPaintEvent* event) {
    if (!m_elided) return QLabel::paintEvent(event);
    QPainter painter(this);
    const bool fits = textWidth(font(), text()) <= width() + 0.5;
    setToolTip(fits ? QString() : text());
    drawText(painter, rect(), text(), font(), themeOf(*this).color(isEnabled() ? m_role : Role::Disabled),
             alignment());
}

void Label::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::StyleChange) restyle();
}

void Label::restyle() {
    const Theme& theme = themeOf(*this);
    setFont(theme.font(m_use));
    QPalette colors = theme.palette();
    for (const auto group : {QPalette::Active, QPalette::Inactive})
        colors.setColor(group, QPalette::WindowText, theme.color(m_role));
    setPalette(colors);
}

}  // namespace ui
