// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order of a step in the window: keys and buttons go through it, the topology lights its groups, and a run of the engine
// shows the steps at work. Needs a display and the engine.
#include "tests/support/window_stage.h"
#include "ui/state/spotlight.h"
#include "ui/topology/topology_view.h"
#include "ui/workflow/workflow_canvas.h"
#include "ui/workflow/workflow_view.h"

#include <algorithm>
#include <set>

using namespace ui::testing;

class WorkflowViewTest : public QObject, private WindowStage {
    Q_OBJECT
private:
    ui::WorkflowView& view() {
        const bool run = window().workspace() == ui::WorkspaceKind::Run;
        return *qobject_cast<ui::WorkflowView*>(run ? window().views().runWorkflow : window().views().exploreWorkflow);
    }
    void goTo(const char* title) {
        const auto& steps = view().canvas().workflow().steps;
        view().choose(int(std::ranges::find(steps, title, &core::WorkflowStep::title) - steps.begin()));
    }
    const ui::LitGroups& lit() { return ui::Spotlight::of(window().hall().selection).lit(); }

private slots:
    void cleanup() { closeWindow(); }

    void keysGoThroughTheStepsAndTheTopologyLightsThem() {
        openWindow(defaultPlan());
        settle();
        window().commands().action(key("view.workflow"))->trigger();
        QTRY_VERIFY(view().isVisible());
        ui::WorkflowCanvas& canvas = view().canvas();
        QVERIFY(canvas.itemCount() > 12);
        QVERIFY(canvas.workflow().lane == core::WorkflowLane::Pipeline);
        QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(canvas.workflow().steps[std::size_t(canvas.current())].title, std::string("workflow.groups"));
        // Only the plan's own lane is stepped through: its mpu is None.
        for (int i = 0; i < 2; ++i) QTest::keyClick(&canvas, Qt::Key_Right);
        QVERIFY2(view().explanation().contains(key("mpu=None")), qPrintable(view().explanation()));
        click(view().findChild<ui::Button*>(key("workflowBack")));
        QVERIFY(view().explanation().contains(key("GPTModelPipe")));
        goTo("workflow.reduce");
        QCOMPARE(lit().groups.size(), std::size_t(4));
        QVERIFY(lit().groups.front().kind == core::GroupKind::Data);
        const auto& topology = *qobject_cast<ui::TopologyView*>(window().views().topology);
        QTRY_COMPARE(topology.scene().links.size(), std::size_t(4));
        const ui::Theme& theme = ui::themeOf(topology);
        for (const ui::SceneBox& box : topology.scene().boxes) QCOMPARE(box.edge, theme.axis(ui::Axis::Data));
        // A selected rank narrows it to its own group.
        window().hall().selection.select({.rank = 5, .stage = {}, .microBatch = {}, .category = {}}, this);
        QCOMPARE(lit().groups.size(), std::size_t(1));
        QTRY_COMPARE(topology.scene().links.size(), std::size_t(1));
        // A click on a box of the other lane explains it and says that the plan does not go there.
        window().hall().selection.clear(this);
        goTo("workflow.step-call");
        QVERIFY(view().explanation().contains(key("other engine")));
        // Back to the timeline: nothing stays lit.
        window().commands().action(key("view.workflow"))->trigger();
        QTRY_VERIFY(lit().empty());
        QTRY_VERIFY(topology.scene().links.empty());
    }

    void theOtherEngineHasItsOwnWay() {
        core::Plan plan = defaultPlan();
        plan.layout.pp = 1;
        plan.layout.dp = 4;
        openWindow(plan);
        settle();
        window().commands().action(key("view.workflow"))->trigger();
        QTRY_VERIFY(view().isVisible());
        ui::WorkflowCanvas& canvas = view().canvas();
        QVERIFY(canvas.workflow().lane == core::WorkflowLane::Zero);
        QStringList titles;
        for (int step = canvas.ownStep(-1, 1); step >= 0; step = canvas.ownStep(step, 1))
            titles << QString::fromStdString(canvas.workflow().steps[std::size_t(step)].call);
        QVERIFY(titles.contains(key("engine.backward(loss)")) && titles.contains(key("engine.step()")));
        QVERIFY(titles.filter(key("train_batch")).isEmpty());
    }

    // A with a pipeline, the plan without: A's lane is outlined, and its bytes stand below.
    void aPinnedPlanStandsBehindTheSteps() {
        openWindow(defaultPlan());
        settle();
        window().commands().action(key("view.workflow"))->trigger();
        QTRY_VERIFY(view().isVisible());
        ui::WorkflowCanvas& canvas = view().canvas();
        QVERIFY(!canvas.hasPinned());
        QTest::keyClick(&window(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(canvas.hasPinned());
        const core::Workflow a = core::stepWorkflow(*window().hall().evaluator.snapshot());
        core::Plan plan = document().plan();
        plan.layout.pp = 1;
        plan.layout.dp = 4;
        plan.zero.stage = 2;
        document().replace(plan, key("no pipeline"));
        settle();
        QVERIFY(canvas.workflow().lane == core::WorkflowLane::Zero);
        int onlyA = 0, onlyHere = 0, both = 0;
        for (int item = 0; item < canvas.itemCount(); ++item) {
            const core::WorkflowStep& step = canvas.workflow().steps[std::size_t(item)];
            const core::WorkflowStep* twin = canvas.pinnedTwin(item);
            const bool own = canvas.workflow().isOwn(step);
            const auto ofA = std::ranges::find(a.steps, step.title, &core::WorkflowStep::title);
            QCOMPARE(twin != nullptr, ofA != a.steps.end() && a.isOwn(*ofA));
            if (twin) QCOMPARE(twin->wire(), ofA->wire());
            onlyA += twin && !own;
            onlyHere += !twin && own;
            both += twin && own;
        }
        QVERIFY(onlyA > 2 && onlyHere > 2 && both > 2);
        goTo("workflow.reduce");
        const core::WorkflowStep* twin = canvas.pinnedTwin(canvas.current());
        QVERIFY(twin && view().explanation().contains(key("A: ")));
        QTest::keyClick(&window(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(!canvas.hasPinned());
    }

    void aRunShowsItsStepsAtWork() {
        core::Plan plan = defaultPlan();
        plan.run.steps = 12;
        openWindow(plan);
        settle();
        window().showWorkspace(ui::WorkspaceKind::Run);
        window().commands().action(key("view.workflow"))->trigger();
        QTRY_VERIFY(view().isVisible());
        window().startRun();
        std::set<std::string> seen;
        const auto look = [&] {
            const auto& active = view().canvas().active();
            for (std::size_t i = 0; i < active.size(); ++i)
                if (active[i]) seen.insert(view().canvas().workflow().steps[i].title);
            return seen.contains("workflow.forward") && seen.contains("workflow.backward");
        };
        QTRY_VERIFY_WITH_TIMEOUT(look(), kEngineTimeout);
        goTo("workflow.forward");
        QTRY_VERIFY_WITH_TIMEOUT(view().explanation().contains(QStringLiteral("●")), kEngineTimeout);
    }
};

int main(int argc, char** argv) { return runWindowTest<WorkflowViewTest>(argc, argv); }
#include "workflow_test.moc"
