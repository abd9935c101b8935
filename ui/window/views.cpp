// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one place that knows every view by its type.
#include "ui/window/views.h"

#include "ui/live/chart_pair.h"
#include "ui/live/loss_chart.h"
#include "ui/live/memory_chart.h"
#include "ui/live/rate_charts.h"
#include "ui/live/sample_pane.h"
#include "ui/live/step_breakdown.h"
#include "ui/memory/memory_view.h"
#include "ui/timeline/timeline_view.h"
#include "ui/topology/topology_view.h"
#include "ui/workflow/workflow_view.h"

namespace ui {

namespace {

template <class View, class Place>
View* placed(const Hall& hall, Place place) {
    auto* view = new View(place);
    view->bind(hall);
    return view;
}

template <class Chart>
Chart* chart(const Hall& hall, const ViewActions& actions) {
    auto* view = new Chart(hall);
    QObject::connect(view, &LiveChart::startRequested, view, [start = actions.start] { start(); });
    return view;
}

void nameAll(ViewSet& set) {
    const auto name = [&set](const char* file, WorkspaceKind place, QWidget* view) {
        set.named << NamedView{QString::fromLatin1(file), place, view};
    };
    name("memory", WorkspaceKind::Explore, set.exploreMemory);
    name("timeline", WorkspaceKind::Explore, set.exploreTimeline);
    name("workflow", WorkspaceKind::Explore, set.exploreWorkflow);
    name("memory", WorkspaceKind::Run, set.runMemory);
    name("timeline", WorkspaceKind::Run, set.runTimeline);
    name("workflow", WorkspaceKind::Run, set.runWorkflow);
    name("loss", WorkspaceKind::Run, set.loss);
    name("sample", WorkspaceKind::Run, set.sample);
    const char* const charts[] = {"throughput", "gradient-norm", "learning-rate", "step-breakdown"};
    for (qsizetype i = 0; i < set.charts.size(); ++i) name(charts[i], WorkspaceKind::Run, set.charts[i]);
}

}  // namespace

ViewSet makeViews(const Hall& hall, const ViewActions& actions) {
    ViewSet set;
    auto* topology = new TopologyView(hall);
    set.topology = topology;
    set.showTopologyFor = [topology](WorkspaceKind kind) {
        topology->setForm(kind == WorkspaceKind::Run ? TopologyForm::Compact : TopologyForm::Full);
    };
    set.grabTopology = [topology] { return topology->grabPicture(); };
    set.paintTopology = [topology](QPainter& painter, const Theme& theme, const QSizeF& size) {
        return topology->paintPlan(painter, theme, size);
    };
    set.exploreMemory = placed<MemoryView>(hall, ViewPlace::Explore);
    set.exploreTimeline = placed<TimelineView>(hall, ViewPlace::Explore);
    set.runMemory = placed<MemoryView>(hall, ViewPlace::Run);
    set.runTimeline = placed<TimelineView>(hall, ViewPlace::Run);
    set.exploreWorkflow = placed<WorkflowView>(hall, ViewPlace::Explore);
    set.runWorkflow = placed<WorkflowView>(hall, ViewPlace::Run);
    set.loss = chart<LossChart>(hall, actions);
    auto* sample = new SamplePane(hall);
    QObject::connect(sample, &SamplePane::changePromptRequested, sample,
                     [edit = actions.changePrompt] { edit(); });
    set.sample = sample;
    set.charts = {chart<ThroughputChart>(hall, actions), chart<GradientNormChart>(hall, actions),
                  new ChartPair(chart<LearningRateChart>(hall, actions), chart<MemoryChart>(hall, actions)),
                  new StepBreakdownView(hall)};
    nameAll(set);
    return set;
}

LearnViews makeLearnViews(const Hall& hall, const std::function<void()>& start) {
    LearnViews views;
    auto* topology = new TopologyView(hall);
    topology->setDrawing(TopologyDrawing::Painted);
    views.topology = topology;
    views.aimTopology = [topology](core::CardColour cards, const std::optional<core::Camera>& camera) {
        topology->setMode(cards == core::CardColour::ByStage    ? TopologyMode::Stage
                          : cards == core::CardColour::ByMemory ? TopologyMode::Memory
                          : cards == core::CardColour::ByShard  ? TopologyMode::Zero
                                                                : TopologyMode::Groups);
        topology->aim(camera ? std::optional(SceneInput::Angles{float(camera->azimuth), float(camera->elevation)})
                             : std::nullopt);
    };
    auto* planMemory = placed<MemoryView>(hall, ViewPlace::Explore);
    views.planMemory = planMemory;
    views.showStages = [planMemory](ShownStages stages) {
        planMemory->setZeroComparison(stages == ShownStages::All ? ZeroComparison::Shown : ZeroComparison::Hidden);
    };
    views.runMemory = placed<MemoryView>(hall, ViewPlace::Run);
    views.planTimeline = placed<TimelineView>(hall, ViewPlace::Explore);
    views.runTimeline = placed<TimelineView>(hall, ViewPlace::Run);
    const ViewActions actions{start, {}};
    auto* loss = chart<LossChart>(hall, actions);
    views.loss = loss;
    views.showEarlierLoss = [loss](std::vector<core::Series> curves) { loss->setEarlier(std::move(curves)); };
    views.gradientNorm = chart<GradientNormChart>(hall, actions);
    views.throughput = chart<ThroughputChart>(hall, actions);
    views.learningRate = new LearningRateChart(hall, LearningRateOf::Plan);
    views.stepParts = new StepBreakdownView(hall);
    return views;
}

}  // namespace ui
