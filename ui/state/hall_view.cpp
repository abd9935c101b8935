// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/hall_view.h"

#include "ui/kit/plan_facts.h"
#include "ui/kit/to_qt.h"
#include "ui/state/evaluator.h"
#include "ui/state/hall.h"
#include "ui/state/marked_canvas.h"
#include "ui/state/pinned_plan.h"
#include "ui/state/run_store.h"

namespace ui {

HallView::HallView(ViewPlace place, QWidget* parent)
    : QWidget(parent)
    , m_place(place) {}

void HallView::watch(MarkedCanvas& canvas) {
    m_canvas = &canvas;
    connect(&canvas, &Canvas::itemSelected, this,
            [this](int item) { emit selectionRequested(m_canvas->itemMeaning(item)); });
    connect(&canvas, &Canvas::itemHovered, this,
            [this](int item) { emit hoverRequested(m_canvas->itemMeaning(item)); });
    connect(&canvas, &Canvas::cleared, this, [this] { emit selectionRequested({}); });
}

void HallView::mark() {
    if (m_canvas) m_canvas->setMarks(m_selected, m_hovered);
}

void HallView::setSnapshot(std::shared_ptr<const core::Snapshot> snapshot) {
    showPlans(std::move(snapshot), m_pinned);
}

void HallView::setPinned(std::shared_ptr<const core::Snapshot> pinned) { showPlans(m_snapshot, std::move(pinned)); }

void HallView::showPlans(std::shared_ptr<const core::Snapshot> snapshot, std::shared_ptr<const core::Snapshot> pinned) {
    if (snapshot == m_snapshot && pinned == m_pinned) return;
    m_snapshot = std::move(snapshot);
    m_pinned = std::move(pinned);
    refresh();
}

void HallView::setSelection(const SelectedItem& item) {
    m_selected = item;
    if (item.rank && !item.stage && m_snapshot) m_selected.stage = stageOfRank(*m_snapshot, *item.rank);
    if (follow(m_selected)) refresh();
    mark();
}

void HallView::setHovered(const SelectedItem& item) {
    m_hovered = item;
    mark();
}

QString HallView::errorOr(const QString& sentence) const {
    if (m_snapshot)
        for (const core::Problem& problem : m_snapshot->problems)
            if (problem.severity == core::Severity::Error) return ui::sentence(problem);
    return sentence;
}

QString HallView::exportLine() const { return m_snapshot ? planLine(*m_snapshot) : QString(); }

void HallView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_pull) m_pull();
}

void HallView::bindSelection(Selection& selection) {
    connect(&selection, &Selection::changed, this, [this](const SelectedItem& item) { setSelection(item); });
    connect(&selection, &Selection::hoverChanged, this,
            [this](const SelectedItem& item) { setHovered(item); });
    connect(this, &HallView::selectionRequested, &selection,
            [this, &selection](const SelectedItem& item) { selection.select(item, this); });
    connect(this, &HallView::hoverRequested, &selection,
            [this, &selection](const SelectedItem& item) { selection.hover(item, this); });
}

void HallView::bind(const Hall& hall) {
    Evaluator& evaluator = hall.evaluator;
    RunStore& run = hall.run;
    bindSelection(hall.selection);
    const auto pullIfSeen = [this] {
        if (isVisible()) m_pull();
    };
    connect(&evaluator, &Evaluator::evaluated, this, pullIfSeen);
    if (m_place == ViewPlace::Explore) {
        PinnedPlan& pin = PinnedPlan::of(evaluator);
        connect(&pin, &PinnedPlan::changed, this, pullIfSeen);
        m_pull = [this, &evaluator, &pin] { showPlans(evaluator.snapshot(), pin.snapshot()); };
    } else {
        m_pull = [this, &evaluator, &run] {
            takeRun(run);
            m_snapshot = run.hasRun() ? run.sharedPrediction() : evaluator.snapshot();
            refresh();
        };
        connect(&run, &RunStore::tick, this, pullIfSeen);
        connect(&run, &RunStore::stateChanged, this, pullIfSeen);
    }
    m_pull();
    setSelection(hall.selection.current());
}

}  // namespace ui
