// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A checkpoint goes on under any layout: every number is the one that was saved, ten updates are five and
// five to the last bit in the same layout, and a moment from the wrong shard is seen.
#include "core/checkpoint/find_checkpoint.h"
#include "gpu/training/model_state.h"
#include "gpu/training/parity_suite.h"

#include <QTemporaryDir>
#include <QTest>

#include <mutex>

using core::ScheduleKind;
using gpu::Fault;
using gpu::Quantity;

namespace {

constexpr std::int64_t kGlobalBatch = 24;  // divides by every dp below

core::Plan planOf(int tp, int pp, int dp, int zero, ScheduleKind schedule = ScheduleKind::OneFOneB) {
    core::Plan plan = gpu::smallParityPlan(tp, pp, dp, zero, schedule);
    plan.batch.global = kGlobalBatch;
    return plan;
}

struct Outcome {
    std::vector<double> losses;
    gpu::ModelState state;
    bool operator==(const Outcome& other) const {
        return losses == other.losses && state.parameters == other.state.parameters &&
               state.firstMoments == other.state.firstMoments &&
               state.secondMoments == other.state.secondMoments;
    }
};

// What is to be done with a run: begin from a checkpoint or not, train, and save or not.
struct Task {
    const core::Checkpoint* from = nullptr;
    std::int64_t updates = 0;
    core::CheckpointFolder* into = nullptr;
    Fault fault = Fault::None;
};

core::Manifest manifestOf(const core::Plan& plan, const core::ShardMap& shards, std::int64_t step) {
    core::Manifest manifest;
    manifest.plan = plan;
    manifest.tensors = shards.tensors();
    manifest.position = {step, step * plan.batch.global};
    return manifest;
}

Outcome runTask(const core::Plan& plan, const Task& task) {
    gpu::Job job(plan, task.fault);
    const gpu::TensorValues zero = gpu::zeroValues(job.shards());
    Outcome outcome{{}, {zero, zero, zero}};
    std::mutex mutex;
    std::vector<core::RankShard> saved;
    const std::int64_t first = task.from ? task.from->manifest().position.step : 0;
    const auto failure = job.run([&](gpu::RankWorker& worker) {
        if (task.from)
            gpu::restore(worker.state(), *task.from);
        else
            worker.initialise();
        for (std::int64_t update = first; update < first + task.updates; ++update) {
            const gpu::StepResult step = worker.trainStep(update, gpu::syntheticSamples(plan));
            if (worker.rank().value == 0) outcome.losses.push_back(step.loss);
        }
        collect(worker, Quantity::Parameters, outcome.state.parameters);
        collect(worker, Quantity::FirstMoments, outcome.state.firstMoments);
        collect(worker, Quantity::SecondMoments, outcome.state.secondMoments);
        core::RankShard shard = gpu::snapshotOf(worker.state());
        const std::lock_guard lock(mutex);
        saved.push_back(std::move(shard));
    });
    if (failure) qFatal("%s", failure->text.c_str());
    if (task.into) {
        const auto written = task.into->write(manifestOf(plan, job.shards(), first + task.updates), saved);
        if (!written) qFatal("%s", core::describe(written.error().front()).c_str());
    }
    return outcome;
}

// Five updates under a layout, saved.
struct Saved {
    explicit Saved(const core::Plan& plan) {
        auto folder = core::CheckpointFolder::open(directory.path().toStdString()).value();
        outcome = runTask(plan, {.updates = 5, .into = &folder});
        checkpoint = std::make_unique<core::Checkpoint>(core::openSound(directory.path().toStdString()).value());
    }
    QTemporaryDir directory;
    Outcome outcome;
    std::unique_ptr<core::Checkpoint> checkpoint;
};

bool sameState(const Outcome& a, const Outcome& b) {
    return a.state.parameters == b.state.parameters && a.state.firstMoments == b.state.firstMoments &&
           a.state.secondMoments == b.state.secondMoments;
}

std::vector<core::Plan> layouts() {
    std::vector<core::Plan> plans{
        planOf(1, 1, 1, 0), planOf(2, 2, 2, 0), planOf(2, 2, 2, 3, ScheduleKind::GPipe), planOf(1, 2, 4, 2),
        planOf(4, 1, 2, 1), planOf(1, 4, 2, 1), planOf(1, 1, 3, 3),
    };
    core::Plan uneven = planOf(2, 2, 1, 0);
    uneven.layout.stageLayers = {1, 3};
    uneven.layout.order = core::RankOrder::MegatronTpPpDp;
    plans.push_back(uneven);
    return plans;
}

}  // namespace

class CheckpointResumeTest : public QObject {
    Q_OBJECT
private slots:
    void tenUpdatesAreFiveAndFiveToTheLastBit_data();
    void tenUpdatesAreFiveAndFiveToTheLastBit();
    void everyLayoutGoesOnFromEveryOther_data();
    void everyLayoutGoesOnFromEveryOther();
    void aRoundTripThroughAnotherLayoutChangesNoBit();
    void aMomentOfAnotherShardIsSeen_data();
    void aMomentOfAnotherShardIsSeen();
    void replicasOfZeroStage0WriteOnce();
};

void CheckpointResumeTest::tenUpdatesAreFiveAndFiveToTheLastBit_data() {
    QTest::addColumn<int>("layout");
    for (std::size_t i = 0; i < layouts().size(); ++i)
        QTest::newRow(gpu::layoutText(layouts()[i]).c_str()) << int(i);
}

void CheckpointResumeTest::tenUpdatesAreFiveAndFiveToTheLastBit() {
    QFETCH(int, layout);
    const core::Plan plan = layouts()[std::size_t(layout)];
    const Outcome whole = runTask(plan, {.updates = 10});
    const Saved half(plan);
    const Outcome rest = runTask(plan, {.from = half.checkpoint.get(), .updates = 5});
    std::vector<double> losses = half.outcome.losses;
    losses.insert(losses.end(), rest.losses.begin(), rest.losses.end());
    QCOMPARE(losses, whole.losses);
    QVERIFY(sameState(rest, whole));
    QVERIFY(!sameState(half.outcome, whole));
}

void CheckpointResumeTest::everyLayoutGoesOnFromEveryOther_data() { tenUpdatesAreFiveAndFiveToTheLastBit_data(); }

void CheckpointResumeTest::everyLayoutGoesOnFromEveryOther() {
    QFETCH(int, layout);
    const Saved saved(layouts()[std::size_t(layout)]);
    const Outcome next = runTask(layouts()[std::size_t(layout)], {.from = saved.checkpoint.get(), .updates = 1});
    for (const core::Plan& plan : layouts()) {
        const Outcome loaded = runTask(plan, {.from = saved.checkpoint.get()});
        QVERIFY2(sameState(loaded, saved.outcome), gpu::layoutText(plan).c_str());
        const Outcome other = runTask(plan, {.from = saved.checkpoint.get(), .updates = 1});
        const double error = std::abs(other.losses[0] - next.losses[0]) / next.losses[0];
        QVERIFY2(error <= 1e-5, (gpu::layoutText(plan) + ": " + std::to_string(error)).c_str());
    }
}

void CheckpointResumeTest::aRoundTripThroughAnotherLayoutChangesNoBit() {
    const core::Plan plan = planOf(2, 2, 2, 1), other = planOf(1, 4, 2, 3, ScheduleKind::GPipe);
    const Saved saved(plan);
    const QTemporaryDir directory;
    auto folder = core::CheckpointFolder::open(directory.path().toStdString()).value();
    (void)runTask(other, {.from = saved.checkpoint.get(), .into = &folder});
    const auto back = core::openSound(directory.path().toStdString()).value();
    QVERIFY(back.manifest().files.size() != saved.checkpoint->manifest().files.size() ||
            back.manifest().files != saved.checkpoint->manifest().files);
    const Outcome direct = runTask(plan, {.from = saved.checkpoint.get(), .updates = 5});
    QVERIFY(runTask(plan, {.from = &back, .updates = 5}) == direct);
}

void CheckpointResumeTest::aMomentOfAnotherShardIsSeen_data() {
    QTest::addColumn<int>("zero");
    for (const int zero : {0, 1, 3}) QTest::addRow("ZeRO-%d", zero) << zero;
}

// The loss of the next step is blind: moments act on the step after it.
void CheckpointResumeTest::aMomentOfAnotherShardIsSeen() {
    QFETCH(int, zero);
    const Saved saved(planOf(1, 2, 2, 1));
    const core::Plan plan = planOf(2, 1, 2, zero);
    const Outcome sound = runTask(plan, {.from = saved.checkpoint.get(), .updates = 1});
    const Outcome loaded = runTask(plan, {.from = saved.checkpoint.get(), .fault = Fault::MomentOfAnotherShard});
    QVERIFY(!sameState(loaded, saved.outcome));
    QVERIFY(loaded.state.parameters == saved.outcome.state.parameters);
    const Outcome next =
        runTask(plan, {.from = saved.checkpoint.get(), .updates = 1, .fault = Fault::MomentOfAnotherShard});
    QCOMPARE(next.losses, sound.losses);
    QVERIFY(next.state.parameters != sound.state.parameters);
}

void CheckpointResumeTest::replicasOfZeroStage0WriteOnce() {
    const Saved saved(planOf(2, 1, 3, 0));
    QCOMPARE(saved.checkpoint->manifest().files.size(), std::size_t(2));
    const Saved sharded(planOf(2, 1, 3, 1));
    QCOMPARE(sharded.checkpoint->manifest().files.size(), std::size_t(6));
}

QTEST_GUILESS_MAIN(CheckpointResumeTest)
#include "checkpoint_resume_test.moc"
