// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Advice promises nothing that evaluate() does not say.
#include "core/plan/plan_codec.h"
#include "core/planner/advice.h"

#include <QTest>

#include <cstdlib>

namespace {

core::Plan shipped(const char* name) {
    const char* folder = std::getenv("SHARDSCOPE_RESOURCES");
    const auto plan =
        core::loadPlan(std::string(folder ? folder : "") + "/plans/" + name + ".shardscope.json");
    return plan ? *plan : core::Plan{};
}

// The tiny plan on cards that hold `share` of its predicted peak.
core::Plan cramped(double share) {
    core::Plan plan = shipped("tiny-2x2x2");
    plan.batch.micro = 2;
    plan.batch.global = 32;
    const core::Snapshot snapshot = core::evaluate(plan);
    plan.run.cardMemory = core::Bytes(std::int64_t(double(snapshot.memory->peak().value()) * share));
    return plan;
}

const core::FitAdvice* find(const std::vector<core::FitAdvice>& ways, core::FitChange change) {
    for (const core::FitAdvice& way : ways)
        if (way.change == change) return &way;
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
                QCOMPARE(after.memory->peak().value(), way.peak.value());
                QCOMPARE(after.memory->fits, way.fits);
                QCOMPARE(way.plan.layout.cards(), plan.layout.cards());
                QCOMPARE(way.plan.batch.global, plan.batch.global);
            }
        }
    }

    void waysThatFitComeFirst() {
        const auto ways = core::waysToFit(cramped(0.5), core::RunsOn::AnyFramework);
        for (std::size_t i = 1; i < ways.size(); ++i) QVERIFY(ways[i - 1].fits || !ways[i].fits);
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
        QVERIFY(larger && larger->fits);
        QVERIFY(larger->plan.run.cardMemory >= needed);
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
        core::Plan plan = shipped("llama-2-7b-16xa100");
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

    void aPipelineThatIdlesLittleGetsNoAdvice() {
        core::Plan plan = cramped(2.0);
        plan.layout.pp = 1;
        plan.layout.dp = 4;
        QVERIFY(!core::lessBubble(core::evaluate(plan)));
    }
};

QTEST_GUILESS_MAIN(AdviceTest)
#include "advice_test.moc"
