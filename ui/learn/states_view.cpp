// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows share one axis, so that bars can be compared by eye.
#include "ui/learn/states_view.h"

#include "core/cluster/cluster.h"
#include "ui/kit/format.h"
#include "ui/kit/paint.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"

#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr double kLabels = 92, kFigures = 96, kTop = 26, kBottom = 30, kBar = 24;
constexpr core::MemoryCategory kStates[] = {core::MemoryCategory::Parameters, core::MemoryCategory::Gradients,
                                            core::MemoryCategory::Optimizer};

struct Frame {
    double left, right, top, row;
};
Frame frameOf(const Theme& theme, const QSizeF& size, int rows) {
    const double top = theme.px(kTop), bottom = theme.px(kBottom);
    return {theme.px(kLabels), size.width() - theme.px(kFigures), top,
            std::max(1.0, (size.height() - top - bottom) / std::max(1, rows))};
}

}  // namespace

StatesCanvas::StatesCanvas(QWidget* parent)
    : Canvas(parent) {}

void StatesCanvas::setSnapshot(std::shared_ptr<const core::Snapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    resetItems();
    update();
}

void StatesCanvas::hideAbove(int stage) {
    m_hiddenAbove = stage;
    update();
}

void StatesCanvas::setStages(ShownStages stages) {
    m_stages = stages;
    resetItems();
    update();
}

int StatesCanvas::itemCount() const {
    if (!m_snapshot || !m_snapshot->memory) return 0;
    return m_stages == ShownStages::All ? 4 : 1;
}

int StatesCanvas::stageOf(int item) const { return m_stages == ShownStages::All ? item : m_snapshot->plan.zero.stage; }

core::CategoryBytes StatesCanvas::states(int stage) const {
    core::CategoryBytes heaviest{};
    core::Bytes most(-1);
    for (const core::StageMemory& memory : m_snapshot->memory->underZero[std::size_t(stage)]) {
        core::Bytes sum;
        for (const core::MemoryCategory category : kStates) sum += memory.ledger.of(category);
        if (sum <= most) continue;
        most = sum;
        heaviest = memory.ledger.byCategory();
    }
    return heaviest;
}

double StatesCanvas::total(int stage) const {
    const core::CategoryBytes bytes = states(stage);
    double sum = 0;
    for (const core::MemoryCategory category : kStates) sum += double(bytes[std::size_t(category)].value());
    return sum;
}

double StatesCanvas::axisEnd() const {
    double most = double(m_snapshot->memory->capacity.value());
    for (int item = 0; item < itemCount(); ++item)
        if (stageOf(item) <= std::max(m_hiddenAbove, 0)) most = std::max(most, total(stageOf(item)));
    constexpr double kMargin = 1.08;
    return most * kMargin;
}

QRectF StatesCanvas::itemRect(int item) const {
    const Frame frame = frameOf(themeOf(*this), size(), itemCount());
    return {0, frame.top + item * frame.row, double(width()), frame.row};
}

int StatesCanvas::itemAt(const QPointF& at) const {
    for (int item = 0; item < itemCount(); ++item)
        if (itemRect(item).contains(at)) return item;
    return -1;
}

HoverContent StatesCanvas::hoverContent(int item) const {
    HoverContent content;
    const int stage = stageOf(item);
    content.title = tr("ZeRO-%1").arg(stage);
    if (stage > m_hiddenAbove) {
        content.symbols = tr("Hidden until you have predicted");
        return content;
    }
    content.value = bytesText(core::Bytes(std::int64_t(total(stage))));
    const core::CategoryBytes bytes = states(stage);
    content.symbols = tr("parameters + gradients + optimizer");
    content.numbers = QStringLiteral("%1 + %2 + %3")
                          .arg(bytesText(bytes[std::size_t(kStates[0])]), bytesText(bytes[std::size_t(kStates[1])]),
                               bytesText(bytes[std::size_t(kStates[2])]));
    return content;
}

Table StatesCanvas::table() const {
    Table table{{tr("Stage"), tr("Parameters"), tr("Gradients"), tr("Optimizer"), tr("Sum")}, {}};
    for (int item = 0; item < itemCount(); ++item) {
        const int stage = stageOf(item);
        if (stage > m_hiddenAbove) continue;
        const core::CategoryBytes bytes = states(stage);
        QStringList row{tr("ZeRO-%1").arg(stage)};
        for (const core::MemoryCategory category : kStates) row << bytesText(bytes[std::size_t(category)]);
        table.rows.push_back(row << bytesText(core::Bytes(std::int64_t(total(stage)))));
    }
    return table;
}

void StatesCanvas::drawRow(QPainter& painter, const Theme& theme, const QSizeF& size, int item) const {
    const int stage = stageOf(item);
    const Frame frame = frameOf(theme, size, itemCount());
    const double middle = frame.top + (item + 0.5) * frame.row, high = std::min(theme.px(kBar), frame.row * 0.7);
    const QRectF row(0, frame.top + item * frame.row, size.width(), frame.row);
    const bool own = m_stages == ShownStages::All && stage == m_snapshot->plan.zero.stage, hidden = stage > m_hiddenAbove;
    if (own) drawSelectedRow(painter, row.adjusted(0, 2, 0, -2), theme);
    const QFont font = theme.font(own ? FontUse::BodyStrong : FontUse::Body);
    const QColor ink = theme.color(hidden ? Role::Text2 : Role::Text);
    drawText(painter, QRectF(theme.px(20), row.top(), theme.px(kLabels - 20), row.height()), tr("ZeRO-%1").arg(stage), font, ink);
    const QString figure =
        hidden ? QStringLiteral("?") : bytesText(core::Bytes(std::int64_t(total(stage))));
    drawText(painter, QRectF(frame.right, row.top(), theme.px(kFigures - 18), row.height()), figure, font, ink, Qt::AlignRight);
    const double scale = (frame.right - frame.left) / axisEnd();
    if (hidden) {
        drawUnknown(painter, QRectF(frame.left, middle - high / 2, (frame.right - frame.left) * 0.4, high), theme);
        return;
    }
    double x = frame.left;
    const core::CategoryBytes bytes = states(stage);
    for (const core::MemoryCategory category : kStates) {
        const double wide = double(bytes[std::size_t(category)].value()) * scale;
        constexpr double kThinnest = 1.2;
        if (wide >= theme.px(kThinnest))
            drawDatum(painter, QRectF(x, middle - high / 2, wide, high), 1.5, theme, meaningOf(category), NumberKind::Predicted);
        x += wide;
    }
}

void StatesCanvas::drawAxis(QPainter& painter, const Theme& theme, const QSizeF& size) const {
    const Frame frame = frameOf(theme, size, itemCount());
    const double end = axisEnd(), scale = (frame.right - frame.left) / end;
    const ByteUnit unit = unitFor(core::Bytes(std::int64_t(end)));
    const double inOne = end / inUnit(core::Bytes(std::int64_t(end)), unit);
    const double step = niceBinaryStep(end / inOne, 5);
    const double floor = size.height() - theme.px(kBottom);
    for (double value = 0; value * inOne <= end; value += step) {
        const double x = frame.left + value * inOne * scale;
        drawText(painter, QRectF(x - 40, floor + 6, 80, theme.px(16)), stepLabel(value, step), theme.font(FontUse::Axis),
                 theme.color(Role::Text2), Qt::AlignHCenter);
    }
    drawText(painter, QRectF(frame.right, floor + 6, theme.px(kFigures - 18), theme.px(16)), nameOf(unit),
             theme.font(FontUse::Axis), theme.color(Role::Text2), Qt::AlignRight);
    const core::Bytes capacity = m_snapshot->memory->capacity;
    const double x = frame.left + double(capacity.value()) * scale;
    painter.setPen(QPen(theme.color(Role::Danger), theme.px(1.5)));
    painter.drawLine(QPointF(x, theme.px(kTop) - 4), QPointF(x, floor));
    const core::Accelerator* card = core::findAccelerator(m_snapshot->plan.cluster.gpu);
    const QString name = card && card->name != "virtual-card" ? qs(card->title) : tr("card, %1").arg(bytesText(capacity));
    drawText(painter, QRectF(x - 100, 2, 200, theme.px(18)), name, theme.font(FontUse::Axis), theme.color(Role::Danger),
             Qt::AlignHCenter);
}

void StatesCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    if (itemCount() == 0) return;
    for (int item = 0; item < itemCount(); ++item) drawRow(painter, theme, size, item);
    drawAxis(painter, theme, size);
}

StatesView::StatesView(QWidget* parent)
    : QWidget(parent)
    , m_canvas(new StatesCanvas(this)) {
    auto* header = new ViewHeader(tr("Model states of a card"), this);
    header->setKinds({{NumberKind::Predicted, tr("predicted")}});
    header->setNote(tr("without activations"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(m_canvas, 1);
}

}  // namespace ui
