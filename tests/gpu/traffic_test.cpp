// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the tracing communicators count in a step: equal to the prediction byte by byte, and to the formulas that papers
// give. Overlap and slow links change when things happen, never what is sent.
#include "core/cost/traffic.h"
#include "core/evaluate.h"
#include "core/plan/rules.h"
#include "core/schedule/table.h"
#include "gpu/training/parity_suite.h"
#include "gpu/training/rank_worker.h"
#include "gpu/training/step_board.h"

#include <QTest>

#include <chrono>
#include <map>
#include <mutex>

namespace {

using core::GroupKind;

struct Counted {
    core::Bytes payload, wire;
    bool operator==(const Counted&) const = default;
};
using Counts = std::map<std::pair<GroupKind, std::string>, Counted>;

struct MeasuredStep {
    Counts counts;
    std::vector<gpu::StepTimes> times;
    double hiddenSeconds = 0;  // of all ranks
    double wallSeconds = 0;    // of the last step
};

// The last of `steps` steps.
MeasuredStep measure(const core::Plan& plan, int steps = 1) {
    gpu::Job job(plan);
    MeasuredStep step;
    step.times.resize(std::size_t(job.layout().ranks()));
    std::mutex mutex;
    const auto failure = job.run([&](gpu::RankWorker& worker) {
        worker.initialise();
        std::chrono::steady_clock::time_point start;
        for (int update = 0; update < steps; ++update) {
            start = std::chrono::steady_clock::now();
            (void)worker.trainStep(update, gpu::syntheticSamples(plan));
        }
        const auto end = std::chrono::steady_clock::now();
        std::vector<core::CollectiveEvent> events;
        for (const gpu::TracingCommunicator* group : worker.groups().all())
            group->appendEvents(steps, worker.rank().value, events);
        const std::lock_guard lock(mutex);
        step.times[std::size_t(worker.rank().value)] = worker.times();
        step.wallSeconds = std::max(step.wallSeconds, std::chrono::duration<double>(end - start).count());
        for (const core::CollectiveEvent& event : events) {
            step.hiddenSeconds += event.hiddenSeconds;
            if (event.op == "receive") continue;  // the sender counts the message
            Counted& sum = step.counts[{event.group, event.op}];
            sum.payload += event.bytes;
            sum.wire += event.wireBytes;
        }
    });
    if (failure) throw std::runtime_error(failure->text);
    return step;
}

Counts predict(const core::Plan& plan) {
    const core::ShardMap shards(plan.model, plan.layout, plan.model.maxSequence);
    Counts counts;
    for (const core::TrafficRow& row : core::stepTraffic(plan, shards, core::planSchedule(plan).value()).rows)
        counts[{row.group, std::string(core::toText(row.op))}] = {row.payload, row.wire};
    return counts;
}

std::string text(const Counts& counts) {
    std::string text;
    for (const auto& [key, sum] : counts)
        text += std::string(core::toText(key.first)) + " " + key.second + " " + std::to_string(sum.payload.value()) +
                " / " + std::to_string(sum.wire.value()) + "; ";
    return text;
}

std::int64_t wireOf(const MeasuredStep& step, GroupKind kind) {
    std::int64_t bytes = 0;
    for (const gpu::StepTimes& times : step.times) bytes += times.wire[std::size_t(kind)];
    return bytes;
}

core::Plan llamaOn(int tp, int pp, int dp, int zero) {
    return gpu::smallLlamaParityPlan(tp, pp, dp, zero, core::ScheduleKind::OneFOneB);
}

std::int64_t parameters(const core::Plan& plan) { return core::countParameters(plan.model).total; }

double secondsOf(const MeasuredStep& step) { return gpu::summarise(step.times).seconds; }

}  // namespace

class TrafficTest : public QObject {
    Q_OBJECT
private slots:
    void everyByteIsPredicted();
    void tensorGroupsSendFourSumsALayer();
    void rowsOfTheStreamCostTwoMoreGathersALayer();
    void stagesOfZeroSendWhatThePaperSaysTimesTheMicroBatches();
    void loopedBreadthFirstGathersOnceAChunkAndPass();
    void messagesBetweenStagesAreTheStream();
    void theCostModelChargesWhatTheRanksAreCharged();
    void overlapHidesLinksAndSendsTheSame();
    void tensorGroupsAcrossNodesAreSlow();
    void linksDelayPeopleWhereThePlanSaysSo();
};

void TrafficTest::everyByteIsPredicted() {
    std::vector<core::Plan> plans = gpu::parityMatrix();
    for (const auto precision : {core::Precision::Bf16, core::Precision::Fp16, core::Precision::Fp64})
        for (const int zero : {1, 3}) {
            plans.push_back(gpu::smallParityPlan(2, 2, 2, zero, core::ScheduleKind::OneFOneB));
            plans.back().precision = precision;
            plans.back().sequenceParallel = core::SequenceParallel::On;
        }
    for (std::size_t i = 0; i < plans.size(); ++i) {
        // Plain layouts repeat themselves; whatever is special about a plan is looked at every time.
        const core::Plan& plan = plans[i];
        const bool plain = plan.recompute == core::Recompute::None && plan.zero == core::ZeroSpec{.stage = plan.zero.stage} &&
                           plan.sequenceParallel == core::SequenceParallel::Off && plan.layout.stageLayers.empty();
        if (plain && i % 5 != 0) continue;
        const Counts measured = measure(plan).counts, predicted = predict(plan);
        QVERIFY2(measured == predicted, (gpu::layoutText(plan) + "\nmeasured  " + text(measured) + "\npredicted " +
                                         text(predicted))
                                            .c_str());
    }
}

// Shoeybi et al. 2019: two sums of n·h forward and two backward; a ring sends 2(t−1)/t of a sum from each rank.
void TrafficTest::tensorGroupsSendFourSumsALayer() {
    for (const int tp : {2, 4}) {
        core::Plan four = gpu::smallParityPlan(tp, 1, 1, 0, core::ScheduleKind::OneFOneB), two = four;
        two.model.layers = 2;
        const std::int64_t sum = 4LL * four.batch.micro * four.sequence() * four.model.hidden;
        const std::int64_t layers = wireOf(measure(four), GroupKind::Tensor) - wireOf(measure(two), GroupKind::Tensor);
        QCOMPARE(layers, 2 * 4 * four.microBatches() * 2 * (tp - 1) * sum);
    }
}

// Korthikanti et al. 2022: the same sums as gathers and sum-scatters; two gathers more bring weight gradients their
// input. A pass of its own gathers two gradients besides. Norms: 4 vectors a layer, once a step.
void TrafficTest::rowsOfTheStreamCostTwoMoreGathersALayer() {
    for (const auto kind : {core::ScheduleKind::OneFOneB, core::ScheduleKind::ZbH1}) {
        core::Plan four = gpu::smallParityPlan(2, 2, 1, 0, kind);
        four.sequenceParallel = core::SequenceParallel::On;
        core::Plan two = four;
        two.model.layers = 2;
        const std::int64_t sum = 4LL * four.batch.micro * four.sequence() * four.model.hidden;
        const std::int64_t layers = wireOf(measure(four), GroupKind::Tensor) - wireOf(measure(two), GroupKind::Tensor);
        const std::int64_t halves = kind == core::ScheduleKind::ZbH1 ? 12 : 10;
        const std::int64_t norms = 2 * 4 * four.model.hidden * 4;
        QCOMPARE(layers, 2 * (four.microBatches() * halves * sum + norms));
    }
}

// Rajbhandari et al. 2020, section 7: 2Ψ a step up to stage 2, 3Ψ at stage 3, of one micro-batch. Gradients of stage 2
// and 3 leave at every micro-batch, and stage 3 gathers in both passes of each.
void TrafficTest::stagesOfZeroSendWhatThePaperSaysTimesTheMicroBatches() {
    constexpr int kReplicas = 4;
    for (const int zero : {0, 1, 2, 3}) {
        core::Plan plan = llamaOn(1, 1, kReplicas, zero);
        const std::int64_t m = plan.microBatches(), psi = parameters(plan);
        QVERIFY(m > 1);
        // The loss, and from stage 1 on the norm, are sums over the replicas too.
        const std::int64_t scalars = 2 * (kReplicas - 1) * (zero > 0 ? 8 + 24 : 8);
        const std::int64_t sent = (wireOf(measure(plan), GroupKind::Data) - scalars) / (kReplicas - 1);
        qInfo("ZeRO-%d, %lld micro-batches: %.2f parameters a rank and step", zero, static_cast<long long>(m),
              double(sent) / 4 / double(psi));
        if (zero < 2) QCOMPARE(sent, 2 * 4 * psi);
        if (zero == 2) QCOMPARE(sent, (m + 1) * 4 * psi);
        if (zero != 3) continue;
        // What is used twice in a row is gathered once: the head, between its passes.
        QVERIFY(sent <= 3 * m * 4 * psi);
        QVERIFY(sent > 2 * m * 4 * psi);
        plan.zero.maxLiveParameters = psi;  // all of it stays: gathered once
        const std::int64_t once = (wireOf(measure(plan), GroupKind::Data) - scalars) / (kReplicas - 1);
        QCOMPARE(once, (m + 1) * 4 * psi);
    }
}

void TrafficTest::loopedBreadthFirstGathersOnceAChunkAndPass() {
    const auto gathered = [](core::ScheduleKind kind, std::int64_t microBatches) {
        core::Plan plan = gpu::smallLlamaParityPlan(1, 2, 2, 3, kind);
        plan.layout.virtualStages = core::chunksOf(kind).least;
        plan.batch.global = microBatches * plan.layout.dp;
        return measure(plan).counts.at({GroupKind::Data, "all-gather"}).payload.value();
    };
    const std::int64_t depth4 = gathered(core::ScheduleKind::OneFOneB, 4), depth8 = gathered(core::ScheduleKind::OneFOneB, 8),
                       breadth4 = gathered(core::ScheduleKind::LoopedBfs, 4),
                       breadth8 = gathered(core::ScheduleKind::LoopedBfs, 8);
    qInfo("ZeRO-3 with two stages gathers %lld and %lld bytes under 1F1B for 4 and 8 micro-batches, %lld and %lld under "
          "looped BFS",
          static_cast<long long>(depth4), static_cast<long long>(depth8), static_cast<long long>(breadth4),
          static_cast<long long>(breadth8));
    QCOMPARE(breadth8, breadth4);
    QVERIFY(double(depth8) > 1.7 * double(depth4));
    QVERIFY(breadth8 <= 2 * 4 * parameters(llamaOn(1, 1, 1, 0)));
}

void TrafficTest::messagesBetweenStagesAreTheStream() {
    for (const bool rows : {false, true}) {
        core::Plan plan = gpu::smallParityPlan(2, 4, 1, 0, core::ScheduleKind::OneFOneB);
        if (rows) plan.sequenceParallel = core::SequenceParallel::On;
        const std::int64_t stream = 4LL * plan.batch.micro * plan.sequence() * plan.model.hidden;
        const Counted sent = measure(plan).counts.at({GroupKind::Pipeline, "send"});
        const std::int64_t each = rows ? stream / 2 : stream;
        QCOMPARE(sent.wire.value(), 2 * 2 * plan.microBatches() * 3 * each);  // tensor ranks, directions, boundaries
    }
}

// Bandwidth alone, so that the scalars of loss and norm, which the prediction leaves out, weigh nothing.
void TrafficTest::theCostModelChargesWhatTheRanksAreCharged() {
    using core::ScheduleKind;
    for (const auto rows : {core::SequenceParallel::Off, core::SequenceParallel::On})
        for (const auto kind : {ScheduleKind::OneFOneB, ScheduleKind::ZbH1})
            for (const int zero : {0, 1, 2, 3}) {
                core::Plan plan = gpu::smallParityPlan(2, 1, 2, zero, kind);
                plan.sequenceParallel = rows;
                plan.cluster.links = {.intraNodeBandwidth = 1e6, .intraNodeLatency = 1e-12};
                if (zero == 1) plan.recompute = core::Recompute::Full;
                const core::Snapshot snapshot = core::evaluate(plan);
                QVERIFY(snapshot.step.has_value());
                const double predicted = snapshot.step->mean.communication.value();
                const double charged = gpu::summarise(measure(plan, 2).times).breakdown.communication.value();
                QVERIFY2(std::abs(charged / predicted - 1) < 0.02,
                         (gpu::layoutText(plan) + " charged " + std::to_string(charged) + " s, predicted " +
                          std::to_string(predicted) + " s")
                             .c_str());
            }
}

void TrafficTest::overlapHidesLinksAndSendsTheSame() {
    core::Plan plan = gpu::smallParityPlan(1, 1, 4, 3, core::ScheduleKind::OneFOneB);
    plan.cluster.links.intraNodeBandwidth = 40e6;
    plan.zero.reduceBucketSize = 4000;
    plan.zero.prefetchBucketSize = 8000;
    core::Plan beside = plan;
    beside.zero.overlap = core::Overlap::On;
    const MeasuredStep off = measure(plan, 2), on = measure(beside, 2);
    qInfo("virtual step without overlap %.2f ms, with %.2f ms, link time hidden %.2f ms a rank", 1e3 * secondsOf(off),
          1e3 * secondsOf(on), 1e3 * on.hiddenSeconds / 4);
    QVERIFY(on.counts == off.counts);
    QCOMPARE(off.hiddenSeconds, 0.0);
    QVERIFY(on.hiddenSeconds > 0);
    QVERIFY(gpu::summarise(on.times).breakdown.communication < gpu::summarise(off.times).breakdown.communication);
}

void TrafficTest::tensorGroupsAcrossNodesAreSlow() {
    core::Plan plan = gpu::smallParityPlan(2, 1, 1, 0, core::ScheduleKind::OneFOneB);
    plan.cluster.links = {.intraNodeBandwidth = 300e9,
                          .intraNodeLatency = 1e-6,
                          .interNodeBandwidth = 10e6,
                          .interNodeLatency = 50e-6};
    core::Plan across = plan;
    across.cluster.nodes = 2;
    across.cluster.gpusPerNode = 1;
    const MeasuredStep within = measure(plan, 2), between = measure(across, 2);
    // 2 layers' sums and the embedding's and the head's, forward and backward, at 2 · (latency + half of it / bandwidth).
    const double sums = 4.0 * plan.model.layers + 2;
    const double stream = 4.0 * plan.sequence() * plan.model.hidden;
    const double least = plan.microBatches() * sums * 2 * (50e-6 + stream / 2 / 10e6);
    const double slow = gpu::summarise(between.times).breakdown.communication.value();
    QVERIFY2(slow > least && slow < 1.5 * least, qPrintable(QString::number(slow / least)));
    QVERIFY(gpu::summarise(within.times).breakdown.communication.value() < slow / 10);
    QVERIFY(within.counts == between.counts);
}

void TrafficTest::linksDelayPeopleWhereThePlanSaysSo() {
    core::Plan plan = gpu::smallParityPlan(2, 1, 1, 0, core::ScheduleKind::OneFOneB);
    plan.batch.global = 2;
    plan.cluster.links.intraNodeLatency = 2e-3;
    const double link = [&] {
        const MeasuredStep step = measure(plan);
        return gpu::summarise(step.times).breakdown.communication.value();
    }();
    QVERIFY(link > 0.1);
    plan.run.simulatedLinks.delay = core::LinkDelay::Wall;
    QVERIFY(measure(plan).wallSeconds >= link * 0.99);
}

QTEST_GUILESS_MAIN(TrafficTest)
#include "traffic_test.moc"
