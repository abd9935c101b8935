// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order of work between streams. The made-up machine does what nobody waits for as late as it can, so an event that is
// missing shows as wrong numbers: first that it does, then that the back end's orders are complete. And CUDA graphs: the same
// bits as without.
#include "gpu/device/host_memory.h"
#include "gpu/device/host_view.h"
#include "tests/support/cuda_double.h"

#include <QTest>

#include <cmath>

namespace {

constexpr int kUpdates = 4;
constexpr int kMemoryAllocation = 2;

core::Plan replicas(int dp, int zero) {
    return support::onCuda(gpu::smallParityPlan(1, 1, dp, zero, core::ScheduleKind::OneFOneB));
}

core::Plan offloaded(core::Plan plan) {
    plan.zero.offloadOptimizer = core::Offload::Cpu;
    return plan;
}

support::ShortRun without(const core::Plan& plan, int updates = kUpdates) {
    const support::ShortRun run = support::runShortly(plan, updates, support::openBackend());
    if (run.failure) throw std::runtime_error(run.failure->text);
    return run;
}

bool differs(const std::vector<double>& values, const std::vector<double>& right) {
    for (std::size_t i = 0; i < right.size(); ++i)
        if (i >= values.size() || !(std::abs(values[i] - right[i]) <= 1e-6 * std::abs(right[i]))) return true;
    return false;
}

// Losses and norms of steps, and how many of them a card played by itself.
struct PlayedRun {
    support::ShortRun run;
    std::int64_t played = -1;
};

PlayedRun withGraphs(const core::Plan& plan, bool evaluates = false) {
    gpu::CudaSwitches switches;
    switches.graphs = true;
    PlayedRun result;
    gpu::Job job(plan, gpu::Fault::None, support::openBackend(switches));
    result.run.failure = job.run([&](gpu::RankWorker& worker) {
        worker.initialise();
        std::vector<std::int32_t> tokens(std::size_t(plan.batch.micro * plan.sequence())), targets = tokens;
        for (int update = 0; update < kUpdates; ++update) {
            const gpu::StepResult step = worker.trainStep(update, gpu::syntheticSamples(plan));
            if (evaluates) (void)worker.executor().evaluate({tokens, targets});
            if (worker.rank().value != 0) continue;
            result.run.losses.push_back(step.loss);
            result.run.norms.push_back(step.gradNorm);
            result.played = worker.repeats() ? worker.repeats()->played() : -1;
        }
    });
    return result;
}

}  // namespace

class CardStreamsTest : public QObject {
    Q_OBJECT

private slots:
    void whatNobodyWaitsForIsNotThere() {
        support::doubles::install({.cards = 1});
        const auto backend = support::openBackend();
        backend->place(1);
        const gpu::CancelToken never;
        const auto card = backend->open(core::Rank(0), never);
        using Lane = gpu::Device::Lane;
        for (const bool waits : {false, true}) {
            gpu::HostMemory memory(core::Offload::Cpu, core::Bytes(1024), {});
            const gpu::PinnedMemory pinned(*card, memory);
            auto* const numbers = reinterpret_cast<float*>(memory.data());
            std::fill_n(numbers, 256, 3.5f);
            const gpu::DeviceBlock block(*card, core::Bytes(1024), "a test");
            const gpu::Vector onCard(block.data(), 256, gpu::DType::F32);
            card->clear(onCard);
            const auto cleared = card->makeMark(), arrived = card->makeMark();
            card->record(cleared.get());
            card->waitBeside(Lane::In, cleared.get());
            card->copyBeside(Lane::In, numbers, block.data(), 1024);
            card->recordBeside(Lane::In, arrived.get());
            if (waits) card->waitFor(arrived.get());
            const gpu::HostView view(*card, onCard);
            QCOMPARE(view.values().as<float>()[255], waits ? 3.5f : 0.0f);
        }
    }

    void lostWaitsSpoilTraining_data() {
        QTest::addColumn<int>("cards");
        QTest::addColumn<int>("zero");  // of two replicas; -1: two tensor ranks
        QTest::addColumn<bool>("offloads");
        QTest::newRow("the window of offloaded states") << 1 << 1 << true;
        QTest::newRow("tensor ranks on one card") << 1 << -1 << false;
        QTest::newRow("NCCL") << 2 << 0 << false;
        QTest::newRow("buckets that overlap, NCCL") << 2 << 2 << false;
    }
    void lostWaitsSpoilTraining() {
        QFETCH(int, cards);
        QFETCH(int, zero);
        QFETCH(bool, offloads);
        core::Plan plan = zero < 0 ? support::onCuda(gpu::smallParityPlan(2, 1, 1, 0, core::ScheduleKind::OneFOneB))
                                   : replicas(2, zero);
        if (offloads) plan = offloaded(plan);
        if (zero == 2) plan.zero.overlap = core::Overlap::On;
        support::doubles::install({.cards = cards});
        const support::ShortRun right = without(plan, 2);
        support::doubles::forgetWaits(true);
        const support::ShortRun wrong = support::runShortly(plan, 2, support::openBackend());
        support::doubles::forgetWaits(false);
        QVERIFY(wrong.failure || differs(wrong.losses, right.losses) || differs(wrong.norms, right.norms));
    }

    void oneStreamGivesTheSameBits() {
        support::doubles::install({.cards = 2});
        core::Plan plan = offloaded(replicas(2, 2));
        plan.zero.overlap = core::Overlap::On;
        gpu::CudaSwitches one;
        one.streams = false;
        const support::ShortRun right = without(plan, 2), run = support::runShortly(plan, 2, support::openBackend(one));
        QVERIFY2(!run.failure, run.failure ? run.failure->text.c_str() : "");
        QCOMPARE(run.losses, right.losses);
        QCOMPARE(run.norms, right.norms);
        QCOMPARE(support::doubles::objectsHeld(), 0);
    }

    void offloadedStatesGiveTheSameBits() {
        support::doubles::install({.cards = 1});
        for (const auto precision : {core::Precision::Fp32, core::Precision::Bf16}) {
            core::Plan plan = replicas(2, 1);
            plan.precision = precision;
            const support::ShortRun right = without(plan), run = without(offloaded(plan));
            QCOMPARE(run.losses, right.losses);
            QCOMPARE(run.norms, right.norms);
        }
        QCOMPARE(support::doubles::objectsHeld(), 0);
    }

    void graphsGiveTheSameBits_data() {
        QTest::addColumn<int>("dp");
        QTest::addColumn<int>("zero");
        QTest::addColumn<bool>("evaluates");
        QTest::newRow("one rank") << 1 << 0 << false;
        QTest::newRow("one rank, evaluations between the steps") << 1 << 0 << true;
        QTest::newRow("two replicas, ZeRO-1") << 2 << 1 << false;
    }
    void graphsGiveTheSameBits() {
        QFETCH(int, dp);
        QFETCH(int, zero);
        QFETCH(bool, evaluates);
        support::doubles::install({.cards = 1});
        const core::Plan plan = replicas(dp, zero);
        const support::ShortRun right = without(plan);
        const PlayedRun graphs = withGraphs(plan, evaluates);
        QVERIFY2(!graphs.run.failure, graphs.run.failure ? graphs.run.failure->text.c_str() : "");
        QCOMPARE(graphs.run.losses, right.losses);
        QCOMPARE(graphs.run.norms, right.norms);
        QCOMPARE(graphs.played, kUpdates - 2);
        QCOMPARE(support::doubles::bytesHeld(), 0);
        QCOMPARE(support::doubles::objectsHeld(), 0);
    }

    void passesThatWaitForOthersAreNotRecorded() {
        support::doubles::install({.cards = 1});
        const PlayedRun tensor =
            withGraphs(support::onCuda(gpu::smallParityPlan(2, 1, 1, 0, core::ScheduleKind::OneFOneB)));
        QVERIFY(!tensor.run.failure);
        QCOMPARE(tensor.played, -1);
        for (const core::Plan& plan : {gpu::smallParityPlan(2, 1, 1, 0, core::ScheduleKind::OneFOneB),
                                       gpu::smallParityPlan(1, 2, 1, 0, core::ScheduleKind::OneFOneB),
                                       gpu::smallParityPlan(1, 1, 2, 3, core::ScheduleKind::OneFOneB)})
            QVERIFY(!gpu::Repeats::whyNot(plan).empty());
        QVERIFY(gpu::Repeats::whyNot(replicas(2, 1)).empty());
    }

    void aGraphThatCannotBeMadeSaysHowToDoWithout() {
        support::doubles::install({.cards = 1});
        support::doubles::plantError("cudaGraphInstantiate", 1, kMemoryAllocation, support::doubles::Lasting::No);
        const PlayedRun graphs = withGraphs(replicas(1, 0));
        QVERIFY(graphs.run.failure.has_value());
        QVERIFY2(graphs.run.failure->text.find("SHARDSCOPE_CUDA_GRAPHS=0") != std::string::npos,
                 graphs.run.failure->text.c_str());
        QCOMPARE(support::doubles::bytesHeld(), 0);
        QCOMPARE(support::doubles::objectsHeld(), 0);
    }
};

QTEST_GUILESS_MAIN(CardStreamsTest)
#include "card_streams_test.moc"
