// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Painted, with what they say as accessible names.
#include "ui/learn/card_stepper.h"

#include "ui/kit/format.h"
#include "ui/kit/paint.h"

namespace ui {

namespace {

constexpr double kBadge = 20, kGap = 8, kDot = 8, kDotGap = 6, kCurrent = 22;

}  // namespace

CardStepper::CardStepper(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void CardStepper::setPhase(int phase) {
    m_phase = phase;
    setAccessibleName(tr("Phase %1 of 3").arg(phase + 1));
    update();
}

QSize CardStepper::sizeHint() const { return {themeOf(*this).ipx(260), themeOf(*this).ipx(kBadge + 2)}; }

void CardStepper::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = themeOf(*this);
    const QString words[] = {tr("Predict"), tr("Act"), tr("Reveal")};
    const QFont font = theme.font(FontUse::Body), small = theme.font(FontUse::LabelStrong);
    const double badge = theme.px(kBadge), gap = theme.px(kGap), middle = height() / 2.0;
    double total = 0;
    for (const QString& word : words) total += badge + gap + textWidth(font, word);
    const double line = qMax(theme.px(10), (width() - total - 4 * gap) / 2);
    double x = 0;
    for (int i = 0; i < 3; ++i) {
        const bool on = i == m_phase;
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(on ? Role::AccentFill : Role::Sunken));
        painter.drawEllipse(QRectF(x, middle - badge / 2, badge, badge));
        drawText(painter, QRectF(x, middle - badge / 2, badge, badge), wholeNumber(i + 1), small,
                 theme.color(on ? Role::OnAccent : Role::Text2), Qt::AlignHCenter);
        x += badge + gap;
        const double wide = textWidth(font, words[i]);
        drawText(painter, QRectF(x, 0, wide + 2, height()), words[i], font, theme.color(on ? Role::Accent : Role::Text2));
        x += wide + gap;
        if (i == 2) break;
        painter.setPen(QPen(theme.color(Role::Border), 1));
        painter.drawLine(QPointF(x, middle), QPointF(x + line - gap, middle));
        x += line;
    }
}

void StepDots::setSteps(int current, int count) {
    m_current = current;
    m_count = count;
    setAccessibleName(tr("Step %1 of %2").arg(current + 1).arg(count));
    updateGeometry();
    update();
}

QSize StepDots::sizeHint() const {
    const Theme& theme = themeOf(*this);
    return {theme.ipx(qMax(0, m_count - 1) * (kDot + kDotGap) + kCurrent), theme.ipx(kDot + 2)};
}

void StepDots::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const Theme& theme = themeOf(*this);
    double x = 0;
    for (int i = 0; i < m_count; ++i) {
        const double wide = theme.px(i == m_current ? kCurrent : kDot), high = theme.px(kDot);
        QColor colour = theme.color(i <= m_current ? Role::AccentFill : Role::Border);
        if (i < m_current) colour = mix(colour, theme.color(Role::Panel), 0.55);
        painter.setBrush(colour);
        painter.drawRoundedRect(QRectF(x, (height() - high) / 2, wide, high), high / 2, high / 2);
        x += wide + theme.px(kDotGap);
    }
}

}  // namespace ui
