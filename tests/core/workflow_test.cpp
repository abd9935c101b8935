// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps of one training step: the fork of the two engines, the bytes against those of the whole step, and which steps
// the spans of a run show at work.
#include "core/plan/plan_codec.h"
#include "core/workflow/live.h"

#include <QTest>

#include <algorithm>

using namespace core;

namespace {

Plan tinyPlan(int tp, int pp, int dp, int zero) {
    Plan plan = loadPlan(std::string(SHARDSCOPE_SOURCE_DIR) + "/resources/plans/tiny-2x2x2.shardscope.json").value();
    plan.layout.tp = tp;
    plan.layout.pp = pp;
    plan.layout.dp = dp;
    plan.zero.stage = zero;
    plan.batch.global = std::int64_t(plan.batch.micro) * dp * 4;
    plan.cluster.nodes = 1;
    plan.cluster.gpusPerNode = tp * pp * dp;
    return plan;
}

const WorkflowStep* find(const Workflow& workflow, const char* title) {
    const auto step = std::ranges::find(workflow.steps, title, &WorkflowStep::title);
    return step == workflow.steps.end() ? nullptr : &*step;
}

std::size_t indexOf(const Workflow& workflow, const char* title) {
    return std::size_t(find(workflow, title) - workflow.steps.data());
}

}  // namespace

class WorkflowTest : public QObject {
    Q_OBJECT

private slots:
    void theTwoEnginesForkWhereTheyDiffer() {
        const Workflow piped = stepWorkflow(evaluate(tinyPlan(2, 2, 2, 1)));
        QVERIFY(piped.lane == WorkflowLane::Pipeline);
        QVERIFY(find(piped, "workflow.initialize-pipe")->call.find("mpu=None") != std::string::npos);
        QVERIFY(find(piped, "workflow.initialize-zero")->call.find("mpu=mpu") != std::string::npos);
        QVERIFY(piped.isOwn(*find(piped, "workflow.train-batch")) && !piped.isOwn(*find(piped, "workflow.step-call")));
        const Workflow whole = stepWorkflow(evaluate(tinyPlan(2, 1, 4, 1)));
        QVERIFY(whole.lane == WorkflowLane::Zero);
        for (const char* call : {"workflow.forward-call", "workflow.backward-call", "workflow.step-call"})
            QVERIFY(whole.isOwn(*find(whole, call)));
        QVERIFY(!whole.isOwn(*find(whole, "workflow.train-batch")));
        QCOMPARE(std::ranges::count(whole.steps, WorkflowPhase::Save, &WorkflowStep::phase), std::ptrdiff_t(1));
    }

    void passesAndTheirMessagesSumToTheTrafficOfTheStep() {
        for (const auto& [tp, pp, dp, zero] : {std::tuple{2, 2, 2, 1}, {1, 4, 2, 0}, {4, 2, 1, 1}, {2, 1, 4, 3}}) {
            const Snapshot snapshot = evaluate(tinyPlan(tp, pp, dp, zero));
            QVERIFY(snapshot.traffic.has_value());
            const Workflow workflow = stepWorkflow(snapshot);
            const auto sum = [&](std::initializer_list<const char*> titles) {
                Bytes bytes;
                for (const char* title : titles)
                    if (const WorkflowStep* step = find(workflow, title)) bytes += step->wire();
                return double(bytes.value());
            };
            // The norm and the loss add a few bytes to the groups of the whole step.
            const double tensor = double(snapshot.traffic->wire(GroupKind::Tensor).value()),
                         pipeline = double(snapshot.traffic->wire(GroupKind::Pipeline).value());
            const double ours = sum({"workflow.forward", "workflow.backward"}), sent = sum({"workflow.send", "workflow.send-back"});
            QVERIFY(ours <= tensor && ours >= 0.999 * tensor - 1e5);
            QVERIFY(sent <= pipeline && sent >= 0.999 * pipeline - 1e5);
            if (pp > 1) QCOMPARE(sum({"workflow.send"}), sum({"workflow.send-back"}));
        }
    }

    void stagesOfZeroReduceAndGatherAsTheyDo() {
        for (int zero = 0; zero <= 3; ++zero) {
            const Workflow workflow = stepWorkflow(evaluate(tinyPlan(2, 1, 4, zero)));
            const auto op = find(workflow, "workflow.reduce")->traffic.front().op;
            QVERIFY(op == (zero == 0 ? CollectiveKind::AllReduce : CollectiveKind::ReduceScatter));
            QCOMPARE(find(workflow, "workflow.gather") != nullptr, zero == 3);
            QCOMPARE(find(workflow, "workflow.gather-after") != nullptr, zero == 1 || zero == 2);
        }
    }

    void spansShowTheStepsAtWork() {
        const Workflow workflow = stepWorkflow(evaluate(tinyPlan(2, 2, 2, 1)));
        SpansEvent event;
        const auto span = [&](SpanKind kind, int micro, double start, double end) {
            OpSpan added;
            added.kind = kind;
            added.microBatch = micro;
            added.virtualStart = start;
            added.virtualEnd = end;
            event.spans.push_back(added);
        };
        span(SpanKind::Forward, 0, 0, 1);
        span(SpanKind::Backward, 0, 1, 3);
        span(SpanKind::Communication, -1, 3, 4);
        span(SpanKind::Optimizer, -1, 4, 5);
        span(SpanKind::Communication, -1, 5, 6);
        const std::map<int, SpansEvent> spans{{0, event}};
        QCOMPARE(stepLength(spans), 6.0);
        const auto active = [&](double at, const char* title) { return bool(activeAt(workflow, spans, at)[indexOf(workflow, title)]); };
        QVERIFY(active(0.5, "workflow.forward") && !active(0.5, "workflow.backward"));
        QVERIFY(active(2, "workflow.backward") && !active(2, "workflow.forward"));
        QVERIFY(active(3.5, "workflow.reduce") && !active(3.5, "workflow.gather-after"));
        QVERIFY(active(4.5, "workflow.update"));
        QVERIFY(active(5.5, "workflow.gather-after") && !active(5.5, "workflow.reduce"));
        QVERIFY(!active(0.5, "workflow.forward-call"));
    }

    void aPlanWithoutAScheduleHasNoSteps() {
        Plan plan = tinyPlan(2, 2, 2, 1);
        plan.layout.tp = 7;
        QVERIFY(stepWorkflow(evaluate(plan)).steps.empty());
    }
};

QTEST_GUILESS_MAIN(WorkflowTest)
#include "workflow_test.moc"
