// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style_parts.h"

#include "ui/kit/icons.h"
#include "ui/kit/paint.h"

#include <QStyle>
#include <QStyleOption>

#include <algorithm>

namespace ui {
namespace {

bool has(const QStyleOption& option, QStyle::StateFlag flag) { return option.state & flag; }

// Outline of a control by state: wrong, focused, usable, disabled.
QColor outlineOf(const Theme& theme, const QStyleOption& option) {
    if (option.styleObject && option.styleObject->property(kWrong).toBool()) return theme.color(Role::Danger);
    if (!has(option, QStyle::State_Enabled)) return theme.color(Role::Border);
    return theme.color(has(option, QStyle::State_HasFocus) ? Role::Accent : Role::Strong);
}

}  // namespace

void StyleParts::focusRing(const QRect& rect) const {
    drawFocusRing(m_painter, QRectF(rect).adjusted(3, 3, -3, -3), m_theme, 6);
}

void StyleParts::cellFocus(const QRect& rect) const {
    drawBox(m_painter, QRectF(rect), 2, Qt::transparent, m_theme.color(Role::Accent), 2);
}

void StyleParts::field(const QStyleOption& option) const {
    const QColor line = outlineOf(m_theme, option);
    const double width = line == m_theme.color(Role::Accent) ? 2 : 1;
    const Role ground = has(option, QStyle::State_Enabled) ? Role::Canvas : Role::Panel;
    drawBox(m_painter, QRectF(option.rect), m_theme.px(4), m_theme.color(ground), line, width);
}

void StyleParts::frame(const QStyleOption& option) const {
    drawBox(m_painter, QRectF(option.rect), 0, Qt::transparent, m_theme.color(Role::Border));
}

void StyleParts::popup(const QStyleOption& option) const {
    drawBox(m_painter, QRectF(option.rect), 0, m_theme.color(Role::Raised), m_theme.color(Role::Strong));
}

void StyleParts::checkBox(const QStyleOption& option) const {
    const QRectF box = QRectF(option.rect).adjusted(1, 1, -1, -1);
    const bool on = has(option, QStyle::State_On) || has(option, QStyle::State_NoChange);
    const bool enabled = has(option, QStyle::State_Enabled);
    const QColor fill =
        !on ? m_theme.color(Role::Canvas) : m_theme.color(enabled ? Role::AccentFill : Role::Disabled);
    drawBox(m_painter, box, m_theme.px(3), fill,
            on ? fill : m_theme.color(enabled ? Role::Strong : Role::Border));
    if (has(option, QStyle::State_On))
        drawIcon(m_painter, box.adjusted(1, 1, -1, -1), Icon::Ok, m_theme.color(Role::OnAccent));
    else if (has(option, QStyle::State_NoChange))
        m_painter.fillRect(QRectF(box.center().x() - 4, box.center().y() - 1, 8, 2),
                           m_theme.color(Role::OnAccent));
}

void StyleParts::radioButton(const QStyleOption& option) const {
    const QRectF box = QRectF(option.rect).adjusted(1, 1, -1, -1);
    const bool on = has(option, QStyle::State_On);
    const bool enabled = has(option, QStyle::State_Enabled);
    const QColor line = m_theme.color(!enabled ? Role::Border : on ? Role::Accent : Role::Strong);
    drawBox(m_painter, box, box.width() / 2, m_theme.color(Role::Canvas), line, on ? 1.5 : 1);
    if (on) drawDot(m_painter, box.center(), box.width() * 0.5, line);
}

void StyleParts::pushButton(const QStyleOption& option) const {
    const bool enabled = has(option, QStyle::State_Enabled);
    QColor fill = enabled ? m_theme.color(Role::Raised) : QColor(Qt::transparent);
    if (enabled && has(option, QStyle::State_Sunken)) fill = m_theme.color(Role::Sunken);
    drawBox(m_painter, QRectF(option.rect), m_theme.px(6), fill,
            m_theme.color(enabled ? Role::Strong : Role::Border));
}

void StyleParts::comboBox(const QStyleOptionComboBox& option) const {
    field(option);
    const double side = m_theme.px(14);
    const QRectF rect(option.rect);
    const QRectF arrow(rect.right() - side - m_theme.px(8), rect.center().y() - side / 2, side, side);
    drawIcon(m_painter, arrow, Icon::Down,
             m_theme.color(has(option, QStyle::State_Enabled) ? Role::Text2 : Role::Disabled));
}

QRect StyleParts::scrollHandle(const QStyleOptionSlider& option, const Theme& theme) {
    const bool horizontal = option.orientation == Qt::Horizontal;
    const int length = horizontal ? option.rect.width() : option.rect.height();
    const qint64 range = qint64(option.maximum) - option.minimum;
    if (range <= 0) return option.rect;
    const int wanted = int(qint64(length) * option.pageStep / (range + option.pageStep));
    const int handle = std::clamp(wanted, std::min(theme.ipx(24), length), length);
    const int at = QStyle::sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition,
                                                   length - handle, option.upsideDown);
    return horizontal ? QRect(option.rect.x() + at, option.rect.y(), handle, option.rect.height())
                      : QRect(option.rect.x(), option.rect.y() + at, option.rect.width(), handle);
}

void StyleParts::scrollBar(const QStyleOptionSlider& option, const QRect& handle) const {
    m_painter.fillRect(option.rect, m_theme.color(Role::Panel));
    if (option.maximum <= option.minimum) return;
    const bool active = has(option, QStyle::State_MouseOver) || has(option, QStyle::State_Sunken);
    const QColor color = active ? m_theme.color(Role::Strong)
                                : mix(m_theme.color(Role::Strong), m_theme.color(Role::Panel), 0.55);
    drawBox(m_painter, QRectF(handle).adjusted(2, 2, -2, -2), m_theme.px(3), color, Qt::transparent);
}

void StyleParts::splitter(const QStyleOption& option) const {
    const bool dragged = has(option, QStyle::State_Sunken) || has(option, QStyle::State_MouseOver);
    m_painter.fillRect(option.rect, m_theme.color(dragged ? Role::Accent : Role::Border));
}

void StyleParts::headerSection(const QStyleOption& option) const {
    m_painter.fillRect(option.rect, m_theme.color(Role::Panel));
    const QRectF rect(option.rect);
    m_painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), m_theme.color(Role::Border));
}

void StyleParts::progressGroove(const QRect& rect) const {
    drawBox(m_painter, QRectF(rect), rect.height() / 2.0, m_theme.color(Role::Sunken),
            m_theme.color(Role::Border));
}

void StyleParts::progress(const QStyleOptionProgressBar& option) const {
    const double range = double(option.maximum) - option.minimum;
    if (range <= 0) return;
    QRectF rect(option.rect);
    rect.setWidth(rect.width() * std::clamp((option.progress - option.minimum) / range, 0.0, 1.0));
    const Role role = has(option, QStyle::State_Enabled) ? Role::Accent : Role::Strong;
    if (rect.width() >= 1) drawBox(m_painter, rect, rect.height() / 2, m_theme.color(role), Qt::transparent);
}

void StyleParts::menuBarItem(const QStyleOptionMenuItem& option) const {
    const bool active = has(option, QStyle::State_Selected) && has(option, QStyle::State_Enabled);
    if (active)
        drawBox(m_painter, QRectF(option.rect), m_theme.px(4), m_theme.color(Role::AccentSoft),
                Qt::transparent);
    m_painter.save();
    m_painter.setFont(option.font);
    m_painter.setPen(m_theme.color(active ? Role::Text : Role::Text2));
    m_painter.drawText(option.rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, option.text);
    m_painter.restore();
}

}  // namespace ui
