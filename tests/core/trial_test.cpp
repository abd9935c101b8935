// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans written as short runs, and ranked again by logs of our own events and of Megatron-LM. The loop through the engine:
// tests/app/trial_command_test.cpp.
#include "core/planner/trial.h"

#include "core/base/file.h"
#include "core/plan/plan_codec.h"
#include "core/telemetry/codec.h"
#include "tests/support/plans.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

using namespace core;

namespace {

namespace fs = std::filesystem;

FoundPlan foundOf(int tp, double seconds, Framework framework = Framework::Megatron) {
    Plan plan = support::planOf(support::gptOf(8, 512, 8, 1024, 256), {.tp = tp, .dp = 8 / tp}, framework);
    plan.run.checkpoint.every = 5;
    plan.lrSchedule.warmup = 2000;
    return {plan, {.valid = true, .step = Seconds(seconds), .mfu = 0.4, .peak = gibibytes(3), .fits = true}, false};
}

// The first two of ten updates are slow; the others take so many milliseconds, one of them much more.
std::string megatronLog(double milliseconds) {
    std::string text;
    for (int step = 1; step <= 10; ++step)
        text += fmt::format(
            " iteration {:8}/      10 | consumed samples: {} | elapsed time per iteration (ms): {:.1f} | learning rate: 1.0E-04 | "
            "global batch size: 32 | lm loss: 6.0E+00 | loss scale: 1.0 | grad norm: 1.0 |\n",
            step, step * 32,
            step <= 2   ? 9000.0
            : step == 6 ? 4 * milliseconds
                        : milliseconds);
    return text;
}

std::string ownEvents(double virtualMilliseconds, int updates = 5) {
    std::string text;
    for (int step = 1; step <= updates; ++step) {
        StepEvent event;
        event.step = step;
        event.stepMs = 9999;
        event.virtualMs = virtualMilliseconds;
        text += encode({double(step), event}) + '\n';
    }
    MemoryEvent memory;
    memory.peak = gibibytes(2);
    return text + encode({9, memory}) + '\n';
}

class Folder {
public:
    Folder() : m_path(fs::path(m_folder.path().toStdString()) / "trial") {}
    [[nodiscard]] const fs::path& path() const { return m_path; }
    void leave(const char* candidate, const char* file, const std::string& text) const {
        QVERIFY(writeFileAtomically(m_path / candidate / file, text));
    }

private:
    QTemporaryDir m_folder;
    fs::path m_path;
};

}  // namespace

class TrialTest : public QObject {
    Q_OBJECT

private slots:
    void candidatesAreShortRunsThatTheirFrameworkTakes() {
        const Folder folder;
        const auto written = writeTrial(
            {foundOf(1, 1), foundOf(2, 2), foundOf(4, 3, Framework::DeepSpeed), foundOf(2, 4, Framework::Engine)},
            folder.path(), 12);
        QVERIFY2(written, written ? "" : describe(written.error().front()).c_str());
        QCOMPARE(written->size(), std::size_t(4));
        for (const TrialCandidate& candidate : *written) {
            QVERIFY(fs::exists(folder.path() / candidate.folder / candidate.script));
            const auto plan = loadPlan(folder.path() / candidate.folder / "trial.shardscope.json");
            QVERIFY2(plan && *plan == candidate.plan, candidate.folder.c_str());
            QVERIFY(plan->run.steps == 12 && plan->run.checkpoint.every == 0 && plan->lrSchedule.warmup == 0);
            QCOMPARE(plan->budgetTokens, std::int64_t(12) * plan->batch.global * plan->sequence());
        }
        const auto script = readTextFile(folder.path() / "01" / "launch.sh");
        QVERIFY(script && script->find("--train-iters 12") != std::string::npos);
        QVERIFY(fs::exists(folder.path() / "03" / "ds_config.json"));
    }

    // The engine plans context parallelism and does not run it.
    void onlyWhatCanBeStartedIsTried() {
        FoundPlan found = foundOf(2, 1, Framework::Engine);
        QVERIFY(canTry(found.plan));
        found.plan.layout.dp = 2;
        found.plan.layout.cp = 2;
        QVERIFY(!canTry(found.plan));
        found.plan.framework = Framework::Megatron;
        QVERIFY(canTry(found.plan));
    }

    void aFolderInUseIsRefused() {
        const Folder folder;
        QVERIFY(writeTrial({foundOf(1, 1)}, folder.path()));
        const auto again = writeTrial({foundOf(1, 1)}, folder.path());
        QVERIFY(!again && again.error().front().code == "trial.folder-in-use");
        const auto long_ = writeTrial({foundOf(1, 1)}, folder.path() / "new", std::int64_t{1} << 40);
        QVERIFY(!long_ && long_.error().front().code == "trial.updates");
    }

    // Predicted 1, 2, 3 s; measured 1.5 s of the second and 4 s of the first: the order turns, the third is scaled by the
    // geometric mean √(4/1 · 1.5/2) = √3.
    void whatWasMeasuredRanksAgain() {
        const Folder folder;
        QVERIFY(writeTrial({foundOf(1, 1), foundOf(2, 2), foundOf(4, 3)}, folder.path()));
        folder.leave("01", "run.log", megatronLog(4000));
        folder.leave("02", "slurm-17.out", "launching\n" + megatronLog(1500));
        const auto ranking = rankTrial(folder.path());
        QVERIFY2(ranking, ranking ? "" : describe(ranking.error().front()).c_str());
        const auto& runs = ranking->runs;
        QCOMPARE(runs[0].candidate.folder, std::string("02"));
        QCOMPARE(runs[1].candidate.folder, std::string("01"));
        QCOMPARE(runs[2].candidate.folder, std::string("03"));
        QVERIFY(runs[0].end == TrialEnd::Ran && runs[2].end == TrialEnd::NotRun);
        QVERIFY(runs[0].log == "slurm-17.out" && runs[0].updates == 8 && !runs[0].simulated);
        QCOMPARE(runs[0].measured.value(), 1.5);
        QCOMPARE(runs[1].measured.value(), 4.0);
        QVERIFY(std::abs(ranking->ratio - std::sqrt(3.0)) < 1e-12);
        QVERIFY(std::abs(runs[2].expected.value() - 3 * std::sqrt(3.0)) < 1e-12);
        QVERIFY(std::abs(ranking->meanError - (0.75 + 1.0 / 3) / 2) < 1e-12);
        QCOMPARE(ranking->agreement, 0.0);
    }

    void ownEventsCountByTheVirtualClockAndSayTheMemory() {
        const Folder folder;
        QVERIFY(writeTrial({foundOf(2, 0.5, Framework::Engine)}, folder.path()));
        folder.leave("01", "run.ndjson", ownEvents(600));
        folder.leave("01", "older.ndjson", ownEvents(100, 2));  // fewer updates: the other counts
        const auto ranking = rankTrial(folder.path());
        QVERIFY(ranking);
        const TrialRun& run = ranking->runs.front();
        QVERIFY(run.simulated && run.updates == 4 && run.log == "run.ndjson");
        QCOMPARE(run.measured.value(), 0.6);
        QCOMPARE(run.peak.value(), gibibytes(2).value());
    }

    void aRunThatFailedIsLast() {
        const Folder folder;
        QVERIFY(writeTrial({foundOf(1, 1), foundOf(2, 2)}, folder.path()));
        folder.leave("01", "run.log", "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB\n");
        const auto ranking = rankTrial(folder.path());
        QVERIFY(ranking);
        QVERIFY(ranking->runs.back().end == TrialEnd::Failed && ranking->runs.back().candidate.folder == "01");
    }

    void whatIsNoTrialIsNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("not JSON") << QByteArray("{") << QByteArray("json.syntax");
        QTest::newRow("another object") << QByteArray("{\"a\": 1}") << QByteArray("trial.no-trial");
        QTest::newRow("later version") << QByteArray("{\"version\": 2, \"candidates\": [{}]}") << QByteArray("trial.no-trial");
        QTest::newRow("no folder") << QByteArray("{\"version\": 1, \"candidates\": [{}]}") << QByteArray("trial.entry");
        QTest::newRow("a way out")
            << QByteArray(
                   "{\"version\": 1, \"candidates\": [{\"folder\": \"../etc\", \"step_seconds\": 1, \"memory_bytes\": 1}]}")
            << QByteArray("trial.entry");
        QTest::newRow("too large")
            << QByteArray(
                   "{\"version\": 1, \"candidates\": [{\"folder\": \"01\", \"step_seconds\": 1, \"memory_bytes\": 1e300}]}")
            << QByteArray("trial.entry");
        QTest::newRow("no plan")
            << QByteArray(
                   "{\"version\": 1, \"candidates\": [{\"folder\": \"01\", \"step_seconds\": 1, \"memory_bytes\": 1}]}")
            << QByteArray("file.cannot-read");
    }
    void whatIsNoTrialIsNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, code);
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        QVERIFY(writeFileAtomically(root / "trial.json", text.toStdString()));
        const auto ranking = rankTrial(root);
        QVERIFY(!ranking);
        QCOMPARE(QByteArray::fromStdString(ranking.error().front().code), code);
        QVERIFY(ranking.error().front().where.find(folder.path().toStdString()) == 0);
    }
};

QTEST_GUILESS_MAIN(TrialTest)
#include "trial_test.moc"
