// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the board looks.
#include "ui/kit/format.h"
#include "ui/kit/paint.h"
#include "ui/learn/activities/schedule_canvas.h"

#include <QPainterPath>

#include <algorithm>

namespace ui {

namespace {

QString letterOf(core::OpKind kind) {
    return kind == core::OpKind::Forward ? QStringLiteral("F") : kind == core::OpKind::InputGradient ? QStringLiteral("I") : QStringLiteral("W");
}

}  // namespace

void ScheduleCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    const Frame f = frameOf(theme, size);
    if (medium == Medium::Screen) drawTray(painter, theme);
    for (int row = 0; row < m_board.stages(); ++row) drawRow(painter, theme, f, row, medium);
    drawAxis(painter, theme, f);
    if (!m_drag || !m_drag->moved || medium == Medium::Export) return;
    const QRectF ghost(m_drag->at.x() - theme.px(16), m_drag->at.y() - f.box / 2, theme.px(32), f.box);
    drawDatum(painter, ghost, 2, theme, meaningOf(m_drag->kind), NumberKind::Measured);
    drawText(painter, ghost, letterOf(m_drag->kind), theme.font(FontUse::LabelStrong),
             textOn(theme, meaningOf(m_drag->kind), NumberKind::Measured), Qt::AlignHCenter);
}

void ScheduleCanvas::drawTray(QPainter& painter, const Theme& theme) const {
    drawText(painter, QRectF(theme.px(14), theme.px(14), theme.px(76), theme.px(28)), tr("Tray"), theme.font(FontUse::Body),
             theme.color(Role::Text2));
    double right = 0;
    for (const auto kind : {core::OpKind::Forward, core::OpKind::InputGradient, core::OpKind::WeightGradient}) {
        const QRectF tile = tileRect(theme, kind);
        drawDatum(painter, tile, 2, theme, meaningOf(kind), NumberKind::Measured);
        drawText(painter, tile, letterOf(kind), theme.font(FontUse::BodyStrong),
                 textOn(theme, meaningOf(kind), NumberKind::Measured), Qt::AlignHCenter);
        right = tile.right();
    }
    drawText(painter, QRectF(right + theme.px(16), theme.px(14), width() - right - theme.px(30), theme.px(28)),
             tr("drag into a row, or press F, I, W where the mark stands"), theme.font(FontUse::Label),
             theme.color(Role::Text2));
}

void ScheduleCanvas::drawRow(QPainter& painter, const Theme& theme, const Frame& f, int row, Medium medium) const {
    const double top = f.top + row * f.pitch;
    const bool here = row == m_row && medium == Medium::Screen;
    if (here) painter.fillRect(QRectF(0, top, f.right + 18, f.pitch - 2), mix(theme.color(Role::AccentSoft), theme.color(Role::Canvas), 0.5));
    drawText(painter, QRectF(theme.px(14), top + 6, f.left - theme.px(18), f.box), tr("Stage %1").arg(row),
             theme.font(here ? FontUse::BodyStrong : FontUse::Body), theme.color(Role::Text));
    drawText(painter, QRectF(theme.px(14), top + 6 + f.box, f.left - theme.px(18), f.held), tr("keeps %1").arg(m_board.peakHeld(row)),
             theme.font(FontUse::Axis), theme.color(Role::Text2));
    painter.fillRect(QRectF(f.left, top + 6, f.right - f.left, f.box), theme.color(Role::Sunken));
    for (int index = 0; index < int(m_board.row(row).size()); ++index) drawOp(painter, theme, f, {row, index});
    drawHeld(painter, theme, f, row);
    if (!m_measured.empty()) drawMeasured(painter, theme, f, row);
    if (!here) return;
    const QPointF mark = placePosition(row, m_place);
    painter.fillRect(QRectF(mark.x() - 1, top + 3, 2, f.box + 6), theme.color(Role::Accent));
}

void ScheduleCanvas::drawOp(QPainter& painter, const Theme& theme, const Frame& f, const Ref& ref) const {
    const core::Op& op = m_board.row(ref.row)[std::size_t(ref.index)];
    const QRectF box = opRect(f, ref).adjusted(0.7, 0.7, -0.7, -0.7);
    const Meaning meaning = meaningOf(op.kind);
    const auto state = m_board.placed(ref.row)[std::size_t(ref.index)].state;
    if (state == core::ScheduleBoard::State::Runs) {
        drawDatum(painter, box, 1.5, theme, meaning, NumberKind::Measured);
    } else {
        const bool wrong = state != core::ScheduleBoard::State::Waits;
        drawBox(painter, box, 1.5, theme.color(wrong ? Role::DangerSoft : Role::Canvas), Qt::transparent);
        QPen pen(wrong ? theme.color(Role::Danger) : theme.meaning(meaning).line, wrong ? 2 : 1, Qt::DashLine);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box, 1.5, 1.5);
    }
    const QString label = letterOf(op.kind) + QString::number(op.microBatch.value);
    const QFont font = theme.font(FontUse::Axis);
    if (textWidth(font, label) > box.width() - 1) return;
    drawText(painter, box, label, font,
             state == core::ScheduleBoard::State::Runs ? textOn(theme, meaning, NumberKind::Measured) : theme.color(Role::Text),
             Qt::AlignHCenter);
}

void ScheduleCanvas::drawHeld(QPainter& painter, const Theme& theme, const Frame& f, int row) const {
    const double bottom = f.top + row * f.pitch + 8 + f.box + f.held, unit = (f.held - 6) / m_board.microBatches();
    const MeaningColors colors = theme.of(core::MemoryCategory::Activations);
    QPainterPath curve(QPointF(f.left, bottom));
    double y = bottom;
    for (const auto& [at, held] : m_board.held(row)) {
        curve.lineTo(f.left + at * f.slot, y);
        y = bottom - held * unit;
        curve.lineTo(f.left + at * f.slot, y);
    }
    curve.lineTo(f.left + m_board.makespan() * f.slot, y);
    QPainterPath ground = curve;
    ground.lineTo(f.left + m_board.makespan() * f.slot, bottom);
    painter.fillPath(ground, colors.pale);
    painter.setPen(QPen(colors.line, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(curve);
}

// On the board's axis: the engine's last op ends where the board's does.
void ScheduleCanvas::drawMeasured(QPainter& painter, const Theme& theme, const Frame& f, int row) const {
    const auto found = m_measured.find(row);
    if (found == m_measured.end() || m_measuredEnd <= 0) return;
    const double scale = m_board.makespan() * f.slot / m_measuredEnd;
    const double top = f.top + row * f.pitch + 12 + f.box + f.held, high = std::max(6.0, f.pitch - f.box - f.held - 20);
    drawKindMark(painter, {f.left - theme.px(12), top + high / 2}, NumberKind::Simulated, theme.color(Role::Text2), theme.px(10));
    for (const core::OpSpan& span : found->second.spans) {
        if (span.microBatch < 0) continue;
        const QRectF box(f.left + span.virtualStart * scale, top, (span.virtualEnd - span.virtualStart) * scale, high);
        drawDatum(painter, box, 1, theme, meaningOf(span.kind), NumberKind::Simulated);
    }
}

void ScheduleCanvas::drawAxis(QPainter& painter, const Theme& theme, const Frame& f) const {
    const double top = f.top + m_board.stages() * f.pitch;
    const double end = (f.right - f.left) / f.slot, step = niceStep(end, 8);
    for (double slot = 0; slot <= end; slot += step) {
        const double x = f.left + slot * f.slot;
        painter.fillRect(QRectF(x, top, 1, theme.px(4)), theme.color(Role::Strong));
        drawText(painter, QRectF(x - theme.px(30), top + theme.px(5), theme.px(60), theme.px(14)), stepLabel(slot, step),
                 theme.font(FontUse::Axis), theme.color(Role::Text2), Qt::AlignHCenter);
    }
    drawText(painter, QRectF(theme.px(14), top + theme.px(5), f.left - theme.px(24), theme.px(14)), tr("slots"),
             theme.font(FontUse::Axis), theme.color(Role::Text2));
}

}  // namespace ui
