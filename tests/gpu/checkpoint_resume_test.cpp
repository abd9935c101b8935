// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A checkpoint goes on under any layout: every number is the one that was saved, ten updates are five and
// five to the last bit in the same layout, and a moment from the wrong shard is seen.
#include "tests/support/checkpoint_runs.h"

#include <QTest>

using core::ScheduleKind;
using gpu::Fault;
using test::Outcome;
using test::runTask;
using test::sameState;
using test::Saved;

namespace {

constexpr std::int64_t kGlobalBatch = 24;  // divides by every dp below

core::Plan planOf(int tp, int pp, int dp, int zero, ScheduleKind schedule = ScheduleKind::OneFOneB) {
    core::Plan plan = gpu::smallParityPlan(tp, pp, dp, zero, schedule);
    plan.batch.global = kGlobalBatch;
    return plan;
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
