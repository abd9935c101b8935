// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_view.h"

#include "ui/kit/button.h"
#include "ui/kit/canvas_menu.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/segmented.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/state/evaluator.h"
#include "ui/state/hall.h"
#include "ui/state/run_store.h"
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

}  // namespace

TimelineView::TimelineView(TimelinePlace place, QWidget* parent)
    : QWidget(parent)
    , m_place(place) {
    build();
    connect(m_canvas, &TimelineCanvas::itemSelected, this,
            [this](int item) { emit selectionRequested(m_canvas->itemMeaning(item)); });
    connect(m_canvas, &TimelineCanvas::itemHovered, this,
            [this](int item) { emit hoverRequested(m_canvas->itemMeaning(item)); });
    connect(m_canvas, &TimelineCanvas::cleared, this, [this] { emit selectionRequested({}); });
    refresh();
}

void TimelineView::build() {
    m_header = new ViewHeader(tr("Timeline"), this);
    m_legend = m_header->addLegend();
    const bool explore = m_place == TimelinePlace::Explore;
    m_canvas = new TimelineCanvas(explore ? TimelineForm::Explore : TimelineForm::Run, this);
    m_empty = new EmptyState({}, this);
    if (!explore) buildRunHeader();
    Button* fit = m_header->addIconButton(Icon::Fit, tr("Show the whole step"));
    connect(fit, &Button::clicked, m_canvas, &TimelineCanvas::fit);
    Button* more = m_header->addIconButton(Icon::More, tr("More about the timeline"));
    addCanvasMenu(*more, *m_canvas, [this] {
        return ExportText{tr("Timeline"), m_snapshot ? planLine(*m_snapshot) : QString()};
    });
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

void TimelineView::setSnapshot(std::shared_ptr<const core::Snapshot> snapshot) {
    if (snapshot == m_snapshot) return;
    m_snapshot = std::move(snapshot);
    refresh();
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

void TimelineView::setSelection(const SelectedItem& item) {
    SelectedItem selected = item;
    if (item.rank && !item.stage && m_snapshot) selected.stage = stageOfRank(*m_snapshot, *item.rank);
    const bool otherData =
        selected.rank != m_question.rank || selected.stage.value_or(0) != m_question.savedStage;
    m_selected = selected;
    m_question.rank = selected.rank;
    m_question.savedStage = selected.stage.value_or(0);
    if (otherData) refresh();
    m_canvas->setMarks(m_selected, m_hovered);
}

void TimelineView::setHovered(const SelectedItem& item) {
    m_hovered = item;
    m_canvas->setMarks(m_selected, m_hovered);
}

void TimelineView::refresh() {
    TimelinePicture picture =
        m_snapshot ? timelinePicture(*m_snapshot, m_measured, m_question) : TimelinePicture();
    const bool empty = picture.rows.empty();
    m_empty->setSentence(emptySentence());
    m_empty->setVisible(empty);
    m_canvas->setVisible(!empty);
    m_canvas->setPicture(std::move(picture));
    m_canvas->setMarks(m_selected, m_hovered);
    refreshHeader();
}

void TimelineView::refreshHeader() {
    const TimelinePicture& picture = m_canvas->picture();
    const bool split = m_snapshot && splitsBackward(*m_snapshot);
    if (m_place == TimelinePlace::Explore) {
        const QString schedule = m_snapshot ? nameOf(m_snapshot->plan.schedule) : QString();
        m_header->setKinds({{NumberKind::Predicted, tr("predicted, %1").arg(schedule)}});
        m_header->setFigure(m_snapshot ? bubbleFormula(*m_snapshot) : QString());
        m_legend->setEntries(opLegend(NumberKind::Predicted, OpLegend::WithTail, split));
        return;
    }
    const bool measured = picture.hasMeasured();
    m_header->setNote(measured ? tr("step %1").arg(wholeNumber(picture.step)) : QString());
    m_legend->setEntries(
        opLegend(measured ? NumberKind::Measured : NumberKind::Predicted, OpLegend::WithTail, split));
    const bool virtualTime = m_question.clock == TimelineClock::Virtual;
    m_kinds->setWords({{NumberKind::Predicted, nameOf(NumberKind::Predicted)},
                       {virtualTime ? NumberKind::Simulated : NumberKind::Measured,
                        virtualTime ? tr("measured costs, virtual time") : tr("measured, wall clock")}});
}

QString TimelineView::emptySentence() const {
    if (m_snapshot)
        for (const core::Problem& problem : m_snapshot->problems)
            if (problem.severity == core::Severity::Error) return sentence(problem);
    return tr("When every stage computes, waits and sends within one step.");
}

void TimelineView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_pull) m_pull();
}

void TimelineView::bind(const Hall& hall) {
    Evaluator& evaluator = hall.evaluator;
    RunStore& run = hall.run;
    Selection& selection = hall.selection;
    connect(&selection, &Selection::changed, this, [this](const SelectedItem& item) { setSelection(item); });
    connect(&selection, &Selection::hoverChanged, this,
            [this](const SelectedItem& item) { setHovered(item); });
    connect(this, &TimelineView::selectionRequested, &selection,
            [this, &selection](const SelectedItem& item) { selection.select(item, this); });
    connect(this, &TimelineView::hoverRequested, &selection,
            [this, &selection](const SelectedItem& item) { selection.hover(item, this); });
    const auto pullIfSeen = [this] {
        if (isVisible()) m_pull();
    };
    connect(&evaluator, &Evaluator::evaluated, this, pullIfSeen);
    if (m_place == TimelinePlace::Explore) {
        m_pull = [this, &evaluator] { setSnapshot(evaluator.snapshot()); };
    } else {
        m_pull = [this, &evaluator, &run] {
            m_measured = {run.spans(), {}};
            if (run.problem()) m_measured.outOfMemory = run.problem()->outOfMemory;
            m_snapshot = run.hasRun() ? run.sharedPrediction() : evaluator.snapshot();
            refresh();
        };
        connect(&run, &RunStore::tick, this, pullIfSeen);
        connect(&run, &RunStore::stateChanged, this, pullIfSeen);
    }
    m_pull();
    setSelection(selection.current());
}

}  // namespace ui
