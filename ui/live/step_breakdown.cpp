// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/step_breakdown.h"

#include "core/cost/offload.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/format.h"
#include "ui/kit/paint.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/view_header.h"
#include "ui/state/run_store.h"

#include <QCoreApplication>
#include <QPainter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr int kTickMs = 200;
constexpr double kEdge = 14, kColumn = 58, kLeastColumn = 40, kMinSegment = 1.2;
constexpr double kNarrow = 240, kNarrowEdge = 8;
constexpr double kLeastRow = 16, kMostRow = 28, kBottom = 8;

// Above the rows, from the top: two bars with a gap between, the line of marks.
struct Heights {
    double top, bar, gap, marks;
    [[nodiscard]] double rowsFrom() const { return top + 2 * bar + gap + 8 + marks; }
};
constexpr Heights kRoomy{14, 18, 6, 20}, kCompact{6, 13, 4, 16};

constexpr int kTrafficRow = kStepParts, kRows = kStepParts + 1;

// In a pane that is too low for the roomy form and all its rows the bars give way.
const Heights& heightsFor(const Theme& theme, double height) {
    return height < theme.px(kRoomy.rowsFrom() + kRows * kLeastRow + kBottom) ? kCompact : kRoomy;
}

Meaning meaningOf(StepPart part) {
    switch (part) {
    case StepPart::Forward:
        return Meaning::Parameters;
    case StepPart::Backward:
        return Meaning::Gradients;
    case StepPart::Communication:
        return Meaning::Temporary;
    case StepPart::Optimizer:
        return Meaning::Optimizer;
    case StepPart::Idle:
        break;
    }
    return Meaning::Framework;
}

QString groupsText(core::GroupKind group) {
    switch (group) {
    case core::GroupKind::Tensor:
        return StepBars::tr("tensor groups");
    case core::GroupKind::Pipeline:
        return StepBars::tr("pipeline groups");
    case core::GroupKind::Embedding:
        return StepBars::tr("embedding groups");
    default:
        return StepBars::tr("data groups");
    }
}

QString shareText(const std::optional<StepShares>& shares, StepPart part) {
    return shares ? percentText(shares->share(part)) : QStringLiteral("–");
}

// Of the two columns of shares; in a narrow pane the names need the room.
double columnWidth(const Theme& theme, double width) {
    return std::clamp(width * 0.2 - theme.px(4), theme.px(kLeastColumn), theme.px(kColumn));
}

double edgeOf(const Theme& theme, double width) {
    return theme.px(width < theme.px(kNarrow) ? kNarrowEdge : kEdge);
}

void drawSwatch(QPainter& painter, const QRectF& rect, const Theme& theme, StepPart part) {
    if (part == StepPart::Idle)
        drawBubble(painter, rect.toRect(), theme);
    else
        drawDatum(painter, rect, 1.5, theme, meaningOf(part), NumberKind::Measured);
}

}  // namespace

QString nameOf(StepPart part) {
    const char* name = "";
    switch (part) {
    case StepPart::Forward:
        name = QT_TRANSLATE_NOOP("ui::StepBars", "Forward");
        break;
    case StepPart::Backward:
        name = QT_TRANSLATE_NOOP("ui::StepBars", "Backward");
        break;
    case StepPart::Idle:
        name = QT_TRANSLATE_NOOP("ui::StepBars", "Idle");
        break;
    case StepPart::Communication:
        name = QT_TRANSLATE_NOOP("ui::StepBars", "Communication");
        break;
    case StepPart::Optimizer:
        name = QT_TRANSLATE_NOOP("ui::StepBars", "Optimizer");
        break;
    }
    return QCoreApplication::translate("ui::StepBars", name);
}

double StepShares::total() const {
    double sum = 0;
    for (const double part : seconds) sum += part;
    return sum;
}

double StepShares::share(StepPart part) const {
    const double sum = total();
    return sum > 0 ? seconds[std::size_t(part)] / sum : 0;
}

StepShares sharesOf(const core::StepBreakdown& b) {
    return {{b.forward.value(), b.backward.value(), b.idle.value(), b.communication.value(),
             b.optimizer.value()}};
}

std::vector<GroupTraffic> trafficOf(const core::StepEvent& step, const std::optional<core::Traffic>& predicted) {
    const std::pair<core::GroupKind, core::Bytes> sent[] = {{core::GroupKind::Tensor, step.tensorWire},
                                                            {core::GroupKind::Data, step.dataWire},
                                                            {core::GroupKind::Pipeline, step.pipelineWire},
                                                            {core::GroupKind::Embedding, step.embeddingWire}};
    std::vector<GroupTraffic> traffic;
    for (const auto& [group, bytes] : sent) {
        GroupTraffic row{group, bytes, {}};
        if (predicted) row.predicted = predicted->wire(group);
        if (bytes.value() > 0 || row.predicted.value_or(core::Bytes(0)).value() > 0) traffic.push_back(row);
    }
    return traffic;
}

void StepBars::setShares(const std::optional<StepShares>& simulated,
                         const std::optional<StepShares>& predicted) {
    m_simulated = simulated;
    m_predicted = predicted;
    update();
}

void StepBars::setTraffic(std::vector<GroupTraffic> traffic) {
    m_traffic = std::move(traffic);
    update();
}

QRectF StepBars::rowRect(int row, const Theme& theme, const QSizeF& size) const {
    const double top = theme.px(heightsFor(theme, size.height()).rowsFrom());
    const double height = std::clamp((size.height() - top - theme.px(kBottom)) / kRows, theme.px(kLeastRow),
                                     theme.px(kMostRow));
    return {0, top + row * height, size.width(), height};
}

bool StepBars::showsTraffic() const {
    return !m_traffic.empty() && rowRect(kTrafficRow, themeOf(*this), size()).bottom() <= height();
}

QRectF StepBars::itemRect(int item) const {
    return rowRect(item, themeOf(*this), size()).adjusted(6, 0, -6, 0);
}

int StepBars::itemAt(const QPointF& at) const {
    for (int row = 0; row < itemCount(); ++row)
        if (itemRect(row).contains(at)) return row;
    return -1;
}

void StepBars::drawBar(QPainter& painter, const Theme& theme, const QRectF& rect, const StepShares& shares,
                       NumberKind kind) const {
    double x = rect.left();
    for (int i = 0; i < kStepParts; ++i) {
        const auto part = StepPart(i);
        const double width = shares.share(part) * rect.width();
        if (width >= kMinSegment) {
            const QRectF box(x, rect.top(), std::max(1.0, width - 1), rect.height());
            if (part == StepPart::Idle)
                drawBubble(painter, box, theme);
            else
                drawDatum(painter, box, 1.5, theme, meaningOf(part), kind);
        }
        x += width;
    }
}

void StepBars::drawRow(QPainter& painter, const Theme& theme, const QRectF& rect, StepPart part) const {
    const double swatch = theme.px(11), left = edgeOf(theme, rect.width()), right = rect.right() - left;
    const double column = columnWidth(theme, rect.width());
    drawSwatch(painter, {left, std::round(rect.center().y() - swatch / 2), swatch, swatch}, theme, part);
    const double name = left + swatch + theme.px(7);
    drawText(painter, {name, rect.top(), right - 2 * column - name, rect.height()}, nameOf(part),
             theme.font(FontUse::Label), theme.color(Role::Text2));
    drawText(painter, {right - 2 * column, rect.top(), column, rect.height()}, shareText(m_simulated, part),
             theme.font(FontUse::Label), theme.color(Role::Text), Qt::AlignRight);
    drawText(painter, {right - column, rect.top(), column, rect.height()}, shareText(m_predicted, part),
             theme.font(FontUse::Label), theme.color(Role::Text2), Qt::AlignRight);
}

void StepBars::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    const Heights& heights = heightsFor(theme, size.height());
    const double left = edgeOf(theme, size.width()), wide = size.width() - 2 * left, high = theme.px(heights.bar);
    const double upper = theme.px(heights.top), lower = upper + high + theme.px(heights.gap);
    if (m_simulated) drawBar(painter, theme, {left, upper, wide, high}, *m_simulated, NumberKind::Simulated);
    if (m_predicted) drawBar(painter, theme, {left, lower, wide, high}, *m_predicted, NumberKind::Predicted);
    const double marks = lower + high + theme.px(8 + heights.marks / 2), right = size.width() - left;
    const double column = columnWidth(theme, size.width());
    drawKindMark(painter, {right - column - theme.px(5), marks}, NumberKind::Simulated,
                 theme.color(Role::Text2));
    drawKindMark(painter, {right - theme.px(5), marks}, NumberKind::Predicted, theme.color(Role::Text2));
    drawText(painter, {left, marks - theme.px(9), wide - column - theme.px(14), theme.px(18)},
             tr("mean card, virtual time"), theme.font(FontUse::Axis), theme.color(Role::Text2));
    for (int row = 0; row < kStepParts; ++row)
        drawRow(painter, theme, rowRect(row, theme, size), StepPart(row));
    if (showsTraffic()) drawTraffic(painter, theme, rowRect(kTrafficRow, theme, size));
}

void StepBars::drawTraffic(QPainter& painter, const Theme& theme, const QRectF& rect) const {
    core::Bytes sent;
    for (const GroupTraffic& row : m_traffic) sent += row.measured;
    const double left = edgeOf(theme, rect.width()), right = rect.right() - left;
    const QFont font = theme.font(FontUse::Label);
    const QString text = bytesText(sent);
    const double wide = textWidth(font, text), mark = right - wide - theme.px(9);
    drawText(painter, {left, rect.top(), mark - theme.px(9) - left, rect.height()}, tr("Sent by all cards"), font,
             theme.color(Role::Text2));
    drawKindMark(painter, {mark, rect.center().y()}, NumberKind::Measured, theme.color(Role::Text2));
    drawText(painter, {right - wide, rect.top(), wide, rect.height()}, text, font, theme.color(Role::Text),
             Qt::AlignRight);
}

Table StepBars::table() const {
    Table table;
    table.header = {tr("Part"), tr("Simulated, s"), tr("Simulated, share"), tr("Predicted, s"),
                    tr("Predicted, share")};
    for (int i = 0; i < kStepParts; ++i) {
        QStringList row{nameOf(StepPart(i))};
        for (const auto* shares : {&m_simulated, &m_predicted}) {
            row << (*shares ? QString::number((*shares)->seconds[std::size_t(i)]) : QString());
            row << (*shares ? QString::number((*shares)->share(StepPart(i))) : QString());
        }
        table.rows.push_back(row);
    }
    return table;
}

HoverContent StepBars::hoverContent(int item) const {
    if (item == kTrafficRow) return trafficContent();
    const auto part = StepPart(item);
    HoverContent content;
    content.title = nameOf(part);
    content.value = shareText(m_simulated, part);
    if (part != StepPart::Idle) content.meaning = meaningOf(part);
    content.swatch = NumberKind::Measured;
    const auto seconds = [&](const StepShares& shares) { return shares.seconds[std::size_t(part)]; };
    if (m_simulated)
        content.lines.push_back({NumberKind::Simulated,
                                 tr("%1 of %2 in virtual time, mean card")
                                     .arg(timeText(seconds(*m_simulated)), timeText(m_simulated->total()))});
    if (m_predicted)
        content.lines.push_back(
            {NumberKind::Predicted,
             tr("%1 of %2, mean card").arg(timeText(seconds(*m_predicted)), timeText(m_predicted->total()))});
    if (part == StepPart::Communication && m_offload > core::Seconds(0))
        content.lines.push_back({NumberKind::Predicted, tr("%1 of it between card and host").arg(timeText(m_offload.value()))});
    if (part == StepPart::Idle) {
        content.lines.push_back({std::nullopt, idleDefinition()});
        content.lines.push_back(
            {std::nullopt, tr("The prediction takes ops of equal work as equally long. Measured ones differ, the more "
                              "so the busier this machine is, and the pipeline waits for the longest.")});
    }
    if (m_simulated && m_predicted)
        content.lines.push_back(
            {std::nullopt,
             tr("difference %1").arg(signedPointsText(m_simulated->share(part) - m_predicted->share(part)))});
    return content;
}

HoverContent StepBars::trafficContent() const {
    HoverContent content;
    content.title = tr("Sent by all cards");
    content.meaning = Meaning::Temporary;
    content.swatch = NumberKind::Measured;
    core::Bytes sent;
    for (const GroupTraffic& row : m_traffic) {
        sent += row.measured;
        content.lines.push_back({NumberKind::Measured, tr("%1 sent by all %2 in a step")
                                                           .arg(bytesText(row.measured), groupsText(row.group))});
        if (row.predicted) content.lines.push_back({NumberKind::Predicted, bytesText(*row.predicted)});
    }
    content.value = bytesText(sent);
    return content;
}

StepBreakdownView::StepBreakdownView(const Hall& hall, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyState(tr("Compute, bubble, communication, optimizer."), this))
    , m_bars(new StepBars(this)) {
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_bars);
    m_bars->setAccessibleName(tr("Where a step goes"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new ViewHeader(tr("Where a step goes"), this));
    column->addLayout(m_stack, 1);
    m_tick.setSingleShot(true);
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, &StepBreakdownView::refresh);
    connect(&hall.run, &RunStore::tick, this, [this] {
        if (isVisible() && !m_tick.isActive()) m_tick.start();
    });
}

bool StepBreakdownView::showsData() const { return m_stack->currentWidget() == m_bars; }

void StepBreakdownView::showEvent(QShowEvent*) { refresh(); }

void StepBreakdownView::refresh() {
    const RunStore& run = m_hall.run;
    if (!run.lastStep()) return m_stack->setCurrentWidget(m_empty);
    std::optional<StepShares> simulated, predicted;
    simulated = sharesOf(run.lastStep()->breakdown);
    if (simulated->total() <= 0) simulated.reset();
    if (run.prediction() && run.prediction()->step) predicted = sharesOf(run.prediction()->step->mean);
    m_bars->setShares(simulated, predicted);
    m_bars->setTraffic(trafficOf(*run.lastStep(), run.prediction() ? run.prediction()->traffic : std::nullopt));
    const core::Snapshot* predictions = run.prediction();
    m_bars->setOffload(predictions && predictions->shards ? core::offloadTime(predictions->plan, *predictions->shards).total()
                                                          : core::Seconds(0));
    m_stack->setCurrentWidget(m_bars);
}

}  // namespace ui
