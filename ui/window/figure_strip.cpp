// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_strip.h"

#include "ui/kit/paint.h"
#include "ui/kit/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kMinWidth = 118, kPadding = 16, kNarrowPadding = 11, kNarrowWindow = 1360;

// A narrow window leaves the change to the hover card.
double pinnedWidth(const Figure& figure, const Theme& theme, bool narrow) {
    if (figure.pinned.isEmpty()) return 0;
    const QFont font = theme.font(FontUse::Axis);
    return textWidth(font, figure.pinned) + (narrow || figure.change.isEmpty() ? 0 : theme.px(8) + textWidth(font, figure.change));
}

}  // namespace

FigureStrip::FigureStrip(QWidget* parent)
    : QWidget(parent)
    , m_card(this) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FigureStrip::setFigures(std::vector<Figure> figures) {
    m_figures = std::move(figures);
    QStringList words;
    for (const Figure& figure : m_figures)
        words << QStringList{figure.label, figure.number, figure.unit, figure.pinned, figure.change}.join(QLatin1Char(' ')).simplified();
    setAccessibleName(words.join(QLatin1String(", ")));
    updateGeometry();
    update();
}

QSize FigureStrip::sizeHint() const {
    const std::vector<QRectF> all = boxes();
    return {all.empty() ? 0 : int(std::ceil(all.back().right())), themeOf(*this).ipx(kHeight) - 1};
}

std::vector<QRectF> FigureStrip::boxes() const {
    const Theme& theme = themeOf(*this);
    const bool narrow = window()->width() < theme.px(kNarrowWindow);
    const double padding = theme.px(narrow ? kNarrowPadding : kPadding);
    std::vector<QRectF> boxes;
    double x = theme.px(4);
    for (const Figure& figure : m_figures) {
        const double label = textWidth(theme.font(FontUse::Label), figure.label) + theme.px(15);
        const double value = textWidth(theme.font(FontUse::Figure), figure.number) + theme.px(4) +
                             textWidth(theme.font(FontUse::Body), figure.unit);
        const double pinned = pinnedWidth(figure, theme, narrow);
        const double wide = std::max({label + 2 * padding, value + 2 * padding, pinned + 2 * padding, narrow ? 0 : theme.px(kMinWidth)});
        boxes.emplace_back(x, 0, wide, height());
        x += wide;
    }
    return boxes;
}

void FigureStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const bool narrow = window()->width() < theme.px(kNarrowWindow);
    const double padding = theme.px(narrow ? kNarrowPadding : kPadding);
    const std::vector<QRectF> all = boxes();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Figure& figure = m_figures[i];
        const double x = all[i].left() + padding;
        if (all[i].right() - padding > width()) break;
        const double up = figure.pinned.isEmpty() ? 0 : theme.px(6);  // a third line needs the room
        drawKindMark(painter, {x + theme.px(5), theme.px(18) - up}, NumberKind::Predicted,
                     theme.color(Role::Text2), theme.px(10));
        drawText(painter, QRectF(x + theme.px(15), theme.px(9) - up, all[i].width(), theme.px(18)), figure.label,
                 theme.font(FontUse::Label), theme.color(Role::Text2));
        const QFont big = theme.font(FontUse::Figure);
        const double number = textWidth(big, figure.number);
        const QRectF line(x, theme.px(27) - 1.5 * up, all[i].width(), theme.px(28));
        drawText(painter, line, figure.number, big, theme.color(figure.role));
        drawText(painter, line.translated(number + theme.px(4), theme.px(2)), figure.unit,
                 theme.font(FontUse::Body), theme.color(Role::Text2));
        if (figure.pinned.isEmpty()) continue;
        const QFont small = theme.font(FontUse::Axis);
        const QRectF below(x, theme.px(45), all[i].width(), theme.px(16));
        drawText(painter, below, figure.pinned, small, theme.color(Role::Text2));
        if (!narrow)
            drawText(painter, below.translated(textWidth(small, figure.pinned) + theme.px(8), 0), figure.change, small,
                     theme.color(figure.changeRole));
    }
}

void FigureStrip::mouseMoveEvent(QMouseEvent* event) {
    const std::vector<QRectF> all = boxes();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].contains(event->position()) && !m_figures[i].explanation.isEmpty()) {
            m_card.schedule(m_figures[i].explanation, event->globalPosition().toPoint());
            return;
        }
    m_card.dismiss();
}

void FigureStrip::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_card.dismiss();
}

}  // namespace ui
