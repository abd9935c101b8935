// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// In virtual time the pipeline shows itself, whatever the number of cores: its bubble is that of the replay
// with the measured costs of the ops.
#include "core/cost/collectives.h"
#include "core/cost/offload.h"
#include "core/plan/rules.h"
#include "core/schedule/table.h"
#include "gpu/training/parity_suite.h"
#include "gpu/training/step_board.h"

#include <QTest>

#include <cmath>

namespace {

struct MeasuredStep {
    std::vector<std::vector<core::OpSpan>> spans;  // by rank
    std::vector<gpu::StepTimes> times;
};

// One step after a few that warm the caches.
MeasuredStep measure(const core::Plan& plan) {
    gpu::Job job(plan);
    MeasuredStep step;
    step.spans.resize(std::size_t(plan.layout.cards()));
    step.times.resize(std::size_t(plan.layout.cards()));
    const auto failure = job.run([&](gpu::RankWorker& worker) {
        worker.initialise();
        for (int update = 0; update < 3; ++update)
            (void)worker.trainStep(update, gpu::syntheticSamples(plan));
        step.spans[std::size_t(worker.rank().value)] = worker.spans().spans();
        step.times[std::size_t(worker.rank().value)] = worker.times();
    });
    if (failure) throw std::runtime_error(failure->text);
    return step;
}

core::Plan pipelinePlan(int stages, int microBatches,
                        core::ScheduleKind kind = core::ScheduleKind::OneFOneB) {
    core::Plan plan = gpu::smallParityPlan(1, stages, 1, 0, kind);
    plan.layout.virtualStages = core::chunksOf(kind).least;
    plan.model.hidden = 64;
    plan.model.ffn = 256;
    plan.model.vocabulary = 256;
    plan.model.maxSequence = 64;
    plan.batch = {.micro = 1, .global = microBatches};
    return plan;
}

double linkBytes(const core::Plan& plan) { return 4.0 * plan.batch.micro * plan.sequence() * plan.model.hidden; }

core::Seconds linkSeconds(const core::Plan& plan) {
    const core::Link link =
        core::linkOf(*core::findAccelerator(plan.cluster.gpu), core::LinkClass::WithinNode);
    return core::collectiveSeconds(core::CollectiveKind::Send, 2,
                                   core::Bytes(std::int64_t(linkBytes(plan))),
                                   link);
}

// Durations of the ops in the order of the table.
std::vector<std::vector<core::Seconds>> costsOf(const MeasuredStep& step) {
    std::vector<std::vector<core::Seconds>> costs;
    for (const auto& rank : step.spans) {
        costs.emplace_back();
        for (const core::OpSpan& span : rank)
            if (span.microBatch >= 0) costs.back().emplace_back(span.virtualEnd - span.virtualStart);
    }
    return costs;
}

}  // namespace

Q_DECLARE_METATYPE(core::Offload)

class VirtualTimeTest : public QObject {
    Q_OBJECT
private slots:
    void theBubbleIsThatOfTheReplayWithMeasuredCosts_data();
    void theBubbleIsThatOfTheReplayWithMeasuredCosts();
    void theBreakdownSumsToTheStep();
    void waitingForMessagesIsIdle();
    void offloadingIsChargedAsPredicted_data();
    void offloadingIsChargedAsPredicted();
};

void VirtualTimeTest::theBubbleIsThatOfTheReplayWithMeasuredCosts_data() {
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("microBatches");
    QTest::addColumn<QString>("kind");
    QTest::addRow("1f1b p=4 m=8") << 4 << 8 << "1f1b";
    QTest::addRow("1f1b p=2 m=8") << 2 << 8 << "1f1b";
    QTest::addRow("gpipe p=4 m=8") << 4 << 8 << "gpipe";
    QTest::addRow("interleaved p=2 m=8 v=2") << 2 << 8 << "interleaved";
    QTest::addRow("looped-bfs p=2 m=8 v=2") << 2 << 8 << "looped-bfs";
    QTest::addRow("zb-h1 p=4 m=8") << 4 << 8 << "zb-h1";
}

void VirtualTimeTest::theBubbleIsThatOfTheReplayWithMeasuredCosts() {
    QFETCH(int, stages);
    QFETCH(int, microBatches);
    QFETCH(QString, kind);
    const core::Plan plan =
        pipelinePlan(stages, microBatches, *core::fromText<core::ScheduleKind>(kind.toStdString()));
    const MeasuredStep step = measure(plan);
    const auto schedule = core::planSchedule(plan).value();
    const core::Timeline replayed = core::replay(schedule, costsOf(step), linkSeconds(plan));
    const double measured = gpu::summarise(step.times).bubbleFraction;
    qInfo("bubble measured %.4f, replayed %.4f, (p-1)/(m+p-1) = %.4f", measured, replayed.bubbleFraction,
          double(stages - 1) / double(microBatches + stages - 1));
    QVERIFY(std::abs(measured - replayed.bubbleFraction) < 0.03);
    QVERIFY(measured > (kind == "zb-h1" ? 0.0 : 0.02));
}

void VirtualTimeTest::theBreakdownSumsToTheStep() {
#ifdef __SANITIZE_THREAD__
    QSKIP("the sanitizer makes waiting dearer than computing");
#endif
    const MeasuredStep step = measure(pipelinePlan(4, 4));
    const gpu::StepSummary summary = gpu::summarise(step.times);
    const core::StepBreakdown& parts = summary.breakdown;
    const core::Seconds sum =
        parts.forward + parts.backward + parts.communication + parts.optimizer + parts.idle;
    QVERIFY(std::abs(sum.value() - summary.seconds) < 1e-9 + 1e-6 * summary.seconds);
    QVERIFY(parts.forward.value() > 0 && parts.backward > parts.forward && parts.idle.value() > 0);
}

// A message of 16 KiB takes 16 ms over this link; what the stages agree on, a few bytes, takes next to nothing.
void VirtualTimeTest::waitingForMessagesIsIdle() {
    core::Plan plan = pipelinePlan(2, 4);
    plan.model.embeddings = core::Embeddings::Untied;  // whose gradients the first and the last stage would sum
    const core::StepBreakdown fast = gpu::summarise(measure(plan).times).breakdown;
    plan.cluster.links.intraNodeBandwidth = 1e6;
    const double message = linkBytes(plan) / plan.cluster.links.intraNodeBandwidth;
    const core::StepBreakdown slow = gpu::summarise(measure(plan).times).breakdown;
    QVERIFY2(slow.idle.value() - fast.idle.value() > 3 * message, qPrintable(QString::number(slow.idle.value() - fast.idle.value())));
    QVERIFY2(slow.communication.value() - fast.communication.value() < 0.1 * message,
             qPrintable(QString::number(slow.communication.value() - fast.communication.value())));
}

void VirtualTimeTest::offloadingIsChargedAsPredicted_data() {
    using enum core::Offload;
    QTest::addColumn<int>("stage");
    QTest::addColumn<core::Offload>("optimizer");
    QTest::addColumn<core::Offload>("parameters");
    QTest::newRow("ZeRO-1, optimizer in host memory") << 1 << Cpu << None;
    QTest::newRow("ZeRO-2, optimizer in a file") << 2 << Nvme << None;
    QTest::newRow("ZeRO-3, parameters in host memory") << 3 << None << Cpu;
    QTest::newRow("ZeRO-3, both in files") << 3 << Nvme << Nvme;
}

// Link time is modelled, so it is the same in every run; without a pipeline nothing of it hides in waiting.
void VirtualTimeTest::offloadingIsChargedAsPredicted() {
    QFETCH(int, stage);
    QFETCH(core::Offload, optimizer);
    QFETCH(core::Offload, parameters);
    core::Plan plan = gpu::smallParityPlan(1, 1, 2, stage, core::ScheduleKind::OneFOneB);
    const double without = measure(plan).times[0].communication;
    plan.zero.offloadOptimizer = optimizer;
    plan.zero.offloadParameters = parameters;
    const double charged = measure(plan).times[0].communication - without;
    const core::ShardMap shards(plan.model, plan.layout, plan.model.maxSequence);
    const core::OffloadTime predicted = core::offloadTime(plan, shards);
    qInfo("measured %.6g s of transfers in a step, predicted %.6g s", charged, predicted.total().value());
    QVERIFY(predicted.total().value() > 0);
    QVERIFY(std::abs(charged - predicted.total().value()) < 1e-9 + 1e-6 * predicted.total().value());
}

QTEST_GUILESS_MAIN(VirtualTimeTest)
#include "virtual_time_test.moc"
