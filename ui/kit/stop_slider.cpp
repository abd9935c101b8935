// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/stop_slider.h"

#include "ui/kit/paint.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ui {

StopSlider::StopSlider(QWidget* parent)
    : QSlider(Qt::Horizontal, parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSingleStep(1);
    setPageStep(1);
    setRange(0, 0);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StopSlider::setStops(const QStringList& names, const std::vector<StopState>& states) {
    m_names = names;
    m_states = states;
    m_states.resize(std::size_t(names.size()), StopState::Valid);
    setRange(0, std::max(0, int(names.size()) - 1));
    update();
}

QPointF StopSlider::stopPosition(int index) const {
    const double inset = themeOf(*this).px(8);
    const double span = width() - 2 * inset;
    const int last = std::max(1, maximum());
    const double share =
        layoutDirection() == Qt::RightToLeft ? 1.0 - double(index) / last : double(index) / last;
    return {inset + share * span, height() / 2.0};
}

int StopSlider::stopAt(double x) const {
    int best = 0;
    for (int i = 1; i <= maximum(); ++i)
        if (std::abs(stopPosition(i).x() - x) < std::abs(stopPosition(best).x() - x)) best = i;
    return best;
}

QSize StopSlider::sizeHint() const { return {themeOf(*this).ipx(128), themeOf(*this).ipx(28)}; }
QSize StopSlider::minimumSizeHint() const { return {themeOf(*this).ipx(72), themeOf(*this).ipx(28)}; }

void StopSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = themeOf(*this);
    const bool enabled = isEnabled();
    const QColor accent = theme.color(enabled ? Role::Accent : Role::Disabled);
    QColor groove = theme.color(Role::Strong);
    groove.setAlphaF(0.55F);
    const QPointF first = stopPosition(0), last = stopPosition(std::max(1, maximum())),
                  handle = stopPosition(value());
    painter.setPen(QPen(groove, theme.px(2), Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(first, last);
    painter.setPen(QPen(accent, theme.px(3), Qt::SolidLine, Qt::RoundCap));
    if (value() > 0) painter.drawLine(first, handle);
    for (int i = 0; i < stopCount(); ++i) {
        const QRectF dot(stopPosition(i) - QPointF(theme.px(2.5), theme.px(2.5)),
                         QSizeF(theme.px(5), theme.px(5)));
        if (m_states[std::size_t(i)] == StopState::Refused)
            drawBox(painter, dot, dot.width() / 2, theme.color(Role::Panel), theme.color(Role::Disabled));
        else
            drawDot(painter, dot.center(), dot.width(), i <= value() ? accent : theme.color(Role::Strong));
    }
    const bool refused = value() < stopCount() && m_states[std::size_t(value())] == StopState::Refused;
    const QColor knob =
        theme.isDark() ? theme.color(enabled ? Role::Text : Role::Raised) : theme.color(Role::Raised);
    const double radius = theme.px(underMouse() && enabled ? 8 : 7);
    drawBox(painter, QRectF(handle.x() - radius - 1, handle.y() - radius - 1, 2 * radius + 2, 2 * radius + 2),
            radius + 1, knob, refused ? theme.color(Role::Danger) : accent, theme.px(2));
}

void StopSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || maximum() == minimum()) return event->ignore();
    event->accept();
    setSliderDown(true);  // emits sliderPressed
    setValue(stopAt(event->position().x()));
}

void StopSlider::mouseMoveEvent(QMouseEvent* event) {
    if (!isSliderDown()) return event->ignore();
    event->accept();
    setValue(stopAt(event->position().x()));
}

void StopSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (!isSliderDown()) return event->ignore();
    event->accept();
    setSliderDown(false);  // emits sliderReleased
}

// Scrolling a panel must not change the plan under the pointer.
void StopSlider::wheelEvent(QWheelEvent* event) {
    if (hasFocus())
        QSlider::wheelEvent(event);
    else
        event->ignore();
}

}  // namespace ui
