// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A rank that fails, hangs or falls out of step ends the run for all and is named; so does a commanded stop.
#include "gpu/training/parity_suite.h"
#include "gpu/training/step_gate.h"

#include <QElapsedTimer>
#include <QTest>

#include <thread>

namespace {

using Kind = gpu::RankFailure::Kind;

core::Plan eightRanks() { return gpu::smallParityPlan(2, 2, 2, 1, core::ScheduleKind::OneFOneB); }

void trainForever(gpu::RankWorker& worker) {
    const gpu::SampleSource source = gpu::syntheticSamples(worker.job().plan());
    for (std::int64_t update = 0;; ++update) (void)worker.trainStep(update % 20, source);
}

}  // namespace

class JobTest : public QObject {
    Q_OBJECT
private slots:
    void aRankThatFailsIsNamedAndEndsTheRunForAll();
    void aRankThatHangsIsNamedWithinTheTimeoutPlusASecond();
    void cancellingFromOutsideEndsEveryRankWithoutAFailure();
    void thePausedGateLetsOneStepThrough();
    void pausedIsSaidWhenEveryRankWaits();
};

void JobTest::aRankThatFailsIsNamedAndEndsTheRunForAll() {
    for (const int culprit : {0, 3, 7}) {
        gpu::Job job(eightRanks());
        const auto failure = job.run([&](gpu::RankWorker& worker) {
            worker.initialise();
            (void)worker.trainStep(0, gpu::syntheticSamples(job.plan()));
            if (worker.rank().value == culprit) throw std::runtime_error("a planted failure");
            trainForever(worker);
        });
        QVERIFY(failure.has_value());
        QCOMPARE(failure->rank, culprit);
        QCOMPARE(int(failure->kind), int(Kind::Unexpected));
        QCOMPARE(core::message(gpu::problemOf(*failure)),
                 "rank " + std::to_string(culprit) + " failed: a planted failure");
    }
}

void JobTest::aRankThatHangsIsNamedWithinTheTimeoutPlusASecond() {
    core::Plan plan = gpu::smallParityPlan(4, 1, 1, 0, core::ScheduleKind::OneFOneB);
    plan.run.collectiveTimeoutSeconds = 0.5;
    gpu::Job job(plan);
    QElapsedTimer timer;
    const auto failure = job.run([&](gpu::RankWorker& worker) {
        worker.initialise();
        (void)worker.trainStep(0, gpu::syntheticSamples(plan));
        if (worker.rank().value == 0) timer.start();
        while (worker.rank().value == 2 && !job.cancel().cancelled())
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        trainForever(worker);
    });
    QVERIFY2(timer.elapsed() < 1500, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(failure.has_value());
    QCOMPARE(int(failure->kind), int(Kind::OutOfStep));
    QCOMPARE(failure->rank, 2);
}

void JobTest::cancellingFromOutsideEndsEveryRankWithoutAFailure() {
    gpu::Job job(eightRanks());
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        job.cancel().cancel();
    });
    const auto failure = job.run([](gpu::RankWorker& worker) {
        worker.initialise();
        trainForever(worker);
    });
    stopper.join();
    QVERIFY(!failure.has_value());
}

void JobTest::thePausedGateLetsOneStepThrough() {
    gpu::CancelToken cancel;
    std::vector<core::RunPhase> phases;
    gpu::StepGate gate(cancel, {[&](core::RunPhase phase) { phases.push_back(phase); }}, {});
    std::atomic<std::int64_t> passed{0};
    std::thread rank([&] {
        try {
            for (std::int64_t turn = 1;; ++turn) {
                (void)gate.next(turn);
                passed = turn;
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        } catch (const gpu::Cancelled&) {
        }
    });
    QTRY_VERIFY(passed > 3);
    gate.command(core::Command::Pause);
    QTest::qWait(100);
    const std::int64_t held = passed;
    QTest::qWait(100);
    QCOMPARE(passed.load(), held);
    gate.command(core::Command::StepOnce);
    QTRY_COMPARE(passed.load(), held + 1);
    QTest::qWait(100);
    QCOMPARE(passed.load(), held + 1);
    gate.command(core::Command::Resume);
    QTRY_VERIFY(passed > held + 3);
    cancel.cancel();
    rank.join();
    QCOMPARE(phases, (std::vector{core::RunPhase::Paused, core::RunPhase::Training}));
}

// A rank that is still in its step keeps the run from being paused: its step comes first.
void JobTest::pausedIsSaidWhenEveryRankWaits() {
    gpu::CancelToken cancel;
    std::atomic<int> paused{0};
    gpu::StepGate gate(cancel, {[&](core::RunPhase phase) { paused += phase == core::RunPhase::Paused; }},
                       {.ranks = 2});
    gate.command(core::Command::Pause);
    const auto rank = [&] {
        try {
            (void)gate.next(1);
        } catch (const gpu::Cancelled&) {
        }
    };
    std::thread early(rank);
    QTest::qWait(200);
    QCOMPARE(paused.load(), 0);
    std::thread late(rank);
    QTRY_COMPARE(paused.load(), 1);
    cancel.cancel();
    early.join();
    late.join();
}

QTEST_GUILESS_MAIN(JobTest)
#include "job_test.moc"
