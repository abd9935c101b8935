// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_view.h"

#include "ui/kit/button.h"
#include "ui/kit/canvas_menu.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/segmented.h"
#include "ui/kit/view_header.h"
#include "ui/state/run_store.h"
#include "ui/timeline/op_card.h"
#include "ui/timeline/tensor_list.h"
#include "ui/timeline/timeline_canvas.h"

#include <QVBoxLayout>

#include <algorithm>

namespace ui {
namespace {

bool splitsBackward(const core::Snapshot& snapshot) {
    if (!snapshot.timeline) return false;
    const auto isWeight = [](const core::TimedSpan& span) {
        return span.kind == core::SpanKind::WeightGradient;
    };
    return std::any_of(snapshot.timeline->ranks.begin(), snapshot.timeline->ranks.end(),
                       [&](const auto& spans) { return std::any_of(spans.begin(), spans.end(), isWeight); });
}

// "predicted, 1F1B, virtual time"
QString predictedWords(const core::Snapshot* snapshot) {
    if (!snapshot) return nameOf(NumberKind::Predicted);
    const QString schedule = nameOf(snapshot->plan.schedule);
    return inVirtualTime(snapshot->plan) ? TimelineView::tr("predicted, %1, virtual time").arg(schedule)
                                         : TimelineView::tr("predicted, %1").arg(schedule);
}

std::vector<KindWord> runWords(TimelineClock clock, bool predictsVirtualTime) {
    const QString predicted = nameOf(NumberKind::Predicted);
    if (clock == TimelineClock::Virtual)
        return {{NumberKind::Predicted, predicted},
                {NumberKind::Simulated, TimelineView::tr("measured costs, virtual time")}};
    return {{NumberKind::Predicted,
             predictsVirtualTime ? TimelineView::tr("predicted, virtual time") : predicted},
            {NumberKind::Measured, TimelineView::tr("measured, wall clock")}};
}

}  // namespace

TimelineView::TimelineView(ViewPlace place, QWidget* parent)
    : HallView(place, parent) {
    build();
    watch(*m_canvas);
    connect(m_canvas, &Canvas::itemSelected, this, [this](int item) {
        if (const auto moment = m_canvas->momentOf(item))
            openTensors(*moment);
        else
            openFormula(item);
    });
    refresh();
}

void TimelineView::build() {
    m_header = new ViewHeader(tr("Timeline"), this);
    m_legend = m_header->addLegend();
    const bool explore = place() == ViewPlace::Explore;
    m_canvas = new TimelineCanvas(explore ? TimelineForm::Explore : TimelineForm::Run, this);
    m_empty = new EmptyState({}, this);
    if (!explore) buildRunHeader();
    Button* fit = m_header->addIconButton(Icon::Fit, tr("Show the whole step"));
    connect(fit, &Button::clicked, m_canvas, &TimelineCanvas::fit);
    Button* more = m_header->addIconButton(Icon::More, tr("More about the timeline"));
    addCanvasMenu(*more, *m_canvas, [this] { return ExportText{tr("Timeline"), exportLine()}; });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_canvas, 1);
    column->addWidget(m_empty, 1);
}

void TimelineView::buildRunHeader() {
    m_kinds = m_header->addRightKinds();
    m_clockChoice = m_header->addRightSegmented({tr("Virtual time"), tr("Wall clock")});
    m_clockChoice->setAccessibleName(tr("Clock of the measured lanes"));
    connect(m_clockChoice, &Segmented::chosen, this,
            [this](int entry) { setClock(entry == 0 ? TimelineClock::Virtual : TimelineClock::Wall); });
}

void TimelineView::setMeasured(MeasuredSpans measured) {
    m_measured = std::move(measured);
    refresh();
}

void TimelineView::setClock(TimelineClock clock) {
    m_question.clock = clock;
    if (m_clockChoice) m_clockChoice->setCurrent(clock == TimelineClock::Virtual ? 0 : 1);
    refresh();
}

void TimelineView::takeRun(const RunStore& run) {
    m_measured = {run.spans(), {}};
    if (run.problem()) m_measured.outOfMemory = run.problem()->outOfMemory;
}

bool TimelineView::follow(const SelectedItem& selected) {
    const int stage = selected.stage.value_or(0);
    const bool otherData = selected.rank != m_question.rank || stage != m_question.memoryStage;
    m_question.rank = selected.rank;
    m_question.memoryStage = stage;
    return otherData;
}

void TimelineView::refresh() {
    TimelinePicture picture =
        snapshot() ? timelinePicture(*snapshot(), m_measured, m_question, pinned().get()) : TimelinePicture();
    const bool empty = picture.rows.empty();
    m_empty->setSentence(errorOr(tr("When every stage computes, waits and sends within one step.")));
    m_empty->setVisible(empty);
    m_canvas->setVisible(!empty);
    m_canvas->setPicture(std::move(picture));
    mark();
    refreshHeader();
}

void TimelineView::refreshHeader() {
    const TimelinePicture& picture = m_canvas->picture();
    const auto& snapshot = this->snapshot();
    const bool split = snapshot && splitsBackward(*snapshot);
    if (place() == ViewPlace::Explore) {
        m_header->setKinds({{NumberKind::Predicted, predictedWords(snapshot.get())}});
        m_header->setNote(picture.hasPinned() ? tr("outline: A") : QString());
        const QString whole = snapshot ? bubbleFormula(*snapshot) : QString();
        const bool shorter = snapshot && snapshot->timeline && ViewHeader::isNarrow(*this);
        m_header->setFigure(
            shorter ? tr("Bubble %1").arg(percentText(snapshot->timeline->bubbleFraction)) : whole,
            whole + QLatin1Char('\n') + bubbleDefinition());
        m_legend->setEntries(opLegend(NumberKind::Predicted, OpLegend::WithTail, split));
        return;
    }
    const bool measured = picture.hasMeasured();
    m_header->setNote(measured ? tr("step %1").arg(wholeNumber(picture.step)) : QString());
    m_legend->setEntries(
        opLegend(measured ? NumberKind::Measured : NumberKind::Predicted, OpLegend::WithTail, split));
    m_legend->setToolTip(bubbleDefinition());
    m_kinds->setWords(runWords(m_question.clock, snapshot && inVirtualTime(snapshot->plan)));
}

void TimelineView::resizeEvent(QResizeEvent* event) {
    HallView::resizeEvent(event);
    refreshHeader();
}

void TimelineView::openTensors(std::size_t moment) {
    const TimelinePicture& picture = m_canvas->picture();
    const MemoryCurve& curve = *picture.memory;
    const core::Ledger& ledger = snapshot()->memory->stages[std::size_t(curve.stage)].ledger;
    auto* list = new TensorList(momentTitle(curve, moment, picture.unit), bytesText(curve.at(moment)),
                                core::heldAt(snapshot()->plan, *snapshot()->shards, ledger, curve.stage, curve.moments[moment]), this);
    list->openAt(m_canvas->mapToGlobal(m_canvas->itemRect(m_canvas->itemOfMoment(moment)).center().toPoint()));
}

void TimelineView::openFormula(int item) {
    const auto place = m_canvas->opOf(item);
    if (!place || place->lane != NumberKind::Predicted) return;
    const auto& whose = place->plan == LanePlan::Pinned ? pinned() : snapshot();
    auto op = core::opFormula(*whose, place->kind, core::Stage(place->stage));
    if (!op) return;
    auto* card = new OpCard(m_canvas->hoverContent(item).title, std::move(*op), this);
    card->openAt(m_canvas->mapToGlobal(m_canvas->itemRect(item).center().toPoint()));
}

QString TimelineView::kindWords() const {
    QStringList words;
    if (place() == ViewPlace::Explore) return predictedWords(snapshot().get());
    for (const KindWord& word : runWords(m_question.clock, snapshot() && inVirtualTime(snapshot()->plan)))
        words << word.word;
    return words.join(QLatin1String(", "));
}

}  // namespace ui
