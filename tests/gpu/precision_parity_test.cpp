// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// In 16 bits and in fp64 every layout computes what one rank computes; beside the errors in 16 bits stands how far one
// rank itself is from fp32. Planted faults are seen in 16 bits, too.
#include "gpu/training/parity_suite.h"

#include <QTest>

using core::Precision;
using core::ScheduleKind;

Q_DECLARE_METATYPE(core::Precision)

namespace {

constexpr auto kOneFOneB = ScheduleKind::OneFOneB;

// Every schedule with every stage of ZeRO and kind of recomputation, GPT and LLaMA, and each axis alone.
std::vector<core::Plan> plansIn(Precision precision, std::optional<Precision> gradients) {
    std::vector<core::Plan> plans = gpu::scheduleMatrix();
    for (const auto make : {gpu::smallParityPlan, gpu::smallLlamaParityPlan})
        for (const auto& [tp, pp, dp, zero] :
             {std::tuple(2, 1, 1, 0), {1, 4, 1, 0}, {1, 1, 3, 0}, {1, 1, 3, 2}, {1, 1, 8, 1}, {2, 4, 1, 0}})
            plans.push_back(make(tp, pp, dp, zero, kOneFOneB));
    plans.push_back(gpu::smallParityPlan(4, 1, 2, 3, kOneFOneB));
    for (const auto make : {gpu::smallParityPlan, gpu::smallLlamaParityPlan}) {
        plans.push_back(make(2, 2, 2, 1, kOneFOneB));
        plans.back().sequenceParallel = core::SequenceParallel::On;
    }
    for (core::Plan& plan : plans) {
        plan.precision = precision;
        plan.gradientDtype = gradients;
    }
    return plans;
}

}  // namespace

class PrecisionParityTest : public QObject {
    Q_OBJECT
private slots:
    void everyLayoutComputesWhatOneRankComputes_data();
    void everyLayoutComputesWhatOneRankComputes();
    void twentyUpdatesInFp64StayWithinOneInTenBillion();
    void aPlantedFaultIsSeenInSixteenBits();
};

void PrecisionParityTest::everyLayoutComputesWhatOneRankComputes_data() {
    QTest::addColumn<Precision>("precision");
    QTest::addColumn<Precision>("gradients");
    QTest::newRow("bf16, fp32 gradients") << Precision::Bf16 << Precision::Fp32;
    QTest::newRow("bf16, bf16 gradients") << Precision::Bf16 << Precision::Bf16;
    QTest::newRow("fp16, fp16 gradients") << Precision::Fp16 << Precision::Fp16;
}

void PrecisionParityTest::everyLayoutComputesWhatOneRankComputes() {
    QFETCH(Precision, precision);
    QFETCH(Precision, gradients);
    gpu::TensorError worst;
    double loss = 0, norm = 0, freeLoss = 0, leastOwn = HUGE_VAL, mostOwn = 0;
    const auto result = gpu::runParitySuite(plansIn(precision, gradients), [&](const gpu::SuiteRow& row) {
        const gpu::ParityReport& report = row.report;
        if (!report.passed())
            qWarning("%s: %s %.2e (own %.2e), loss %.1e, norm %.1e, free loss %.1e", gpu::layoutText(row.plan).c_str(),
                     report.failure ? report.failure->text.c_str() : report.tensors.front().tensor.c_str(),
                     report.maxRelativeError(), report.tensors.empty() ? 0 : report.tensors.front().ownError,
                     report.lossError, report.normError, report.freeLossError);
        if (report.failure) return;
        if (report.maxRelativeError() > worst.error) worst = report.tensors.front();
        loss = std::max(loss, report.lossError);
        norm = std::max(norm, report.normError);
        freeLoss = std::max(freeLoss, report.freeLossError);
        for (const gpu::TensorError& tensor : report.tensors) {
            leastOwn = std::min(leastOwn, tensor.ownError);
            mostOwn = std::max(mostOwn, tensor.ownError);
        }
    });
    for (const std::string& layout : result.bitwiseBreaks) qWarning("not bitwise: %s", layout.c_str());
    qInfo("%zu layouts; worst %s %.2e (one rank is %.2e from fp32 there, %.2e to %.2e elsewhere); loss %.1e, norm "
          "%.1e, loss of 20 free updates %.1e",
          result.rows.size(), worst.tensor.c_str(), worst.error, worst.ownError, leastOwn, mostOwn, loss, norm, freeLoss);
    QVERIFY(result.passed());
    QVERIFY(worst.error > 1e-5);  // this is not fp32
    QVERIFY(leastOwn > 1e-5);     // and what it stands beside is measured
}

void PrecisionParityTest::twentyUpdatesInFp64StayWithinOneInTenBillion() {
    double gradient = 0, weights = 0;
    const auto result = gpu::runParitySuite(plansIn(Precision::Fp64, {}), [&](const gpu::SuiteRow& row) {
        gradient = std::max(gradient, row.report.maxRelativeError());
        weights = std::max(weights, row.report.freeWeightError);
        if (!row.report.passed())
            qWarning("%s: %.2e, weights %.2e", gpu::layoutText(row.plan).c_str(), row.report.maxRelativeError(),
                     row.report.freeWeightError);
    });
    qInfo("%zu layouts; worst gradient %.2e, weights after 20 updates %.2e", result.rows.size(), gradient, weights);
    QVERIFY(result.passed());
    QVERIFY(weights <= 1e-10 && weights > 0);
}

void PrecisionParityTest::aPlantedFaultIsSeenInSixteenBits() {
    struct Planted {
        gpu::Fault fault;
        core::Plan plan;
    };
    for (const Precision precision : {Precision::Bf16, Precision::Fp16})
        for (Planted planted :
             {Planted{gpu::Fault::GradientSummedTwice, gpu::smallParityPlan(1, 1, 2, 0, kOneFOneB)},
              {gpu::Fault::NormGradientNotReduced, gpu::smallParityPlan(2, 1, 1, 0, kOneFOneB)},
              {gpu::Fault::StaleTiedEmbedding, gpu::smallParityPlan(1, 2, 1, 0, kOneFOneB)},
              {gpu::Fault::WeightGradientSkipped, gpu::smallParityPlan(1, 2, 1, 0, ScheduleKind::ZbH1)}}) {
            planted.plan.precision = precision;
            const auto source = gpu::syntheticSamples(planted.plan);
            const gpu::ParityReference reference = gpu::makeReference(planted.plan, source);
            const gpu::ParityReport report = gpu::checkParity(planted.plan, reference, source, planted.fault);
            QVERIFY(!report.failure);
            QVERIFY2(!report.sameWeightsPassed(), gpu::layoutText(planted.plan).c_str());
            // More than rounding: far beyond what one rank itself is from fp32.
            QVERIFY(report.maxRelativeError() > 3 * report.tensors.front().ownError);
        }
}

QTEST_GUILESS_MAIN(PrecisionParityTest)
#include "precision_parity_test.moc"
