// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What goes wrong with cards, drivers and libraries: each is said, names what it is about, and leaves nothing behind.
#include "core/base/problem.h"
#include "gpu/device/device_block.h"
#include "gpu/training/cuda_plugin.h"
#include "tests/support/cuda_double.h"

#include <QTest>

#include <chrono>
#include <thread>

namespace {

// cudaError_t, by number: tests see no CUDA header.
constexpr int kMemoryAllocation = 2, kStubLibrary = 34, kInsufficientDriver = 35, kNoDevice = 100, kLaunchFailure = 719;
constexpr int kNcclSystemError = 2;

core::Plan plan(int tp = 1, int dp = 1) {
    return support::onCuda(gpu::smallParityPlan(tp, 1, dp, 0, core::ScheduleKind::OneFOneB));
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

void expectNothingHeld() {
    QCOMPARE(support::doubles::bytesHeld(), 0);
    QCOMPARE(support::doubles::objectsHeld(), 0);
}

}  // namespace

class CudaFailuresTest : public QObject {
    Q_OBJECT

private slots:
    void whyThereAreNoCards_data() {
        QTest::addColumn<int>("error");
        QTest::addColumn<int>("driver");
        QTest::addColumn<int>("major");
        QTest::addColumn<QString>("code");
        QTest::newRow("no driver") << kInsufficientDriver << 0 << 9 << "cuda.no-driver";
        QTest::newRow("old driver") << kInsufficientDriver << 12040 << 9 << "cuda.old-driver";
        QTest::newRow("stub driver") << kStubLibrary << 0 << 9 << "cuda.stub-driver";
        QTest::newRow("no card") << kNoDevice << 13000 << 9 << "cuda.no-device";
        QTest::newRow("something else") << 999 << 13000 << 9 << "cuda.error";
        QTest::newRow("old card") << 0 << 13000 << 7 << "cuda.old-card";
    }
    void whyThereAreNoCards() {
        QFETCH(int, error);
        QFETCH(int, driver);
        QFETCH(int, major);
        QFETCH(QString, code);
        support::doubles::install({.major = major, .driver = driver, .countError = error});
        const auto cards = support::cudaModule().cards();
        QVERIFY(!cards);
        const core::Problem& problem = cards.error().front();
        QCOMPARE(QString::fromStdString(problem.code), code);
        const std::string sentence = core::describe(problem);
        QVERIFY2(!contains(sentence, "{"), sentence.c_str());
        QVERIFY(!core::fixText(problem).empty());
        if (driver == 12040) QVERIFY2(contains(sentence, "12.4"), sentence.c_str());
    }

    void anotherBuildIsRefused() { QVERIFY(shardscopeCudaModule("0.0.0-other") == nullptr); }

    void aCardWithoutMemoryIsExplainedWithItsLedger() {
        support::doubles::install({.cards = 1, .memory = std::int64_t(33) << 20});
        const support::ShortRun run = support::runShortly(plan(), 1, support::openBackend());
        QVERIFY(run.failure && run.failure->kind == gpu::RankFailure::Kind::OutOfMemory);
        QVERIFY(run.failure->outOfMemory.has_value());
        QCOMPARE(run.failure->outOfMemory->rank, 0);
        expectNothingHeld();
    }

    void aDriverThatHasLessThanItSaysIsExplainedToo() {
        support::doubles::install({.cards = 1});
        support::doubles::plantError("cudaMalloc", 12, kMemoryAllocation, support::doubles::Lasting::No);
        support::doubles::plantError("cudaMalloc", 13, kMemoryAllocation, support::doubles::Lasting::No);
        const support::ShortRun run = support::runShortly(plan(), 1, support::openBackend());
        QVERIFY(run.failure && run.failure->outOfMemory);
        QVERIFY(!run.failure->outOfMemory->entries.empty());
        QVERIFY(run.failure->outOfMemory->tensor.size() > 2);
        expectNothingHeld();
    }

    void aLostCardEndsTheRunAndIsNamed() {
        support::doubles::install({.cards = 1});
        support::doubles::plantError("cudaMemcpyAsync", 60, kLaunchFailure, support::doubles::Lasting::Yes);
        const support::ShortRun run = support::runShortly(plan(2), 3, support::openBackend());
        QVERIFY(run.failure.has_value());
        QVERIFY2(contains(run.failure->text, "card 0") && contains(run.failure->text, "lost"), run.failure->text.c_str());
        support::doubles::install({.cards = 1});
        expectNothingHeld();
    }

    void anErrorOfNcclNamesRankGroupAndOperation() {
        support::doubles::install({.cards = 2});
        support::failNccl("ncclAllReduce", kNcclSystemError);
        const support::ShortRun run = support::runShortly(plan(2), 1, support::openBackend());
        QVERIFY(run.failure.has_value());
        const std::string& text = run.failure->text;
        QVERIFY2(contains(text, "all-reduce") && contains(text, "tensor group of ranks 0, 1") && contains(text, "rank "),
                 text.c_str());
        expectNothingHeld();
    }

    // Of as many numbers, and called alike in its first letters.
    void anotherOperationOfTheSameSizeIsOutOfStep() {
        support::doubles::install({.cards = 2});
        gpu::Job job(plan(2), gpu::Fault::None, support::openBackend());
        const auto calls = [] { return support::ncclCalls("ncclAllReduce") + support::ncclCalls("ncclAllGather"); };
        const int before = calls();
        const auto failure = job.run([](gpu::RankWorker& worker) {
            gpu::Device& device = worker.arena().device();
            const gpu::DeviceBlock memory(device, core::Bytes(64 * 4), "a test");
            const gpu::Vector all(memory.data(), 64, gpu::DType::F32);
            device.clear(all);
            if (worker.rank().value == 0)
                worker.groups().tensor->allReduce(all, gpu::Reduce::Sum);
            else
                worker.groups().tensor->allGather(all.part(32, 32), all, 32);
        });
        QVERIFY(failure.has_value());
        QVERIFY2(contains(failure->text, "the tensor group of ranks 0, 1 are out of step"), failure->text.c_str());
        QCOMPARE(calls(), before);
    }

    void oneOfSeveralProcessesIsRefused_data() {
        QTest::addColumn<QByteArray>("name");
        for (const char* const name : {"WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})
            QTest::newRow(name) << QByteArray(name);
    }
    void oneOfSeveralProcessesIsRefused() {
        QFETCH(QByteArray, name);
        QVERIFY(!gpu::startedAsOneOfSeveral());
        qputenv(name.constData(), "1");
        QVERIFY(!gpu::startedAsOneOfSeveral());
        qputenv(name.constData(), "4");
        const auto reason = gpu::startedAsOneOfSeveral();
        qunsetenv(name.constData());
        QVERIFY(reason.has_value());
        const std::string sentence = core::describe(*reason);
        QVERIFY2(contains(sentence, (name.toStdString() + " is 4").c_str()), sentence.c_str());
        QVERIFY(!core::fixText(*reason).empty());
    }

    void aCommunicatorThatDoesNotStartIsNamed() {
        support::doubles::install({.cards = 2});
        support::failNccl("ncclCommInitRankConfig", kNcclSystemError);
        const support::ShortRun run = support::runShortly(plan(2), 1, support::openBackend());
        QVERIFY(run.failure.has_value());
        QVERIFY2(contains(run.failure->text, "start of the tensor group"), run.failure->text.c_str());
    }

    void aCollectiveThatDoesNotEndIsNamedAfterTheTimeout() {
        support::doubles::install({.cards = 2});
        core::Plan hanging = plan(2);
        hanging.run.collectiveTimeoutSeconds = 1;
        support::hangNccl("ncclAllReduce", 5);
        const auto start = std::chrono::steady_clock::now();
        const support::ShortRun run = support::runShortly(hanging, 3, support::openBackend());
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        QVERIFY(run.failure.has_value());
        const std::string& text = run.failure->text;
        QVERIFY2(contains(text, "did not end within 1 s") && contains(text, "tensor group"), text.c_str());
        QVERIFY2(seconds < 30, qPrintable(QString::number(seconds)));
    }

    void aCommunicatorWhoseStartHangsIsNamedAfterTheTimeout() {
        support::doubles::install({.cards = 2});
        core::Plan hanging = plan(2);
        hanging.run.collectiveTimeoutSeconds = 1;
        support::hangNccl("ncclCommInitRankConfig", 2);
        const auto start = std::chrono::steady_clock::now();
        const support::ShortRun run = support::runShortly(hanging, 1, support::openBackend());
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        QVERIFY(run.failure.has_value());
        const std::string& text = run.failure->text;
        QVERIFY2(contains(text, "rank ") && contains(text, "the start of the tensor group of ranks 0, 1 did not end within 1 s"),
                 text.c_str());
        QVERIFY2(seconds < 15, qPrintable(QString::number(seconds)));
        expectNothingHeld();
    }

    void aStartThatHangsEndsWithTheRun() {
        support::doubles::install({.cards = 2});
        support::hangNccl("ncclCommInitRankConfig", 2);
        gpu::Job job(plan(2), gpu::Fault::None, support::openBackend());
        const auto start = std::chrono::steady_clock::now();
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(700));
            job.cancel().cancel();
        });
        const auto failure = job.run([&](gpu::RankWorker& worker) {
            worker.initialise();
            (void)worker.trainStep(0, gpu::syntheticSamples(job.plan()));
        });
        stopper.join();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        QVERIFY2(!failure, failure ? failure->text.c_str() : "");
        QVERIFY2(seconds < 15, qPrintable(QString::number(seconds)));
    }

    void withoutNvmlNothingIsRead() {
        support::doubles::install({.cards = 1});
        ::setenv("SHARDSCOPE_NVML_DOUBLE", "refuse", 1);
        // The library is asked for once in a process: the module says what it found.
        const std::string libraries = support::cudaModule().libraries();
        QVERIFY2(contains(libraries, "no NVML") && contains(libraries, "Driver Not Loaded"), libraries.c_str());
        const auto backend = support::openBackend();
        backend->place(1);
        QVERIFY(backend->readings().empty());
        QVERIFY2(contains(libraries, "NCCL 2.28.9"), libraries.c_str());
    }

    void initTestCase() { ::setenv("SHARDSCOPE_NVML_DOUBLE", "refuse", 1); }
};

QTEST_GUILESS_MAIN(CudaFailuresTest)
#include "card_failures_test.moc"
