// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/activities/picture_canvas.h"

#include "ui/kit/format.h"
#include "ui/kit/legend.h"
#include "ui/kit/paint.h"

#include <QPainterPath>

#include <algorithm>

namespace ui {

namespace {

constexpr double kLeft = 96, kTop = 28, kSide = 24, kBottom = 40, kMostRow = 64;

QString nameOf(core::GroupKind group) {
    switch (group) {
    case core::GroupKind::Tensor: return PictureCanvas::tr("tensor groups");
    case core::GroupKind::Data: return PictureCanvas::tr("data groups");
    case core::GroupKind::Pipeline: return PictureCanvas::tr("pipeline groups");
    case core::GroupKind::Embedding: return PictureCanvas::tr("embedding groups");
    case core::GroupKind::Context: return PictureCanvas::tr("context groups");
    case core::GroupKind::Expert: break;
    }
    return PictureCanvas::tr("expert groups");
}

QString nameOf(core::CollectiveKind op) {
    switch (op) {
    case core::CollectiveKind::AllReduce: return PictureCanvas::tr("all-reduce");
    case core::CollectiveKind::ReduceScatter: return PictureCanvas::tr("reduce-scatter");
    case core::CollectiveKind::AllGather: return PictureCanvas::tr("all-gather");
    case core::CollectiveKind::Broadcast: return PictureCanvas::tr("broadcast");
    case core::CollectiveKind::Barrier: return PictureCanvas::tr("barrier");
    case core::CollectiveKind::Send: break;
    }
    return PictureCanvas::tr("send");
}

}  // namespace

PictureCanvas::PictureCanvas(QWidget* parent)
    : Canvas(parent) {
    setAccessibleName(tr("Picture to be named"));
}

void PictureCanvas::setPicture(core::PictureKind kind, std::shared_ptr<const core::Snapshot> snapshot) {
    m_kind = kind;
    m_snapshot = std::move(snapshot);
    if (kind == core::PictureKind::Memory) m_memory = core::memoryTrace(*m_snapshot, 0);
    resetItems();
}

QRectF PictureCanvas::plotOf(const Theme& theme, const QSizeF& size) const {
    const double left = m_kind == core::PictureKind::Traffic ? 2.2 * kLeft : kLeft;
    return {theme.px(left), theme.px(kTop), size.width() - theme.px(left + kSide), size.height() - theme.px(kTop + kBottom)};
}

int PictureCanvas::itemCount() const {
    if (!m_snapshot) return 0;
    if (m_kind == core::PictureKind::Traffic) return int(m_snapshot->traffic->rows.size());
    return m_kind == core::PictureKind::Timeline ? int(m_snapshot->timeline->ranks.size()) : 1;
}

QRectF PictureCanvas::itemRect(int item) const {
    const Theme& theme = themeOf(*this);
    const QRectF plot = plotOf(theme, size());
    if (m_kind == core::PictureKind::Memory) return plot;
    const double pitch = std::min(plot.height() / std::max(1, itemCount()), theme.px(kMostRow));
    return {0, plot.top() + item * pitch, double(width()), pitch};
}

int PictureCanvas::itemAt(const QPointF& at) const {
    for (int item = 0; item < itemCount(); ++item)
        if (itemRect(item).contains(at)) return item;
    return -1;
}

HoverContent PictureCanvas::hoverContent(int item) const {
    HoverContent content;
    if (m_kind == core::PictureKind::Traffic) {
        const core::TrafficRow& row = m_snapshot->traffic->rows[std::size_t(item)];
        content.title = tr("%1, %2").arg(nameOf(row.group), nameOf(row.op));
        content.value = bytesText(row.wire);
    } else if (m_kind == core::PictureKind::Timeline) {
        content.title = tr("Stage %1").arg(item);
        content.value = tr("idle %1").arg(percentText(m_snapshot->timeline->idle[std::size_t(item)] / m_snapshot->timeline->makespan));
    } else {
        content.title = tr("Memory of a card of stage 0");
        content.value = tr("floor %1, peak %2").arg(bytesText(m_memory.states), bytesText(m_memory.peak()));
    }
    return content;
}

Table PictureCanvas::table() const {
    if (!m_snapshot) return {};
    if (m_kind == core::PictureKind::Traffic) {
        Table table{{tr("Groups"), tr("Operation"), tr("Bytes of a step")}, {}};
        for (const core::TrafficRow& row : m_snapshot->traffic->rows)
            table.rows.push_back({nameOf(row.group), nameOf(row.op), bytesText(row.wire)});
        return table;
    }
    if (m_kind == core::PictureKind::Memory) {
        Table table{{tr("Time"), tr("Held")}, {}};
        for (const auto& [at, held] : m_memory.steps) table.rows.push_back({timeText(at.value()), bytesText(held)});
        return table;
    }
    Table table{{tr("Stage"), tr("Op"), tr("Start"), tr("End")}, {}};
    for (std::size_t rank = 0; rank < m_snapshot->timeline->ranks.size(); ++rank)
        for (const core::TimedSpan& span : m_snapshot->timeline->ranks[rank])
            table.rows.push_back({QString::number(rank), ui::nameOf(span.kind), timeText(span.start.value()), timeText(span.end.value())});
    return table;
}

void PictureCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    if (!m_snapshot) return;
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF plot = plotOf(theme, size);
    if (m_kind == core::PictureKind::Memory) drawMemory(painter, theme, plot);
    if (m_kind == core::PictureKind::Timeline) drawTimeline(painter, theme, plot);
    if (m_kind == core::PictureKind::Traffic) drawTraffic(painter, theme, plot);
}

void PictureCanvas::drawMemory(QPainter& painter, const Theme& theme, const QRectF& plot) const {
    const double end = m_snapshot->timeline->stepEnd.value(), most = double(m_memory.peak().value()) * 1.1;
    const ByteUnit unit = unitFor(core::Bytes(std::int64_t(most)));
    const double inOne = most / inUnit(core::Bytes(std::int64_t(most)), unit), step = niceBinaryStep(most / inOne, 5);
    for (double value = 0; value * inOne <= most; value += step) {
        const double y = plot.bottom() - value * inOne / most * plot.height();
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), theme.color(value > 0 ? Role::Grid : Role::Strong));
        drawText(painter, QRectF(0, y - theme.px(8), plot.left() - theme.px(8), theme.px(16)),
                 withUnit(stepLabel(value, step), ui::nameOf(unit)), theme.font(FontUse::Axis), theme.color(Role::Text2), Qt::AlignRight);
    }
    const auto yOf = [&](core::Bytes bytes) { return plot.bottom() - double(bytes.value()) / most * plot.height(); };
    const auto xOf = [&](core::Seconds at) { return plot.left() + at.value() / end * plot.width(); };
    painter.fillRect(QRectF(plot.left(), yOf(m_memory.states), plot.width(), plot.bottom() - yOf(m_memory.states)),
                     theme.color(Role::Card));
    QPainterPath curve(QPointF(plot.left(), yOf(m_memory.states)));
    double y = yOf(m_memory.states);
    for (const auto& [at, held] : m_memory.steps) {
        curve.lineTo(xOf(at), y);
        y = yOf(held);
        curve.lineTo(xOf(at), y);
    }
    QPainterPath ground = curve;
    ground.lineTo(plot.right(), yOf(m_memory.states));
    painter.fillPath(ground, theme.of(core::MemoryCategory::Activations).pale);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.of(core::MemoryCategory::Activations).line, 1.5));
    painter.drawPath(curve);
    drawText(painter, QRectF(plot.left(), plot.bottom() + theme.px(8), plot.width(), theme.px(16)),
             tr("one step of a card of the first stage; the floor is what it holds all the time"), theme.font(FontUse::Axis),
             theme.color(Role::Text2));
}

void PictureCanvas::drawTimeline(QPainter& painter, const Theme& theme, const QRectF& plot) const {
    const core::Timeline& line = *m_snapshot->timeline;
    const double scale = plot.width() / line.makespan.value();
    for (int rank = 0; rank < itemCount(); ++rank) {
        const QRectF row = itemRect(rank);
        const double high = std::min(row.height() * 0.7, theme.px(32)), top = row.center().y() - high / 2;
        drawText(painter, QRectF(theme.px(14), row.top(), plot.left() - theme.px(18), row.height()), tr("Stage %1").arg(rank),
                 theme.font(FontUse::Body), theme.color(Role::Text2));
        drawBubble(painter, QRectF(plot.left(), top + 1, plot.width(), high - 2), theme);
        for (const core::TimedSpan& span : line.ranks[std::size_t(rank)]) {
            if (span.microBatch.value < 0) continue;
            const QRectF box(plot.left() + span.start.value() * scale, top, (span.end - span.start).value() * scale, high);
            drawDatum(painter, box.adjusted(0.5, 0, -0.5, 0), 1.5, theme, meaningOf(span.kind), NumberKind::Predicted);
        }
    }
    const QPointF at(plot.left(), itemRect(itemCount() - 1).bottom() + theme.px(16));
    const bool split = std::ranges::any_of(line.ranks.front(), [](const core::TimedSpan& s) { return s.kind == core::SpanKind::WeightGradient; });
    drawLegend(painter, at, plot.width(), theme, opLegend(NumberKind::Predicted, OpLegend::Pipeline, split));
}

void PictureCanvas::drawTraffic(QPainter& painter, const Theme& theme, const QRectF& plot) const {
    double most = 1;
    for (const core::TrafficRow& row : m_snapshot->traffic->rows) most = std::max(most, double(row.wire.value()));
    for (int item = 0; item < itemCount(); ++item) {
        const core::TrafficRow& row = m_snapshot->traffic->rows[std::size_t(item)];
        const QRectF line = itemRect(item);
        drawText(painter, QRectF(theme.px(14), line.top(), plot.left() - theme.px(24), line.height()),
                 tr("%1, %2").arg(nameOf(row.group), nameOf(row.op)), theme.font(FontUse::Body), theme.color(Role::Text));
        const double figures = theme.px(90), wide = std::max(2.0, double(row.wire.value()) / most * (plot.width() - figures));
        const QRectF bar(plot.left(), line.center().y() - theme.px(9), wide, theme.px(18));
        drawBox(painter, bar, 2, mix(theme.axisFill(axisOf(row.group)), theme.color(Role::Canvas), 0.35), theme.axis(axisOf(row.group)));
        drawText(painter, QRectF(bar.right() + theme.px(8), line.top(), figures, line.height()), bytesText(row.wire),
                 theme.font(FontUse::Body), theme.color(Role::Text));
    }
    drawText(painter, QRectF(theme.px(14), plot.bottom() + theme.px(8), plot.right(), theme.px(16)),
             tr("bytes that all rings of the job send in one step"), theme.font(FontUse::Axis), theme.color(Role::Text2));
}

}  // namespace ui
