// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Training on CUDA cards, made up: the back end's own sources and kernels on the emulator, against the same plan on virtual
// cards. Virtual ranks on one card, a card a rank with NCCL, and both at once.
#include "core/plan/validate.h"
#include "gpu/cuda/kernels/cuda_kernels.h"
#include "tests/support/cuda_double.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace {

constexpr int kUpdates = 3;
constexpr double kTolerance = 1e-5;

struct Case {
    const char* name;
    int cards, tp, pp, dp, zero;
    bool nccl = true, epilogues = true, llama = false;
    core::Precision precision = core::Precision::Fp32;
    core::Offload offload = core::Offload::None;
    core::Overlap overlap = core::Overlap::Off;
};

core::Plan planOf(const Case& c) {
    const auto kind = core::ScheduleKind::OneFOneB;
    core::Plan plan = c.llama ? gpu::smallLlamaParityPlan(c.tp, c.pp, c.dp, c.zero, kind)
                              : gpu::smallParityPlan(c.tp, c.pp, c.dp, c.zero, kind);
    plan.precision = c.precision;
    plan.zero.offloadOptimizer = c.offload;
    plan.zero.overlap = c.overlap;
    return plan;
}

double worstError(const std::vector<double>& values, const std::vector<double>& right) {
    double worst = values.size() == right.size() ? 0 : HUGE_VAL;
    for (std::size_t i = 0; i < std::min(values.size(), right.size()); ++i)
        worst = std::max(worst, std::abs(values[i] - right[i]) / std::abs(right[i]));
    return worst;
}

}  // namespace

class CudaTrainingTest : public QObject {
    Q_OBJECT

private slots:
    void lossesAreThoseOfVirtualCards_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases().size(); ++i) QTest::newRow(cases()[i].name) << int(i);
    }
    void lossesAreThoseOfVirtualCards() {
        QFETCH(int, index);
        const Case& c = cases()[std::size_t(index)];
        const core::Plan plan = planOf(c);
        support::doubles::install({.cards = c.cards});
        const support::ShortRun right = support::runShortly(plan, kUpdates);
        gpu::CudaSwitches switches;
        switches.nccl = c.nccl;
        switches.epilogues = c.epilogues;
        const auto backend = support::openBackend(switches);
        const support::ShortRun run = support::runShortly(support::onCuda(plan), kUpdates, backend);
        QVERIFY2(!run.failure, run.failure ? run.failure->text.c_str() : "");
        const double tolerance = c.precision == core::Precision::Fp32 ? kTolerance : 1e-2;
        QVERIFY2(worstError(run.losses, right.losses) <= tolerance, qPrintable(QString::number(worstError(run.losses, right.losses))));
        QVERIFY2(worstError(run.norms, right.norms) <= 10 * tolerance, qPrintable(QString::number(worstError(run.norms, right.norms))));
        QCOMPARE(support::doubles::bytesHeld(), 0);
        QCOMPARE(support::doubles::objectsHeld(), 0);
    }

    void betweenCardsOneRankOfEachTakesPartInNccl() {
        const auto callsOf = [](int dp) {
            support::doubles::install({.cards = 2});
            const int before = support::ncclCalls("ncclAllReduce");
            core::Plan plan = support::onCuda(gpu::smallParityPlan(1, 1, dp, 0, core::ScheduleKind::OneFOneB));
            const support::ShortRun run = support::runShortly(plan, 1, support::openBackend());
            if (run.failure) qFatal("%s", run.failure->text.c_str());
            return support::ncclCalls("ncclAllReduce") - before;
        };
        const int apart = callsOf(2), shared = callsOf(4);
        QVERIFY(apart > 0);
        QCOMPARE(shared, apart);
    }

    void productsThatTheLibraryDoesNotKnowAreMadeByTiles() {
        support::doubles::install({.cards = 1});
        const core::Plan plan = gpu::smallParityPlan(1, 1, 1, 0, core::ScheduleKind::OneFOneB);
        const support::ShortRun right = support::runShortly(plan, 1);
        for (int call = 1; call <= 3; ++call)
            support::doubles::plantError("cublasLtMatmulAlgoGetHeuristic", call, 1, support::doubles::Lasting::No);
        const support::ShortRun run = support::runShortly(support::onCuda(plan), 1, support::openBackend());
        QVERIFY2(!run.failure, run.failure ? run.failure->text.c_str() : "");
        QVERIFY(support::doubles::callsOf("cublasLtMatmulAlgoGetHeuristic") > 0);
        QVERIFY(worstError(run.losses, right.losses) <= kTolerance);
    }

    void headsAreRefusedWhereTheKernelsEnd() {
        const auto refused = [](int headSize) {
            core::Plan plan = gpu::smallParityPlan(1, 1, 1, 0, core::ScheduleKind::OneFOneB);
            plan.run.backend = core::Backend::Cuda;
            plan.model.hidden = headSize * plan.model.heads;
            const core::Problems problems = core::engineLimits(plan);
            return std::ranges::any_of(problems, [](const core::Problem& p) { return p.code == "cuda.head-size"; });
        };
        QVERIFY(!refused(int(gpu::cuda::kLargestHead)));
        QVERIFY(refused(int(gpu::cuda::kLargestHead) + 1));
    }

    void aRunOfTheSameCallsGivesTheSameBits() {
        support::doubles::install({.cards = 1});
        const core::Plan plan = support::onCuda(gpu::smallParityPlan(2, 1, 1, 0, core::ScheduleKind::OneFOneB));
        const support::ShortRun first = support::runShortly(plan, 2, support::openBackend());
        const support::ShortRun second = support::runShortly(plan, 2, support::openBackend());
        QVERIFY(!first.failure && !second.failure);
        QCOMPARE(first.losses, second.losses);
        QCOMPARE(first.norms, second.norms);
    }

    void timesOfOpsComeFromTheCardsClock() {
        support::doubles::install({.cards = 1});
        const core::Plan plan = support::onCuda(gpu::smallParityPlan(1, 1, 1, 0, core::ScheduleKind::OneFOneB));
        gpu::Job job(plan, gpu::Fault::None, support::openBackend());
        const auto failure = job.run([&](gpu::RankWorker& worker) {
            worker.initialise();
            (void)worker.trainStep(0, gpu::syntheticSamples(plan));
            const gpu::SpanLog& spans = worker.spans();
            if (!spans.byDevice()) throw std::runtime_error("no clock");
            double before = 0;
            for (const core::OpSpan& span : spans.spans()) {
                if (span.virtualStart < before || span.virtualEnd <= span.virtualStart || span.wallEnd != span.virtualEnd)
                    throw std::runtime_error("spans out of order");
                before = span.virtualEnd;
            }
            const gpu::StepTimes times = worker.times();
            if (times.forward <= 0 || times.backward <= 0 || times.end < times.forward + times.backward)
                throw std::runtime_error("times do not add up");
        });
        QVERIFY2(!failure, failure ? failure->text.c_str() : "");
    }

    void cardsTellWhatTheyDo() {
        support::doubles::install({.cards = 2});
        const auto backend = support::openBackend();
        backend->place(2);
        const std::vector<core::DeviceEvent> readings = backend->readings();
        QCOMPARE(readings.size(), std::size_t(2));
        QCOMPARE(readings[1].device, 1);
        QCOMPARE(readings[0].utilisation, 0.5);
        QCOMPARE(readings[0].temperature, 61.0);
        QCOMPARE(readings[0].powerWatts, 123.4);
    }

private:
    static const std::vector<Case>& cases() {
        static const std::vector<Case> all{
            {"one rank", 1, 1, 1, 1, 0},
            {"one rank, no epilogues", 1, 1, 1, 1, 0, true, false},
            {"one rank, bf16", 1, 1, 1, 1, 0, true, true, false, core::Precision::Bf16},
            {"two tensor ranks on one card", 1, 2, 1, 1, 0},
            {"llama, two tensor ranks on one card", 1, 2, 1, 1, 0, true, true, true},
            {"two stages on one card", 1, 1, 2, 1, 0},
            {"ZeRO-3 on one card", 1, 1, 1, 2, 3},
            {"2 x 2 x 2 on one card, ZeRO-1", 1, 2, 2, 2, 1},
            {"optimizer on the host", 1, 1, 1, 2, 1, true, true, false, core::Precision::Fp32, core::Offload::Cpu},
            {"a card a tensor rank, NCCL", 2, 2, 1, 1, 0},
            {"a card a replica, NCCL, ZeRO-2 with overlap", 2, 1, 1, 2, 2, true, true, false, core::Precision::Fp32,
             core::Offload::None, core::Overlap::On},
            {"a card a replica, NCCL, ZeRO-3", 2, 1, 1, 2, 3},
            {"a card a stage", 2, 1, 2, 1, 0},
            {"a card a tensor rank, no NCCL", 2, 2, 1, 1, 0, false},
            {"two cards for 2 x 1 x 2", 2, 2, 1, 2, 1},
            {"four replicas on two cards", 2, 1, 1, 4, 0},
            {"four replicas on two cards, ZeRO-2", 2, 1, 1, 4, 2},
            {"four replicas on two cards, ZeRO-3", 2, 1, 1, 4, 3},
            {"four replicas on three cards, ZeRO-3", 3, 1, 1, 4, 3},
        };
        return all;
    }
};

QTEST_GUILESS_MAIN(CudaTrainingTest)
#include "card_training_test.moc"
