// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Training in fp16: an overflow on any rank is skipped by all, moves nothing but the loss scale, and survives a
// checkpoint. Checkpoints go on in another precision.
#include "core/lr/lr_schedule.h"
#include "core/memory/engine_widths.h"
#include "gpu/device/precision.h"
#include "tests/support/checkpoint_runs.h"

#include <QTest>

#include <cmath>

using core::Precision;
using core::ScheduleKind;
using test::Outcome;
using test::runTask;
using test::Saved;

namespace {

constexpr double kTooLarge = 0x1p40;  // no gradient of these models survives it in fp16

core::Plan planOf(Precision precision, int tp = 1, int pp = 1, int dp = 1, int zero = 0,
                  ScheduleKind schedule = ScheduleKind::OneFOneB) {
    core::Plan plan = gpu::smallParityPlan(tp, pp, dp, zero, schedule);
    plan.batch.global = 24;
    plan.precision = precision;
    plan.lrSchedule.warmup = 4;
    return plan;
}

// The first updates overflow until the scale is small enough.
core::Plan overflowing(core::Plan plan) {
    plan.lossScale.initial = kTooLarge;
    plan.lossScale.hysteresis = 1;
    return plan;
}

std::vector<bool> skips(const Outcome& outcome) {
    std::vector<bool> skips;
    for (const gpu::StepResult& step : outcome.steps) skips.push_back(step.skipped);
    return skips;
}

std::vector<core::Plan> layouts(Precision precision) {
    return {planOf(precision, 2),
            planOf(precision, 1, 4),
            planOf(precision, 1, 1, 3),
            planOf(precision, 2, 2, 2, 1, ScheduleKind::ZbH1),
            planOf(precision, 1, 2, 2, 2, ScheduleKind::GPipe),
            planOf(precision, 2, 1, 2, 3)};
}

}  // namespace

class PrecisionTrainingTest : public QObject {
    Q_OBJECT
private slots:
    void typesHaveTheWidthsOfTheMemoryModel();
    void anOverflowChangesNothingButTheScale();
    void aSkippedStepLeavesTheScheduleAndAdamWhereTheyWere();
    void allRanksSkipTheSameSteps();
    void theScaleOfOneLayoutIsThatOfEveryOther();
    void atTheSmallestScaleDeepSpeedsRulesEndTheRun();
    void lossesFallInEveryPrecision_data();
    void lossesFallInEveryPrecision();
    void checkpointsKeepTheScaleAndTheSkippedSteps();
    void resumingIsBitwiseInTheSameLayout_data();
    void resumingIsBitwiseInTheSameLayout();
    void sixteenBitsGoOnInFp32AndBack();
};

void PrecisionTrainingTest::typesHaveTheWidthsOfTheMemoryModel() {
    for (const auto& [precision, name] : core::enumNames<Precision>()) {
        if (precision == Precision::Fp8) continue;
        for (const std::optional<Precision> gradients : {std::optional<Precision>(), {precision}}) {
            core::Plan plan = planOf(precision);
            plan.gradientDtype = gradients;
            const core::EngineWidths widths = core::engineWidths(plan);
            const gpu::Precisions types = gpu::precisionsOf(plan);
            QCOMPARE(gpu::bytesOf(types.stored), widths.stored);
            QCOMPARE(gpu::bytesOf(types.statistics), widths.sum);
            QCOMPARE(gpu::bytesOf(types.gradients), widths.gradient);
            QCOMPARE(gpu::bytesOf(types.states), widths.state);
            QCOMPARE(types.hasMasters(), widths.masters() > 0);
        }
    }
}

void PrecisionTrainingTest::anOverflowChangesNothingButTheScale() {
    for (const core::Plan& plan : {overflowing(planOf(Precision::Fp16)), overflowing(planOf(Precision::Fp16, 2, 2, 2, 3))}) {
        const Outcome before = runTask(plan, {.updates = 0}), after = runTask(plan, {.updates = 2});
        QVERIFY(after.steps[0].skipped && after.steps[1].skipped);
        QVERIFY(test::sameState(before, after));
        QCOMPARE(after.steps[0].lossScale, kTooLarge);
        QCOMPARE(after.steps[1].lossScale, kTooLarge / 2);
        QCOMPARE(after.position.skipped, std::int64_t(2));
        QCOMPARE(after.position.lossScale->scale, kTooLarge / 4);
    }
}

void PrecisionTrainingTest::aSkippedStepLeavesTheScheduleAndAdamWhereTheyWere() {
    // The same samples in both runs: the one without overflow begins where the other one's overflows end.
    core::Plan plan = overflowing(planOf(Precision::Fp16));
    const Outcome outcome = runTask(plan, {.updates = 40});
    const auto taken = std::int64_t(std::ranges::find(outcome.steps, false, &gpu::StepResult::skipped) - outcome.steps.begin());
    QVERIFY(taken > 10 && taken < 35);
    std::int64_t made = 0;
    for (const gpu::StepResult& step : outcome.steps) {
        QCOMPARE(step.learningRate, core::learningRate(plan.lrSchedule, plan.optimizer.lr, made, plan.run.steps));
        made += !step.skipped;
    }
    // Adam's first update moves each weight by the rate, whatever its gradient: bias corrections start at 1.
    const Outcome first = runTask(plan, {.updates = taken + 1}), start = runTask(plan, {.updates = 0});
    const double rate = first.steps.back().learningRate;
    double largest = 0;
    for (std::size_t tensor = 0; tensor < start.state.parameters.size(); ++tensor)
        for (std::size_t i = 0; i < start.state.parameters[tensor].size(); ++i)
            largest = std::max(largest, std::abs(first.state.parameters[tensor][i] - start.state.parameters[tensor][i]));
    QVERIFY2(largest > 0.9 * rate && largest < 1.3 * rate, std::to_string(largest / rate).c_str());
}

void PrecisionTrainingTest::allRanksSkipTheSameSteps() {
    for (const core::Plan& plan : layouts(Precision::Fp16)) {
        gpu::Job job(overflowing(plan));
        std::vector<std::vector<bool>> skipped(std::size_t(job.layout().ranks()));
        const auto failure = job.run([&](gpu::RankWorker& worker) {
            worker.initialise();
            for (int update = 0; update < 32; ++update)
                skipped[std::size_t(worker.rank().value)].push_back(
                    worker.trainStep(update, gpu::syntheticSamples(plan)).skipped);
        });
        QVERIFY2(!failure, failure ? failure->text.c_str() : "");
        for (const std::vector<bool>& rank : skipped) QVERIFY(rank == skipped.front());
        QVERIFY(skipped.front().front() && !skipped.front().back());
    }
}

void PrecisionTrainingTest::theScaleOfOneLayoutIsThatOfEveryOther() {
    const Outcome one = runTask(overflowing(planOf(Precision::Fp16)), {.updates = 34});
    for (const core::Plan& plan : layouts(Precision::Fp16)) {
        const Outcome other = runTask(overflowing(plan), {.updates = 34});
        // Near the edge one layout's rounding may overflow one step earlier or later than another's.
        QVERIFY2(std::abs(other.position.skipped - one.position.skipped) <= 1, gpu::layoutText(plan).c_str());
        if (skips(other) != skips(one)) continue;
        QCOMPARE(other.position.lossScale->scale, one.position.lossScale->scale);
        const double error = std::abs(other.losses.back() - one.losses.back()) / one.losses.back();
        QVERIFY2(error < 1e-2, std::to_string(error).c_str());
    }
}

void PrecisionTrainingTest::atTheSmallestScaleDeepSpeedsRulesEndTheRun() {
    core::Plan plan = overflowing(planOf(Precision::Fp16));
    plan.lossScale.minimum = kTooLarge / 2;
    const Outcome outcome = runTask(plan, {.updates = 2});
    QVERIFY(outcome.steps[0].skipped && !outcome.steps[0].atMinimum);
    QVERIFY(outcome.steps[1].skipped && outcome.steps[1].atMinimum);
    plan.lossScale.rules = core::LossScaleRules::Megatron;
    for (const gpu::StepResult& step : runTask(plan, {.updates = 4}).steps) QVERIFY(step.skipped && !step.atMinimum);
}

void PrecisionTrainingTest::lossesFallInEveryPrecision_data() {
    QTest::addColumn<int>("precision");
    for (const auto precision : {Precision::Bf16, Precision::Fp16, Precision::Fp64})
        QTest::newRow(std::string(core::toText(precision)).c_str()) << int(precision);
}

// Beside fp32, from the same weights.
void PrecisionTrainingTest::lossesFallInEveryPrecision() {
    QFETCH(int, precision);
    constexpr int kUpdates = 60;
    const auto lossesIn = [](core::Plan plan) {
        plan.run.steps = kUpdates;
        plan.optimizer.lr = 2e-2;
        const auto fixed = [source = gpu::syntheticSamples(plan)](std::int64_t, int samples, auto tokens, auto targets) {
            source(0, samples, tokens, targets);  // one batch, learnt by heart
        };
        std::vector<double> losses;
        gpu::Job job(plan);
        const auto failure = job.run([&](gpu::RankWorker& worker) {
            worker.initialise();
            for (int update = 0; update < kUpdates; ++update) losses.push_back(worker.trainStep(update, fixed).loss);
        });
        if (failure) qFatal("%s", failure->text.c_str());
        return losses;
    };
    const std::vector<double> right = lossesIn(planOf(Precision::Fp32)), losses = lossesIn(planOf(Precision(precision)));
    QVERIFY2(right.back() < 0.6 * right.front(), std::to_string(right.back()).c_str());
    for (std::size_t i = 0; i < losses.size(); ++i)
        QVERIFY2(std::abs(losses[i] - right[i]) <= 1e-2 * right.front(),
                 (std::to_string(i) + ": " + std::to_string(losses[i]) + " " + std::to_string(right[i])).c_str());
}

void PrecisionTrainingTest::checkpointsKeepTheScaleAndTheSkippedSteps() {
    const core::Plan plan = overflowing(planOf(Precision::Fp16, 1, 2, 1, 0));
    const Saved saved(plan);
    const core::TrainingPosition& position = saved.checkpoint->manifest().position;
    QVERIFY(position == saved.outcome.position);
    QCOMPARE(position.skipped, std::int64_t(5));
    QCOMPARE(position.lossScale->scale, kTooLarge / 32);
    for (const core::Plan& other : layouts(Precision::Fp16))
        QCOMPARE(runTask(overflowing(other), {.from = saved.checkpoint.get(), .updates = 1}).steps.front().lossScale,
                 kTooLarge / 32);
}

void PrecisionTrainingTest::resumingIsBitwiseInTheSameLayout_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("precision");
    for (const auto precision : {Precision::Bf16, Precision::Fp16})
        for (int i = 0; i < int(layouts(precision).size()); ++i)
            QTest::addRow("%s %d", std::string(core::toText(precision)).c_str(), i) << i << int(precision);
}

void PrecisionTrainingTest::resumingIsBitwiseInTheSameLayout() {
    QFETCH(int, index);
    QFETCH(int, precision);
    core::Plan plan = layouts(Precision(precision))[std::size_t(index)];
    plan.lossScale.initial = Precision(precision) == Precision::Fp16 ? 0x1p26 : 0;  // some steps overflow, some do not
    const Outcome whole = runTask(plan, {.updates = 10});
    const Saved half(plan);
    const Outcome rest = runTask(plan, {.from = half.checkpoint.get(), .updates = 5});
    QVERIFY(test::sameState(rest, whole));
    QVERIFY(rest.position == whole.position);
}

void PrecisionTrainingTest::sixteenBitsGoOnInFp32AndBack() {
    for (const Precision narrow : {Precision::Bf16, Precision::Fp16})
        for (const auto& [from, to] : {std::pair(narrow, Precision::Fp32), {Precision::Fp32, narrow}}) {
            const Saved saved(planOf(from, 1, 2, 2, 1));
            const Outcome same = runTask(planOf(from, 1, 2, 2, 1), {.from = saved.checkpoint.get(), .updates = 1});
            const Outcome other = runTask(planOf(to, 2, 1, 2, 3), {.from = saved.checkpoint.get(), .updates = 1});
            // Masters are fp32: no number is lost either way.
            QVERIFY(runTask(planOf(to, 2, 1, 2, 3), {.from = saved.checkpoint.get()}).state.parameters ==
                    saved.outcome.state.parameters);
            const double error = std::abs(other.losses[0] - same.losses[0]) / same.losses[0];
            QVERIFY2(error <= 2e-2, std::to_string(error).c_str());
        }
}

QTEST_GUILESS_MAIN(PrecisionTrainingTest)
#include "precision_training_test.moc"
