// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/paint.h"

#include <QFontMetricsF>
#include <QPainterPath>

namespace ui {
namespace {

class Saved {
public:
    explicit Saved(QPainter& painter)
        : m_painter(painter) {
        m_painter.save();
    }
    ~Saved() { m_painter.restore(); }
    Saved(const Saved&) = delete;
    Saved& operator=(const Saved&) = delete;

private:
    QPainter& m_painter;
};

// Lines at 45°, anchored to the device so that neighbouring shapes continue each other.
void drawHatch(QPainter& painter, const QRectF& rect, const QColor& line, double pitch, double width) {
    Saved saved(painter);
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(line, width));
    const double step = pitch * 1.4142;
    const double first = std::floor((rect.left() + rect.top()) / step) * step;
    for (double sum = first; sum <= rect.right() + rect.bottom() + step; sum += step)
        painter.drawLine(QPointF(sum - rect.bottom(), rect.bottom()), QPointF(sum - rect.top(), rect.top()));
}

void drawHatched(QPainter& painter, const QRectF& rect, const Theme& theme, Role line, const QPen& outline) {
    painter.fillRect(rect, theme.color(Role::Canvas));
    drawHatch(painter, rect, theme.color(line), 6, 2.4);
    Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(outline);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0, 0, -1, -1));
}

void drawRow(QPainter& painter, const QRectF& rect, const QColor& ground, const QColor& bar,
             double barWidth) {
    painter.fillRect(rect, ground);
    painter.fillRect(QRectF(rect.left(), rect.top(), barWidth, rect.height()), bar);
}

void drawOutline(QPainter& painter, const QRectF& rect, double corner, const QColor& color, double width) {
    Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2), corner, corner);
}

}  // namespace

void drawBox(QPainter& painter, const QRectF& rect, double corner, const QColor& fill, const QColor& line,
             double width) {
    Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line.alpha() == 0 || width <= 0 ? QPen(Qt::NoPen) : QPen(line, width));
    painter.setBrush(fill.alpha() == 0 ? QBrush(Qt::NoBrush) : QBrush(fill));
    const double inset = painter.pen().style() == Qt::NoPen ? 0 : width / 2;
    const QRectF inner = rect.adjusted(inset, inset, -inset, -inset);
    if (corner > 0)
        painter.drawRoundedRect(inner, corner, corner);
    else
        painter.drawRect(inner);
}

void drawDatum(QPainter& painter, const QRectF& rect, double corner, const Theme& theme, Meaning meaning,
               NumberKind kind) {
    const MeaningColors colors = theme.meaning(meaning);
    if (kind == NumberKind::Predicted)
        drawBox(painter, rect, corner, colors.pale, colors.line, 1.25);
    else
        drawBox(painter, rect, corner, colors.fill,
                theme.fillNeedsLine(meaning) ? colors.line : Qt::transparent);
    if (theme.patterns() == Patterns::Off || patternOf(meaning) == Qt::NoBrush) return;
    painter.fillRect(rect.adjusted(1, 1, -1, -1), QBrush(colors.line, patternOf(meaning)));
}

QColor textOn(const Theme& theme, Meaning meaning, NumberKind kind) {
    return kind == NumberKind::Predicted ? theme.color(Role::Text) : theme.meaning(meaning).onFill;
}

Qt::BrushStyle patternOf(Meaning meaning) {
    switch (meaning) {
    case Meaning::Parameters:
        return Qt::NoBrush;
    case Meaning::Gradients:
        return Qt::BDiagPattern;
    case Meaning::Optimizer:
        return Qt::FDiagPattern;
    case Meaning::Activations:
        return Qt::HorPattern;
    case Meaning::Temporary:
        return Qt::VerPattern;
    case Meaning::WeightGradient:
        return Qt::DiagCrossPattern;
    case Meaning::Framework:
        return Qt::Dense6Pattern;
    }
    return Qt::NoBrush;
}

void drawBubble(QPainter& painter, const QRectF& rect, const Theme& theme) {
    QPen dotted(theme.color(Role::Strong), 1, Qt::SolidLine, Qt::FlatCap);
    dotted.setDashPattern({1.5, 2.5});
    drawHatched(painter, rect, theme, Role::Grid, dotted);
}

void drawUnknown(QPainter& painter, const QRectF& rect, const Theme& theme) {
    QPen dashed(theme.color(Role::Strong), 1, Qt::SolidLine, Qt::FlatCap);
    dashed.setDashPattern({4, 3});
    drawHatched(painter, rect, theme, Role::Border, dashed);
}

void drawOverLimit(QPainter& painter, const QRectF& rect, const Theme& theme) {
    painter.fillRect(rect, theme.color(Role::DangerSoft));
    drawHatch(painter, rect, theme.color(Role::Danger), 7, 2.6);
    drawBox(painter, rect, 0, Qt::transparent, theme.color(Role::Danger), 1.5);
}

void drawSelectedRow(QPainter& painter, const QRectF& rect, const Theme& theme) {
    drawRow(painter, rect, theme.color(Role::AccentSoft), theme.color(Role::Accent), theme.px(3));
}

void drawFailedRow(QPainter& painter, const QRectF& rect, const Theme& theme) {
    drawRow(painter, rect, theme.color(Role::DangerSoft), theme.color(Role::Danger), theme.px(3));
}

void drawSelectedOutline(QPainter& painter, const QRectF& rect, const Theme& theme, double corner) {
    drawOutline(painter, rect, corner, theme.color(Role::Accent), 2);
}

void drawHoverOutline(QPainter& painter, const QRectF& rect, const Theme& theme, double corner) {
    drawOutline(painter, rect, corner, theme.color(Role::Text2), 2);
}

void drawFocusRing(QPainter& painter, const QRectF& rect, const Theme& theme, double corner) {
    drawOutline(painter, rect.adjusted(-3, -3, 3, 3), corner + 3, theme.color(Role::Accent), 2);
}

void drawKindMark(QPainter& painter, const QPointF& centre, NumberKind kind, const QColor& color,
                  double box) {
    Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = 0.36 * box;
    const QRectF circle(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius);
    painter.setPen(QPen(color, 0.13 * box));
    painter.setBrush(kind == NumberKind::Measured ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawEllipse(circle);
    if (kind != NumberKind::Simulated) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPie(circle, -90 * 16, 180 * 16);
}

void drawDot(QPainter& painter, const QPointF& centre, double diameter, const QColor& color) {
    Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(centre, diameter / 2, diameter / 2);
}

void drawText(QPainter& painter, const QRectF& rect, const QString& text, const QFont& font,
              const QColor& color, Qt::Alignment alignment) {
    Saved saved(painter);
    painter.setFont(font);
    painter.setPen(color);
    const QFontMetricsF metrics(font);
    // The small allowance keeps rounding of widths from cutting text that was measured to fit.
    const QString shown = metrics.horizontalAdvance(text) <= rect.width() + 0.5
                              ? text
                              : metrics.elidedText(text, Qt::ElideRight, rect.width());
    painter.drawText(rect, int(alignment | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip, shown);
}

}  // namespace ui
