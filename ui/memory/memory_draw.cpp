// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the memory bars look.
#include "ui/kit/fonts.h"
#include "ui/kit/paint.h"
#include "ui/kit/row_scroll.h"
#include "ui/memory/memory_canvas.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr double kMargin = 14, kLeastSegment = 1.2;

}  // namespace

void MemoryCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    if (m_rows.empty()) return;
    const Geometry g = geometry(theme, size);
    painter.save();
    painter.setClipRect(g.area);
    for (int r = 0; r < int(m_rows.size()); ++r) drawRow(painter, theme, g, r);
    painter.restore();
    drawCapacity(painter, theme, g);
    drawCaptions(painter, theme, g);
    drawAxis(painter, theme, g);
}

// On the ground of the canvas: the line of the capacity may run behind them.
void MemoryCanvas::drawCaptions(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const QFont font = theme.font(FontUse::LabelStrong);
    painter.save();
    painter.setClipRect(g.area, Qt::IntersectClip);
    for (std::size_t s = 0; s < g.captionY.size(); ++s) {
        const QString& caption = m_picture.sections[s].caption;
        const QRectF place(theme.px(kMargin), g.area.top() + g.captionY[s] - rowScroll().offset(),
                           std::min(textWidth(font, caption) + theme.px(4), g.valueRight - theme.px(kMargin)), theme.px(16));
        painter.fillRect(place, theme.color(Role::Canvas));
        drawText(painter, place, caption, font, theme.color(Role::Text));
    }
    painter.restore();
}

void MemoryCanvas::drawRow(QPainter& painter, const Theme& theme, const Geometry& g, int row) const {
    const MemoryRow& shown = *m_rows[std::size_t(row)].row;
    const double y = g.area.top() + g.rowY[std::size_t(row)] - rowScroll().offset();
    if (y > g.area.bottom() || y + g.pitch < g.area.top()) return;
    const bool selected = shown.isChosen || matches(shown, markedSelected());
    const QRectF ground(0, y + 1, g.area.width(), g.pitch - 2);
    if (shown.isOutOfMemory)
        drawFailedRow(painter, ground, theme);
    else if (selected)
        drawSelectedRow(painter, ground, theme);
    if (shown.pinned) drawPinned(painter, theme, g, row);
    drawBar(painter, theme, g, row, NumberKind::Predicted);
    if (shown.measured) drawBar(painter, theme, g, row, NumberKind::Measured);
    if (shown.isOutOfMemory) drawRefused(painter, theme, g, row);
    for (const auto& [item, isSelection] :
         {std::pair(markedSelected(), true), std::pair(markedHovered(), false)}) {
        if (!item.category || !matches(shown, item)) continue;
        const QRectF rect = segmentRect(g, row, *item.category, true).adjusted(-1, -1, 1, 1);
        if (rect.width() < kLeastSegment + 2) continue;
        if (isSelection)
            drawSelectedOutline(painter, rect, theme);
        else
            drawHoverOutline(painter, rect, theme);
    }
    drawRowText(painter, theme, g, row, selected || shown.isOutOfMemory);
}

// Around where B's bar comes to lie; the parts of A end at the small lines.
void MemoryCanvas::drawPinned(QPainter& painter, const Theme& theme, const Geometry& g, int row) const {
    const core::CategoryBytes& bytes = *m_rows[std::size_t(row)].row->pinned;
    const double outside = theme.px(3);
    QRectF bar = segmentRect(g, row, core::MemoryCategory::Parameters, false).adjusted(0, -outside, 0, outside);
    bar.setWidth(std::max(2.0, double(core::sum(bytes).value()) * g.perByte));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Role::Text2), 1));
    double x = bar.left();
    for (const core::Bytes part : bytes) {
        x += double(part.value()) * g.perByte;
        if (double(part.value()) * g.perByte >= kLeastSegment && x < bar.right() - 1)
            painter.drawLine(QPointF(x, bar.top()), QPointF(x, bar.bottom()));
    }
    painter.setPen(QPen(theme.color(Role::Text2), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(-0.75, 0, 0.75, 0));
    painter.restore();
}

void MemoryCanvas::drawBar(QPainter& painter, const Theme& theme, const Geometry& g, int row,
                           NumberKind kind) const {
    for (int c = 0; c < core::kMemoryCategories; ++c) {
        const auto category = core::MemoryCategory(c);
        QRectF rect = segmentRect(g, row, category, kind == NumberKind::Measured);
        if (rect.width() < kLeastSegment) continue;
        // Half a pixel of ground between neighbours keeps two outlines from reading as one thick line.
        rect.setWidth(std::max(1.0, rect.width() - 0.6));
        drawDatum(painter, rect, 0, theme, meaningOf(category), kind);
    }
}

void MemoryCanvas::drawRefused(QPainter& painter, const Theme& theme, const Geometry& g, int row) const {
    const MemoryRow& shown = *m_rows[std::size_t(row)].row;
    const QRectF last = segmentRect(g, row, core::MemoryCategory::Framework, true);
    const double width = std::max(theme.px(7), double(shown.refused.value()) * g.perByte);
    drawOverLimit(painter, QRectF(last.right(), last.top() - 1, width, last.height() + 2), theme);
}

void MemoryCanvas::drawRowText(QPainter& painter, const Theme& theme, const Geometry& g, int row,
                               bool strong) const {
    const MemoryRow& shown = *m_rows[std::size_t(row)].row;
    const bool roomy = m_density == MemoryDensity::Roomy;
    const QFont plain = theme.font(roomy ? FontUse::Body : FontUse::Label);
    const QFont font = strong ? theme.font(roomy ? FontUse::BodyStrong : FontUse::LabelStrong) : plain;
    const double y = g.area.top() + g.rowY[std::size_t(row)] - rowScroll().offset();
    const QRectF line(theme.px(kMargin), y, g.valueRight - theme.px(kMargin), g.pitch);
    drawText(painter, line.adjusted(0, 0, -line.width() + g.left, 0), shown.name, font,
             theme.color(strong ? Role::Text : Role::Text2));
    const Role ink = shown.isOutOfMemory ? Role::Danger : Role::Text;
    double right = 0;
    if (const auto difference = shown.difference(); difference && !shown.isOutOfMemory) {
        const QString text = signedPercentText(*difference);
        drawText(painter, line, text, plain, theme.color(Role::Text2), Qt::AlignRight);
        right = theme.px(12) + std::max(theme.px(42), textWidth(plain, text));
    }
    drawText(painter, line.adjusted(0, 0, -right, 0), valueText(shown), font, theme.color(ink),
             Qt::AlignRight);
    if (!shown.pinned) return;
    const double value = textWidth(font, valueText(shown));
    drawText(painter, line.adjusted(0, 0, -right - (value > 0 ? value + theme.px(10) : 0), 0), pinnedText(shown),
             theme.font(FontUse::Label), theme.color(Role::Text2), Qt::AlignRight);
}

void MemoryCanvas::drawCapacity(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const QString capacity = bytesText(m_picture.capacity, m_picture.unit);
    const bool roomy = m_density == MemoryDensity::Roomy;
    const QFont font = theme.font(FontUse::Axis);
    if (g.capacityX < 0) {
        if (m_picture.capacity.value() <= 0) return;
        const QString beyond = tr("card %1, beyond the axis").arg(bytesText(m_picture.capacity));
        const double y = roomy ? 0 : g.area.bottom();
        drawText(painter, QRectF(0, y, g.valueRight, roomy ? g.head : g.foot), beyond, font,
                 theme.color(Role::Text2), Qt::AlignRight);
        return;
    }
    const double bottom = std::min(g.area.bottom(), g.area.top() + g.contentHeight);
    painter.fillRect(
        QRectF(g.capacityX - 0.75, g.area.top() - theme.px(2), 1.5, bottom - g.area.top() + theme.px(2)),
        theme.color(Role::Danger));
    const double y = roomy ? theme.px(4) : bottom + theme.px(2);
    drawText(painter, QRectF(g.capacityX - theme.px(60), y, theme.px(120), theme.px(16)), capacity, font,
             theme.color(Role::Danger), Qt::AlignHCenter);
}

void MemoryCanvas::drawAxis(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const double end = axisEnd() / std::pow(1024.0, int(m_picture.unit));
    const double capacity = inUnit(m_picture.capacity, m_picture.unit);
    const bool roomy = m_density == MemoryDensity::Roomy;
    const double span = g.capacityX > 0 ? capacity : end;
    // Steps of the card's capacity, as far as they have room; else of the whole axis.
    constexpr int kSteps = 4;
    const double fine = niceBinaryStep(span, kSteps);
    const double room = textWidth(theme.font(FontUse::Axis), stepLabel(end, fine)) + theme.px(10);
    const double step = fine * g.width / end >= room ? fine : niceBinaryStep(end, kSteps);
    const double bottom = std::min(g.area.bottom(), g.area.top() + g.contentHeight);
    const QFont font = theme.font(FontUse::Axis);
    const double perUnit = g.width / end;
    const double avoid = g.capacityX > 0 && !roomy ? g.capacityX : 1e9;
    for (int i = 0; i * step <= end * (1 + 1e-9); ++i) {
        const double x = g.left + i * step * perUnit;
        const QString text = stepLabel(i * step, step);
        const double width = textWidth(font, text);
        if (std::abs(x - avoid) < width / 2 + theme.px(26)) continue;  // the capacity stands there
        if (roomy && x + width / 2 > g.left + g.width + theme.px(8)) continue;
        drawText(painter, QRectF(x - theme.px(40), bottom + theme.px(2), theme.px(80), theme.px(16)), text,
                 font, theme.color(Role::Text2), Qt::AlignHCenter);
    }
    if (roomy)
        drawText(painter, QRectF(0, bottom + theme.px(2), g.valueRight, theme.px(16)), nameOf(m_picture.unit),
                 font, theme.color(Role::Text2), Qt::AlignRight);
}

}  // namespace ui
