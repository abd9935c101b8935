// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// evaluate() is pure, complete for sound plans, silent for broken ones, and says what score() says.
#include "core/evaluate.h"

#include "core/plan/rules.h"

#include "tests/support/plans.h"

#include <QElapsedTimer>
#include <QTest>

#include <random>

using namespace core;

namespace {

template <class T, std::size_t N>
T oneOf(const T (&values)[N], std::mt19937& random) {
    return values[random() % N];
}

Plan randomPlan(std::mt19937& random) {
    const ModelSpec models[] = {support::gptOf(4, 48, 4, 61, 16), support::gptOf(24, 1024, 16, 50257, 1024),
                                *findModelPreset("gpt3-175b"), *findModelPreset("llama-2-7b")};
    const int powers[] = {1, 2, 4, 8};
    const LayoutSpec layout{
        .tp = oneOf(powers, random), .dp = oneOf(powers, random), .pp = oneOf(powers, random)};
    const Framework frameworks[] = {Framework::Engine, Framework::Megatron, Framework::DeepSpeed,
                                    Framework::Fsdp};
    Plan plan = support::planOf(oneOf(models, random), layout, oneOf(frameworks, random));
    const int cards = layout.cards(), perNode = std::min(cards, 8);
    plan.cluster = {random() % 3 ? "a100-80gb" : "virtual-card", cards / perNode, perNode};
    plan.batch.micro = 1 << (random() % 3);
    plan.batch.global = std::int64_t(plan.batch.micro) * layout.dp * std::int64_t(1 + random() % 16);
    plan.zero.stage = int(random() % 4);
    const ScheduleKind schedules[] = {ScheduleKind::GPipe, ScheduleKind::OneFOneB, ScheduleKind::Interleaved,
                                      ScheduleKind::LoopedBfs, ScheduleKind::ZbH1};
    plan.schedule = oneOf(schedules, random);
    plan.layout.virtualStages = std::max(chunksOf(plan.schedule).least, int(random() % 3));
    plan.layout.virtualStages = std::min(plan.layout.virtualStages, chunksOf(plan.schedule).most);
    plan.recomputeMethod = random() % 2 ? RecomputeMethod::Uniform : RecomputeMethod::Block;
    plan.recomputeLayers = 1 + int(random() % 3);
    const Recompute recomputes[] = {Recompute::None, Recompute::Selective, Recompute::Full};
    plan.recompute = oneOf(recomputes, random);
    const RankOrder orders[] = {RankOrder::Megatron, RankOrder::MegatronTpPpDp};
    plan.layout.order = oneOf(orders, random);
    return plan;
}

}  // namespace

class EvaluateTest : public QObject {
    Q_OBJECT
private slots:
    void scoreSaysWhatEvaluateSays() {
        std::mt19937 random(23);
        int valid = 0;
        for (int i = 0; i < 600; ++i) {
            const Plan plan = randomPlan(random);
            const Score fast = score(plan);
            const Snapshot whole = evaluate(plan);
            QCOMPARE(fast.valid, whole.step.has_value());
            if (!fast.valid) continue;
            ++valid;
            QCOMPARE(fast.step, whole.step->step);
            QCOMPARE(fast.mfu, whole.step->mfu);
            QCOMPARE(fast.peak, whole.memory->peak());
            QCOMPARE(fast.fits, whole.memory->fits);
        }
        QVERIFY2(valid > 200, qPrintable(QString::number(valid)));
    }

    void theEstimatedStepIsTheEndOfTheTimeline() {
        std::mt19937 random(29);
        for (int i = 0; i < 300; ++i) {
            const Snapshot s = evaluate(randomPlan(random));
            if (!s.step) continue;
            QCOMPARE(s.timeline->stepEnd, s.step->step);
            QVERIFY(std::abs(s.timeline->bubbleFraction - s.step->bubbleFraction) < 1e-9);
            for (std::size_t r = 0; r < s.memory->stages.size(); ++r)
                QCOMPARE(s.memory->stages[r].peakInFlight, s.timeline->peakInFlight[r]);
        }
    }

    void aTableOfOnesOwnIsEvaluatedAsTheKindThatItSpells() {
        for (const ScheduleKind kind :
             {ScheduleKind::OneFOneB, ScheduleKind::ZbH1, ScheduleKind::Interleaved}) {
            Plan plan = support::planOf(support::gptOf(8, 64, 4, 256, 32), {.pp = 2}, Framework::Engine);
            plan.schedule = kind;
            plan.layout.virtualStages = chunksOf(kind).least;
            plan.batch.global = 6;
            const Snapshot named = evaluate(plan);
            plan.schedule = ScheduleKind::Table;
            for (const auto& ops : named.schedule->ranks) {
                plan.scheduleTable.emplace_back();
                for (const Op& op : ops) plan.scheduleTable.back() += op.toText() + ' ';
            }
            const Snapshot own = evaluate(plan);
            QVERIFY(own.step.has_value());
            QVERIFY(own.timeline == named.timeline && own.step == named.step);
            QVERIFY(own.memory->stages == named.memory->stages);
            QCOMPARE(score(plan).step, own.step->step);
            plan.batch.global = 8;
            QCOMPARE(evaluate(plan).problems.front().code, std::string("schedule.table-shape"));
            plan.scheduleTable.front() += "0F0";
            QVERIFY(!evaluate(plan).step);
        }
    }

    void theSamePlanGivesTheSameResult() {
        std::mt19937 random(31);
        for (int i = 0; i < 50; ++i) {
            const Plan plan = randomPlan(random);
            const Snapshot a = evaluate(plan), b = evaluate(plan);
            QVERIFY(a.problems == b.problems && a.timeline == b.timeline && a.step == b.step &&
                    a.run == b.run);
        }
    }

    void aPlanWithoutErrorsIsComplete() {
        for (const Plan& plan : support::enginePlans(8)) {
            const Snapshot s = evaluate(plan);
            QVERIFY(!hasErrors(s.problems));
            QVERIFY(s.layout && s.shards && s.schedule && s.timeline && s.memory && s.step && s.run);
            QCOMPARE(s.layout->ranks(), plan.layout.cards());
            QCOMPARE(int(s.memory->stages.size()), plan.layout.pp);
            QVERIFY(s.memory->stages == s.memory->underZero[std::size_t(plan.zero.stage)]);
            QVERIFY(checkSchedule(*s.schedule).empty());
        }
    }

    void aPlanThatBreaksARuleHasProblemsAndNoNumbers() {
        Plan plan = support::enginePlans(1).front();
        plan.layout.tp = 3;  // 4 heads
        const Snapshot s = evaluate(plan);
        QVERIFY(hasErrors(s.problems));
        QVERIFY(!s.step && !s.memory && !s.schedule && !s.timeline && !s.run);
        QVERIFY(!score(plan).valid);
        plan = support::enginePlans(1).front();
        plan.batch.global = 7;
        plan.batch.micro = 2;
        QVERIFY(!evaluate(plan).step);
    }

    void aScheduleThatIsPlannedOnlyIsNamed() {
        Plan plan = support::planOf(support::gptOf(8, 1024, 16, 51200, 1024), {.pp = 4}, Framework::Megatron);
        plan.schedule = ScheduleKind::ZbH2;
        const Snapshot s = evaluate(plan);
        QVERIFY(!s.step);
        QVERIFY(std::any_of(s.problems.begin(), s.problems.end(),
                            [](const Problem& p) { return message(p).find("zb-h2") != std::string::npos; }));
        QVERIFY(!score(plan).valid);
    }

    void theCapOfAVirtualCardIsItsCapacity() {
        Plan plan = support::enginePlans(1).front();
        plan.run.cardMemory = Bytes(1000);
        QCOMPARE(evaluate(plan).memory->capacity, Bytes(1000));
        QVERIFY(!evaluate(plan).memory->fits);
        plan.run.cardMemory = Bytes(0);
        QCOMPARE(evaluate(plan).memory->capacity, findAccelerator("virtual-card")->memory);
        QVERIFY(evaluate(plan).memory->fits);
    }

    void theTailHasOneOptimizerSpanOnEveryRank() {
        for (const Plan& plan : support::enginePlans(8)) {
            const Snapshot s = evaluate(plan);
            for (const auto& rank : s.timeline->ranks) {
                QCOMPARE(rank.back().kind, SpanKind::Optimizer);
                QCOMPARE(rank.back().microBatch, MicroBatch(-1));
                QCOMPARE(rank.back().end, s.timeline->stepEnd);
                QVERIFY(rank.back().start >= s.timeline->makespan);
            }
        }
    }

    void twoHundredFiftySixRanksTakeAMillisecond() {
        Plan plan =
            support::planOf(*findModelPreset("gpt3-175b"), {.tp = 8, .dp = 4, .pp = 8}, Framework::Megatron);
        plan.cluster = {"a100-80gb", 32, 8};
        plan.batch.global = 4 * 64;
        QVERIFY(evaluate(plan).step.has_value());
        double fastest = 1e9, fastestScore = 1e9;
        for (int i = 0; i < 50; ++i) {
            QElapsedTimer timer;
            timer.start();
            const Snapshot s = evaluate(plan);
            fastest = std::min(fastest, double(timer.nsecsElapsed()) / 1e6);
            timer.restart();
            const Score quick = score(plan);
            fastestScore = std::min(fastestScore, double(timer.nsecsElapsed()) / 1e6);
            QVERIFY(s.step && quick.valid);
        }
        qInfo("evaluate %.3f ms, score %.3f ms", fastest, fastestScore);
        QVERIFY(fastest < 1.0);
        QVERIFY(fastestScore < fastest);
    }
};

QTEST_GUILESS_MAIN(EvaluateTest)
#include "evaluate_test.moc"
