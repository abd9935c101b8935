// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// TimelineCanvas: the memory of a card over the step, under the lanes. What stays lies below in bands by category, on top
// of it the activations; plan A as a thin line.
#include "ui/kit/paint.h"
#include "ui/timeline/timeline_canvas.h"

#include <QPainter>
#include <QPainterPath>

namespace ui {
namespace {

constexpr double kShortest = 1.2;  // bands lower than this are not drawn
// A card that is this full at the peak shows where it ends.
constexpr double kNearCapacity = 0.6;

}  // namespace

double TimelineCanvas::curveTop(const MemoryCurve& curve) {
    const double most = double(curve.most().value()), capacity = double(curve.capacity.value());
    return most > kNearCapacity * capacity ? std::max(most, capacity) * 1.04 : most * 1.08;
}

double TimelineCanvas::curveY(const Geometry& g, core::Bytes bytes) const {
    const double height = g.curveHeight - 2;
    return g.curveTop + g.curveHeight - double(bytes.value()) / curveTop(*m_picture.memory) * height;
}

QRectF TimelineCanvas::momentRect(const Geometry& g, std::size_t moment) const {
    const MemoryCurve& curve = *m_picture.memory;
    const double left = std::max(g.scale.toPixel(curve.moments[moment].from.value()), g.scale.left());
    const double right = std::min(g.scale.toPixel(curve.until(moment)), g.scale.right());
    const double top = curveY(g, curve.at(moment));
    return {left, top, std::max(2.0, right - left), g.curveTop + g.curveHeight - top};
}

void TimelineCanvas::drawMemory(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const MemoryCurve& curve = *m_picture.memory;
    const double bottom = g.curveTop + g.curveHeight;
    painter.save();
    painter.setClipRect(QRectF(g.scale.left(), g.curveTop - 4, g.scale.right() - g.scale.left(), g.curveHeight + 6),
                        Qt::IntersectClip);
    drawSteady(painter, theme, g);
    const MeaningColors colors = theme.of(core::MemoryCategory::Activations);
    const double ground = curveY(g, core::sum(curve.steady)), end = g.scale.toPixel(curve.end);
    QPainterPath line(QPointF(g.scale.toPixel(0), ground));
    double y = ground;
    for (std::size_t i = 0; i < curve.moments.size(); ++i) {
        const double x = g.scale.toPixel(curve.moments[i].from.value());
        line.lineTo(x, y);
        y = curveY(g, curve.at(i));
        line.lineTo(x, y);
    }
    line.lineTo(end, y);
    QPainterPath area = line;
    area.lineTo(end, ground);
    area.lineTo(g.scale.toPixel(0), ground);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(area, colors.pale);
    painter.setPen(QPen(colors.line, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(line);
    drawPinnedCurve(painter, theme, g);
    if (double(curve.capacity.value()) <= curveTop(curve))
        painter.fillRect(QRectF(g.scale.left(), curveY(g, curve.capacity) - 0.75, g.scale.right() - g.scale.left(), 1.5),
                         theme.color(Role::Danger));
    const QRectF peak = momentRect(g, curve.peak);
    painter.setPen(QPen(theme.color(Role::Text), theme.px(1.5)));
    painter.setBrush(theme.color(Role::Canvas));
    painter.drawEllipse(QPointF(peak.center().x(), peak.top()), theme.px(3.5), theme.px(3.5));
    painter.restore();
    painter.fillRect(QRectF(g.scale.left(), bottom, g.scale.right() - g.scale.left(), 1), theme.color(Role::Border));
    drawCurveText(painter, theme, g);
}

void TimelineCanvas::drawSteady(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const MemoryCurve& curve = *m_picture.memory;
    const double left = g.scale.toPixel(0), right = g.scale.toPixel(curve.end);
    core::Bytes below;
    for (int c = 0; c < core::kMemoryCategories; ++c) {
        const core::Bytes band = curve.steady[std::size_t(c)];
        const double bottom = curveY(g, below), top = curveY(g, below + band);
        below += band;
        if (bottom - top < kShortest) continue;
        const MeaningColors colors = theme.of(core::MemoryCategory(c));
        painter.fillRect(QRectF(left, top, right - left, bottom - top), colors.pale);
        painter.fillRect(QRectF(left, top, right - left, 1), colors.line);
    }
}

void TimelineCanvas::drawPinnedCurve(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const MemoryCurve& curve = *m_picture.memory;
    if (curve.pinned.empty()) return;
    QPainterPath line(QPointF(g.scale.toPixel(0), curveY(g, curve.pinned.front().second)));
    double y = line.currentPosition().y();
    for (const auto& [from, bytes] : curve.pinned) {
        line.lineTo(g.scale.toPixel(from), y);
        y = curveY(g, bytes);
        line.lineTo(g.scale.toPixel(from), y);
    }
    line.lineTo(g.scale.toPixel(curve.pinnedEnd), y);
    painter.setPen(QPen(theme.color(Role::Text2), 1));
    painter.drawPath(line);
    drawText(painter, QRectF(g.scale.toPixel(curve.pinnedEnd) - theme.px(14), y - theme.px(14), theme.px(12), theme.px(12)),
             QStringLiteral("A"), theme.font(FontUse::Axis), theme.color(Role::Text2), Qt::AlignRight);
}

void TimelineCanvas::drawCurveText(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const MemoryCurve& curve = *m_picture.memory;
    const QFont label = theme.font(FontUse::Label), axis = theme.font(FontUse::Axis);
    const double middle = g.curveTop + g.curveHeight / 2;
    const QRectF left(theme.px(14), middle - theme.px(16), g.scale.left() - theme.px(14), theme.px(16));
    drawText(painter, left, tr("Memory"), label, theme.color(Role::Text2));
    drawText(painter, left.translated(0, theme.px(15)), tr("of stage %1").arg(curve.stage), label, theme.color(Role::Text2));
    const QRectF right(0, middle - theme.px(17), g.textRight, theme.px(16));
    drawText(painter, right, tr("peak"), axis, theme.color(Role::Text2), Qt::AlignRight);
    drawText(painter, right.translated(0, theme.px(17)), bytesText(curve.at(curve.peak)), theme.font(FontUse::Body),
             theme.color(curve.at(curve.peak) > curve.capacity ? Role::Danger : Role::Text), Qt::AlignRight);
}

}  // namespace ui
