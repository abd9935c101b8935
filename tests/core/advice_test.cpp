// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Advice promises nothing that evaluate() does not say.
#include "core/plan/validate.h"
#include "core/planner/advice.h"
#include "tests/support/shipped_plan.h"

#include <QTest>

namespace {

// The tiny plan on cards that hold `share` of its predicted peak.
core::Plan cramped(double share) {
    core::Plan plan = support::shippedPlan("tiny-2x2x2");
    plan.batch.micro = 2;
    plan.batch.global = 32;
    const core::Snapshot snapshot = core::evaluate(plan);
    plan.run.cardMemory = core::Bytes(std::int64_t(double(snapshot.memory->peak().value()) * share));
    return plan;
}

const core::FitAdvice* find(const std::vector<core::FitAdvice>& ways, core::FitChange change) {
    for (const core::FitAdvice& way : ways)
        if (way.changes == std::vector{change}) return &way;
    return nullptr;
}

}  // namespace

class AdviceTest : public QObject {
    Q_OBJECT
private slots:
    void everyWayIsWhatItsPlanEvaluatesTo() {
        for (const double share : {0.3, 0.6, 0.9}) {
            const core::Plan plan = cramped(share);
            const auto ways = core::waysToFit(plan, core::RunsOn::AnyFramework);
            QVERIFY(!ways.empty());
            for (const core::FitAdvice& way : ways) {
                const core::Snapshot after = core::evaluate(way.plan);
                QVERIFY(!core::hasErrors(after.problems));
                QVERIFY(!core::hasErrors(after.engineProblems));  // what can be trained here stays so
                QCOMPARE(after.memory->peak().value(), way.peak.value());
                QVERIFY(after.memory->fits);
                QCOMPARE(way.plan.layout.cards(), plan.layout.cards());
                QCOMPARE(way.plan.batch.global, plan.batch.global);
            }
        }
    }

    // No way breaks a rule that the plan itself does not, whatever schedule, batch and split it has.
    void everyWayIsLegal() {
        int ways = 0;
        for (const auto& [kind, chunks] : {std::pair(core::ScheduleKind::OneFOneB, 1), {core::ScheduleKind::Interleaved, 2}, {core::ScheduleKind::ZbH1, 1}})
            for (const int dp : {2, 4, 8})
                for (const int rounds : {4, 6, 30, 62, 64})
                    for (const int micro : {1, 2, 6}) {
                        core::Plan plan;
                        plan.model = *core::findModelPreset("llama-2-7b");
                        plan.framework = core::Framework::Megatron;
                        plan.schedule = kind;
                        plan.layout.pp = 2, plan.layout.dp = dp, plan.layout.virtualStages = chunks;
                        plan.cluster = {"a100-40gb", 1, 2 * dp};
                        plan.batch = {micro, std::int64_t(rounds) * dp * micro};
                        if (core::hasErrors(core::validate(plan))) continue;
                        for (const core::FitAdvice& way : core::waysToFit(plan, core::RunsOn::AnyFramework)) {
                            for (const core::Problem& problem : core::validate(way.plan))
                                QVERIFY2(problem.severity != core::Severity::Error, core::describe(problem).c_str());
                            ++ways;
                        }
                    }
        QVERIFY(ways > 50);
    }

    void ofEachChangeTheLeastThatFitsIsOffered() {
        core::Plan plan = cramped(1);
        plan.batch.micro = 8;
        plan.batch.global = 64;
        const core::Bytes peak = core::evaluate(plan).memory->peak();
        plan.run.cardMemory = peak - core::Bytes(1);
        const auto ways = core::waysToFit(plan, core::RunsOn::AnyFramework);
        const core::FitAdvice* smaller = find(ways, core::FitChange::SmallerMicroBatch);
        QVERIFY(smaller);
        QCOMPARE(smaller->plan.batch.micro, 4);
        const core::FitAdvice* zero = find(ways, core::FitChange::HigherZero);
        QVERIFY(zero);
        QCOMPARE(zero->plan.zero.stage, 2);
        QVERIFY(&ways.front() == smaller);
    }

    void whereNoSingleChangeFitsNoneIsOffered() {
        core::Plan plan = support::shippedPlan("gpt3-175b-1024xa100");
        plan.layout = core::LayoutSpec{};
        plan.layout.dp = 1;
        plan.cluster.nodes = plan.cluster.gpusPerNode = 1;
        plan.zero.stage = 0;
        plan.batch = {1, 1};
        QVERIFY(core::evaluate(plan).memory && !core::evaluate(plan).memory->fits);
        QVERIFY(core::waysToFit(plan, core::RunsOn::AnyFramework).empty());
    }

    void aPredictionThatWasTooLowIsScaledByWhatTheCardAskedFor() {
        core::Plan plan = cramped(1.02);  // fits by the prediction; the card said otherwise
        const core::Bytes peak = core::evaluate(plan).memory->peak();
        for (const core::FitAdvice& way : core::waysToFit(plan, core::RunsOn::Engine, peak * 2)) {
            const core::Bytes capacity = core::evaluate(way.plan).memory->capacity;
            QVERIFY(way.peak * 2 <= capacity);
        }
    }

    void aSmallerMicroBatchKeepsTheGlobalBatchAndLowersThePeak() {
        const core::Plan plan = cramped(0.9);
        const auto ways = core::waysToFit(plan, core::RunsOn::Engine);
        const core::FitAdvice* smaller = find(ways, core::FitChange::SmallerMicroBatch);
        QVERIFY(smaller);
        QCOMPARE(smaller->plan.batch.micro, 1);
        QCOMPARE(smaller->plan.microBatches(), 2 * plan.microBatches());
        QVERIFY(smaller->peak < core::evaluate(plan).memory->peak());
    }

    void largerCardsHoldWhatWasAskedFor() {
        const core::Bytes needed = core::mebibytes(37);
        const auto ways = core::waysToFit(cramped(0.5), core::RunsOn::Engine, needed);
        const core::FitAdvice* larger = find(ways, core::FitChange::LargerCards);
        QVERIFY(larger);
        QVERIFY(larger->plan.run.cardMemory >= needed);
    }

    // 136 of its 175 GiB are activations: flash attention with sequence parallelism is what fits, and nothing is
    // offered that Megatron-LM has not.
    void activationsThatFillTheCardsAreCuredByTwoChanges() {
        core::Plan plan;
        plan.model = *core::findModelPreset("llama-3-70b");
        plan.cluster = {"h100-sxm", 8, 8};
        plan.framework = core::Framework::Megatron;
        plan.layout = {.tp = 8, .dp = 4, .pp = 2};
        plan.zero.stage = 1;
        plan.batch = {1, 32};
        QVERIFY(core::score(plan).valid && !core::score(plan).fits);
        const auto ways = core::waysToFit(plan, core::RunsOn::AnyFramework);
        bool both = false, single = true;
        for (const core::FitAdvice& way : ways) {
            QVERIFY(core::score(way.plan).fits && way.plan.zero.stage <= 1);
            QVERIFY2(single || way.changes.size() == 2, "pairs stand behind single changes");
            single = way.changes.size() == 1;
            both |= way.plan.attention == core::AttentionKind::Flash && way.plan.sequenceParallel == core::SequenceParallel::On;
            for (const core::FitChange change : way.changes) QVERIFY(change != core::FitChange::SmallerMicroBatch);
        }
        QVERIFY(both && find(ways, core::FitChange::Recompute));
    }

    void theEngineIsOfferedOnlyWhatItCanTrain() {
        for (const core::FitAdvice& way : core::waysToFit(cramped(0.5), core::RunsOn::Engine))
            QVERIFY(!core::hasErrors(core::evaluate(way.plan).engineProblems));
    }

    void aPlanThatBreaksARuleGetsNoAdvice() {
        core::Plan plan = cramped(0.5);
        plan.layout.tp = 3;
        QVERIFY(core::waysToFit(plan, core::RunsOn::AnyFramework).empty());
        QVERIFY(!core::lessBubble(core::evaluate(plan)));
    }

    void lessBubbleDoublesUntilATenthIsLeft() {
        core::Plan plan = support::shippedPlan("llama-2-7b-16xa100");
        plan.layout = core::LayoutSpec{};
        plan.layout.tp = 2;
        plan.layout.pp = 4;
        plan.layout.dp = 2;
        plan.zero.stage = 1;
        plan.batch = {1, 16};
        const core::Snapshot before = core::evaluate(plan);
        QVERIFY2(before.timeline.has_value(),
                 before.problems.empty() ? "" : core::message(before.problems.front()).c_str());
        const auto advice = core::lessBubble(before);
        QVERIFY(advice);
        QVERIFY(advice->microBatches % plan.microBatches() == 0);
        QVERIFY(advice->after < 0.10 && advice->before > advice->after);
        QCOMPARE(core::evaluate(advice->plan).timeline->bubbleFraction, advice->after);
        core::Plan half = advice->plan;
        half.batch.global /= 2;
        QVERIFY2(core::evaluate(half).timeline->bubbleFraction >= 0.10, "the smallest doubling is advised");
    }

    // Four stages of one layer each, of which the last also has the head: a third of the bubble is no fill and drain.
    void aBubbleOfUnequalStagesIsNamedAndItsRestAdvised() {
        core::Plan plan = support::shippedPlan("tiny-2x2x2");
        plan.layout.pp = 4;
        plan.cluster.gpusPerNode = 16;
        plan.batch.micro = 1;
        plan.batch.global = 16;
        const core::Snapshot before = core::evaluate(plan);
        QVERIFY(before.timeline && before.timeline->bubbleFraction > 0.3);
        const auto advice = core::lessBubble(before);
        QVERIFY(advice);
        QVERIFY(advice->microBatches > 8 && advice->after >= advice->unequal - 1e-9);
        QVERIFY(advice->unequal > 0.05 && advice->unequal < advice->before);
        QVERIFY(advice->stepRatio > 1 && advice->throughputRatio > 1);
        const core::Snapshot after = core::evaluate(advice->plan);
        QCOMPARE(after.memory->peak().value(), advice->peak.value());
        QCOMPARE(after.memory->fits, advice->fits);
    }

    void moreMicroBatchesThatDoNotFitAreAdvisedWithTheirPrice() {
        core::Plan plan = support::shippedPlan("tiny-2x2x2");
        plan.layout.pp = 4;
        plan.cluster.gpusPerNode = 16;
        plan.schedule = core::ScheduleKind::GPipe;  // every micro-batch is held at once
        plan.batch = {1, 16};
        plan.run.cardMemory = core::evaluate(plan).memory->peak() + core::Bytes(1024);
        const auto advice = core::lessBubble(core::evaluate(plan));
        QVERIFY(advice);
        QVERIFY(!advice->fits && advice->peak > plan.run.cardMemory);
    }

    void aPipelineThatIdlesLittleGetsNoAdvice() {
        core::Plan plan = cramped(2.0);
        plan.layout.pp = 1;
        plan.layout.dp = 4;
        QVERIFY(!core::lessBubble(core::evaluate(plan)));
    }
};

QTEST_GUILESS_MAIN(AdviceTest)
#include "advice_test.moc"
