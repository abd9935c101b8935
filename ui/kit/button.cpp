// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/button.h"

#include "ui/kit/paint.h"

#include <QEvent>
#include <QPainter>

namespace ui {

Button::Button(ButtonKind kind, const QString& text, QWidget* parent)
    : QAbstractButton(parent)
    , m_kind(kind) {
    setText(text);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

Button::Button(ButtonKind kind, Icon icon, const QString& text, QWidget* parent)
    : Button(kind, text, parent) {
    m_icon = icon;
}

Button::Button(Icon icon, const QString& toolTip, QWidget* parent)
    : Button(ButtonKind::Icon, icon, {}, parent) {
    setToolTip(toolTip);
    setAccessibleName(toolTip);
}

Button* Button::outlined(Icon icon, const QString& toolTip, QWidget* parent) {
    auto* button = new Button(ButtonKind::Normal, icon, {}, parent);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    return button;
}

void Button::setKind(ButtonKind kind) {
    m_kind = kind;
    updateGeometry();
    update();
}

void Button::setSize(ButtonSize size) {
    m_size = size;
    updateGeometry();
    update();
}

void Button::setIconName(Icon icon) {
    m_icon = icon;
    update();
}

QFont Button::textFont() const {
    const Theme& theme = themeOf(*this);
    if (m_size == ButtonSize::Small)
        return theme.font(m_kind == ButtonKind::Primary ? FontUse::LabelStrong : FontUse::Label);
    return theme.font(m_kind == ButtonKind::Primary ? FontUse::BodyStrong : FontUse::Body);
}

double Button::padding() const {
    const Theme& theme = themeOf(*this);
    if (m_kind == ButtonKind::Text) return theme.px(6);
    if (text().isEmpty()) return theme.px(9);
    return theme.px(m_size == ButtonSize::Small ? 10 : 12);
}

QSize Button::sizeHint() const {
    const Theme& theme = themeOf(*this);
    const double height = theme.px(m_size == ButtonSize::Small ? 24 : m_size == ButtonSize::Tall ? 32 : 28);
    if (m_kind == ButtonKind::Icon) return {int(height), int(height)};
    double width = 2 * padding();
    if (m_icon) width += theme.px(16);
    if (m_icon && !text().isEmpty()) width += theme.px(6);
    if (!text().isEmpty()) width += textWidth(textFont(), text());
    return {int(std::ceil(width)) + 1, int(height)};
}

QColor Button::ink() const {
    const Theme& theme = themeOf(*this);
    if (!isEnabled()) return theme.color(Role::Disabled);
    switch (m_kind) {
    case ButtonKind::Primary:
        return theme.color(Role::OnAccent);
    case ButtonKind::Text:
        return theme.color(Role::Accent);
    case ButtonKind::Icon:
        return theme.color(isChecked() ? Role::Accent : Role::Text2);
    case ButtonKind::Normal:
        break;
    }
    return theme.color(Role::Text);
}

void Button::paintGround(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const double corner = theme.px(6);
    const QRectF ground(rect());
    const bool hovered = isEnabled() && underMouse();
    if (m_kind == ButtonKind::Primary && isEnabled()) {
        QColor fill = theme.color(Role::AccentFill);
        if (isDown())
            fill = mix(fill, theme.color(Role::Text), 0.82);
        else if (hovered)
            fill = mix(fill, theme.color(Role::Text), 0.91);
        drawBox(painter, ground, corner, fill, Qt::transparent);
    } else if (m_kind == ButtonKind::Normal || m_kind == ButtonKind::Primary) {
        QColor fill = isEnabled() ? theme.color(Role::Raised) : QColor(Qt::transparent);
        if (isEnabled() && isDown()) fill = theme.color(Role::Sunken);
        const Role line = !isEnabled() ? Role::Border : hovered ? Role::Text2 : Role::Strong;
        drawBox(painter, ground, corner, fill, theme.color(line));
    } else if (m_kind == ButtonKind::Icon && (isChecked() || hovered)) {
        const Role fill = isChecked() ? Role::AccentSoft : Role::Sunken;
        drawBox(painter, ground, corner, theme.color(fill), Qt::transparent);
    }
}

void Button::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintGround(painter);
    const Theme& theme = themeOf(*this);
    const QColor color = ink();
    const double icon = theme.px(16);
    QFont font = textFont();
    if (m_kind == ButtonKind::Text && isEnabled() && underMouse()) font.setUnderline(true);
    const double label = text().isEmpty() ? 0 : textWidth(font, text());
    const double gap = m_icon && label > 0 ? theme.px(6) : 0;
    double x = (width() - (m_icon ? icon : 0) - gap - label) / 2;
    if (m_icon) {
        drawIcon(painter, QRectF(std::round(x), std::round((height() - icon) / 2), icon, icon), *m_icon,
                 color);
        x += icon + gap;
    }
    if (label > 0) drawText(painter, QRectF(x, 0, label + 1, height()), text(), font, color);
}

void Button::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void Button::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void Button::changeEvent(QEvent* event) {
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::StyleChange) updateGeometry();
}

}  // namespace ui
