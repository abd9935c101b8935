// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Failures, checkpoints, batch ramps and other numbers of cards, held against published runs and hand computation.
#include "core/cost/step_estimate.h"
#include "core/evaluate.h"
#include "core/plan/cards.h"
#include "core/planner/rescale.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

bool near(double value, double expected, double relative) { return std::abs(value - expected) <= relative * std::abs(expected); }

Plan gpt3() {
    Plan plan;
    plan.model = *findModelPreset("gpt3-175b");
    plan.framework = Framework::Megatron;
    plan.cluster = {"a100-80gb", 128, 8};
    plan.layout.tp = 8;
    plan.layout.pp = 8;
    plan.layout.dp = 16;
    plan.batch = {1, 1536};
    plan.zero.stage = 1;
    plan.recompute = Recompute::Full;
    plan.sequenceParallel = SequenceParallel::On;
    plan.budgetTokens = 300'000'000'000;
    return plan;
}

}  // namespace

class GoodputTest : public QObject {
    Q_OBJECT

private slots:
    // Grattafiori et al. 2024, section 3.3.4: 419 unexpected interruptions in 54 days, more than 90 % of the time effective.
    void llama3IsInterruptedEveryThreeHours() {
        Plan plan;
        plan.layout.dp = 16'384;
        plan.cluster = {"h100-sxm", 2048, 8};
        const Goodput goodput = goodputOf(plan, Seconds(6), 54 * 0.9);
        QVERIFY(near(goodput.meanSecondsBetweenFailures, 54 * 86'400.0 / 419, 0.01));
        QVERIFY(near(goodput.failures, 419, 0.02));
        QVERIFY(goodput.fraction > 0.9 && goodput.fraction < 0.95);
    }

    void theIntervalIsYoungsAndLosesLeast() {
        Plan plan = gpt3();
        plan.assumptions.failuresPerCardYear = 0.5;
        plan.assumptions.checkpointSeconds = 60;
        plan.assumptions.restartSeconds = 900;
        const double between = 365.25 * 86'400 / (0.5 * 1024);
        const Goodput goodput = goodputOf(plan, Seconds(20), 30);
        QVERIFY(near(goodput.interval.value(), std::sqrt(2 * 60 * between), 1e-9));
        QCOMPARE(goodput.every, std::int64_t(goodput.interval.value() / 20));
        const auto fraction = [&](double t) { return t / (t + 60) * (1 - (t / 2 + 900) / between); };
        QVERIFY(near(goodput.fraction, fraction(goodput.interval.value()), 1e-9));
        for (const double t : {0.5, 0.8, 1.25, 2.0}) QVERIFY(fraction(goodput.interval.value() * t) < goodput.fraction);
        QVERIFY(near(goodput.days, 30 / goodput.fraction, 1e-9));
        QCOMPARE(goodput.spareCards % 8, 0);
        QVERIFY(goodput.spareCards >= 8 && goodput.spareCards <= 64);
    }

    void aJobThatFailsFasterThanItStartsNeverAdvances() {
        Plan plan = gpt3();
        plan.assumptions.failuresPerCardYear = 1e6;
        const Goodput goodput = goodputOf(plan, Seconds(20), 30);
        QCOMPARE(goodput.fraction, 0.0);
        QCOMPARE(goodput.days, 0.0);
    }

    // Megatron's rule: 32, 64, …, 1504 sequences, each for samples / 47 sequences; then 1536.
    void aRampHasTheUpdatesOfMegatron() {
        Plan plan = gpt3();
        plan.batch.ramp = {32, 32, 5'859'375};
        const Snapshot snapshot = evaluate(plan);
        QVERIFY(!hasErrors(snapshot.problems));
        std::int64_t updates = 0, samples = 0;
        for (int batch = 32; batch < 1536; batch += 32) {
            const auto at = std::int64_t(std::ceil(5'859'375.0 / 47 / batch));
            updates += at;
            samples += at * batch;
        }
        QCOMPARE(snapshot.run->rampSteps, updates);
        const double rest = 300e9 / 2048 - double(samples);
        QCOMPARE(snapshot.run->steps, updates + std::int64_t(rest / 1536));
        // Small batches use a pipeline badly: the same tokens take longer.
        Plan plain = plan;
        plain.batch.ramp = {};
        QVERIFY(snapshot.run->days > evaluate(plain).run->days);
        plan.batch.ramp = {30, 32, 1000};
        QVERIFY(hasErrors(evaluate(plan).problems));
    }

    void rescalingKeepsTheBatchAndWhatItCan() {
        for (const std::int64_t cards : {64, 128, 512, 768, 3072}) {
            const auto rescaled = rescale(gpt3(), cards);
            QVERIFY(rescaled);
            const Plan& plan = rescaled->found.plan;
            QCOMPARE(plan.batch.global, gpt3().batch.global);
            QCOMPARE(std::int64_t(plan.layout.cards()), cards);
            QCOMPARE(cardsOf(plan.cluster), cards);
            QVERIFY(evaluate(plan).memory->fits);
            if (rescaled->kept == Kept::Replica) QCOMPARE(plan.layout.tp * plan.layout.pp, 64);
        }
        QCOMPARE(int(rescale(gpt3(), 512)->kept), int(Kept::Replica));
        QVERIFY(!rescale(gpt3(), 2));
    }

    void rescalingTellsHowFarItIsAndStops() {
        double last = 0;
        std::int64_t evaluated = 0;
        const auto risen = [&](const SearchProgress& progress) {
            if (progress.fraction < last || progress.fraction > 1 || progress.evaluated < evaluated) return SearchStep::Stop;
            last = progress.fraction;
            evaluated = progress.evaluated;
            return SearchStep::Go;
        };
        // Too few cards for it: all four ways of keeping are gone through.
        const auto none = rescale(gpt3(), 24, risen);
        QVERIFY(!none && last > 0.75 && evaluated > 0);
        int asked = 0;
        const auto stopped = rescale(gpt3(), 512, [&](const SearchProgress&) { return ++asked, SearchStep::Stop; });
        QVERIFY(!stopped);
        QCOMPARE(asked, 1);
    }
};

QTEST_GUILESS_MAIN(GoodputTest)
#include "goodput_test.moc"
