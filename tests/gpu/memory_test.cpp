// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The planner's ledger against the arena of every card, to the byte: states, and activations at the peak of
// every schedule and kind of recomputation.
#include "core/memory/memory_model.h"
#include "core/schedule/table.h"
#include "gpu/training/parity_suite.h"
#include "gpu/training/rank_worker.h"

#include <QTest>

Q_DECLARE_METATYPE(core::Precision)

namespace {

struct Measured {
    core::CategoryBytes standing{}, atPeak{};  // after the set-up; at the peak of two steps
};

std::vector<Measured> measure(const core::Plan& plan) {
    gpu::Job job(plan);
    std::vector<Measured> cards(std::size_t(job.layout().ranks()));
    const auto failure = job.run([&](gpu::RankWorker& worker) {
        worker.initialise();
        Measured& card = cards[std::size_t(worker.rank().value)];
        card.standing = worker.arena().current();
        for (int update = 0; update < 2; ++update)
            (void)worker.trainStep(update, gpu::syntheticSamples(plan));
        card.atPeak = worker.arena().atPeak();
    });
    if (failure) throw std::runtime_error(failure->text);
    return cards;
}

std::vector<core::StageMemory> predict(const core::Plan& plan) {
    const auto layout = core::Layout::create(plan.layout, plan.cluster.gpusPerNode).value();
    const core::ShardMap shards(plan.model, plan.layout, plan.sequence());
    const auto schedule = core::planSchedule(plan).value();
    return core::stageMemory(plan, layout, shards, schedule);
}

// Odd widths and an untidy vocabulary: nothing divides evenly by the replicas.
core::Plan oddPlan(int tp, int pp, int dp, int zero) {
    core::Plan plan = gpu::smallParityPlan(tp, pp, dp, zero, core::ScheduleKind::OneFOneB);
    plan.model.hidden = 20;
    plan.model.ffn = 84;
    plan.model.vocabulary = 71;
    plan.batch.micro = 2;
    plan.batch.global *= 2;
    return plan;
}

}  // namespace

class MemoryTest : public QObject {
    Q_OBJECT
private slots:
    void predictedStatesAndPeaksEqualTheArenaToTheByte();
    void soTheyDoInEveryPrecision_data();
    void soTheyDoInEveryPrecision();
    void sixteenBitsHalveWhatTheyStore();
    void offloadShrinksTheCardByWhatItKeepsElsewhere();
    void anOffloadFolderThatIsNoneIsNamed();
    void aCardTooSmallIsExplained();

private:
    static void compare(const core::Plan& plan, const core::StageMemory& predicted, const Measured& card);
    static void compareCards(const std::vector<core::Plan>& plans);
};

void MemoryTest::compare(const core::Plan& plan, const core::StageMemory& predicted, const Measured& card) {
    const core::CategoryBytes bytes = predicted.ledger.byCategory();
    const std::string where = gpu::layoutText(plan) + ", stage " + std::to_string(predicted.stage.value);
    for (const auto category : {core::MemoryCategory::Parameters, core::MemoryCategory::Gradients,
                                core::MemoryCategory::Optimizer, core::MemoryCategory::Temporary}) {
        const std::int64_t right = bytes[std::size_t(category)].value();
        const std::int64_t measured = card.standing[std::size_t(category)].value();
        QVERIFY2(measured == right, (where + ": " + std::string(core::toText(category)) + " measured " +
                                     std::to_string(measured) + ", predicted " + std::to_string(right))
                                        .c_str());
    }
    const std::int64_t peak = core::sum(card.atPeak).value(), right = core::sum(bytes).value();
    QVERIFY2(peak == right, (where + ": peak measured " + std::to_string(peak) + ", predicted " +
                             std::to_string(right) + "\n" + core::toAscii(predicted))
                                .c_str());
}

void MemoryTest::predictedStatesAndPeaksEqualTheArenaToTheByte() {
    std::vector<core::Plan> plans = gpu::parityMatrix();
    for (const int zero : {0, 1, 2, 3})
        for (const auto& [tp, pp, dp] :
             {std::tuple(1, 1, 3), {2, 1, 3}, {1, 2, 3}, {2, 2, 2}, {1, 4, 2}, {4, 2, 1}})
            plans.push_back(oddPlan(tp, pp, dp, zero));
    for (const int zero : {0, 1, 3})
        for (const double momentum : {0.0, 0.9}) {
            plans.push_back(oddPlan(1, 2, 3, zero));
            plans.back().optimizer.kind = core::OptimizerKind::Sgd;
            plans.back().optimizer.momentum = momentum;
        }
    for (core::Plan plan : gpu::scheduleMatrix()) {
        const core::Plan odd = oddPlan(plan.layout.tp, plan.layout.pp, plan.layout.dp, plan.zero.stage);
        plan.model = odd.model;
        plan.batch = odd.batch;
        plans.push_back(plan);
    }
    compareCards(plans);
}

void MemoryTest::compareCards(const std::vector<core::Plan>& plans) {
    for (const core::Plan& plan : plans) {
        const std::vector<core::StageMemory> stages = predict(plan);
        const std::vector<Measured> cards = measure(plan);
        const auto layout = core::Layout::create(plan.layout, plan.cluster.gpusPerNode).value();
        for (int rank = 0; rank < layout.ranks(); ++rank) {
            compare(plan, stages[std::size_t(layout.coordinates(core::Rank(rank)).pp)],
                    cards[std::size_t(rank)]);
            if (QTest::currentTestFailed()) return;
        }
    }
}

void MemoryTest::soTheyDoInEveryPrecision_data() {
    QTest::addColumn<core::Precision>("precision");
    QTest::addColumn<core::Precision>("gradients");
    using enum core::Precision;
    for (const auto& [precision, gradients] :
         {std::pair(Bf16, Fp32), {Bf16, Bf16}, {Fp16, Fp16}, {Fp16, Fp32}, {Fp64, Fp64}})
        QTest::addRow("%s, %s gradients", std::string(core::toText(precision)).c_str(),
                      std::string(core::toText(gradients)).c_str())
            << precision << gradients;
}

void MemoryTest::soTheyDoInEveryPrecision() {
    QFETCH(core::Precision, precision);
    QFETCH(core::Precision, gradients);
    std::vector<core::Plan> plans;
    for (const int zero : {0, 1, 2, 3})
        for (const auto& [tp, pp, dp] : {std::tuple(1, 1, 3), {2, 1, 3}, {2, 2, 2}, {1, 4, 2}})
            plans.push_back(oddPlan(tp, pp, dp, zero));
    for (core::Plan plan : gpu::scheduleMatrix()) {
        if (plan.layout.tp > 1) continue;
        const bool llama = plan.model.family == core::Family::Llama;
        const core::Plan odd = oddPlan(1, plan.layout.pp, plan.layout.dp, plan.zero.stage);
        if (!llama) plan.model = odd.model;
        plan.batch = odd.batch;
        plans.push_back(plan);
    }
    plans.back().optimizer.kind = core::OptimizerKind::Sgd;
    for (core::Plan& plan : plans) {
        plan.precision = precision;
        plan.gradientDtype = gradients;
        plan.run.threadsPerRank = plan.layout.dp == 3 ? 2 : 1;
        if (plan.layout.tp > 1 && plan.zero.stage % 2 == 1) plan.sequenceParallel = core::SequenceParallel::On;
    }
    compareCards(plans);
}

void MemoryTest::sixteenBitsHalveWhatTheyStore() {
    using enum core::MemoryCategory;
    core::Plan plan = oddPlan(1, 1, 1, 0);
    const Measured wide = measure(plan)[0];
    plan.precision = core::Precision::Fp16;
    const Measured narrow = measure(plan)[0];
    const auto of = [](const core::CategoryBytes& bytes, core::MemoryCategory category) {
        return bytes[std::size_t(category)].value();
    };
    for (const auto category : {Parameters, Gradients})
        QCOMPARE(of(wide.standing, category), 2 * of(narrow.standing, category));
    QCOMPARE(2 * of(narrow.standing, Optimizer), 3 * of(wide.standing, Optimizer));  // masters
    // Statistics of rows and token numbers keep their four bytes.
    const double share = double(of(narrow.atPeak, Activations)) / double(of(wide.atPeak, Activations));
    QVERIFY2(share >= 0.5 && share < 0.56, std::to_string(share).c_str());
}

void MemoryTest::offloadShrinksTheCardByWhatItKeepsElsewhere() {
    for (const core::Offload device : {core::Offload::Cpu, core::Offload::Nvme}) {
        const core::Plan whole = oddPlan(2, 1, 2, 3);
        core::Plan plan = whole;
        plan.zero.offloadOptimizer = plan.zero.offloadParameters = device;
        const core::StageMemory before = predict(whole)[0], after = predict(plan)[0];
        const Measured with = measure(plan).front(), without = measure(whole).front();
        compare(plan, after, with);
        const core::Bytes moved = before.ledger.of(core::MemoryCategory::Optimizer) +
                                  before.ledger.of(core::MemoryCategory::Parameters);
        QVERIFY(moved > core::Bytes(0));
        QCOMPARE((core::sum(without.atPeak) - core::sum(with.atPeak)).value(), moved.value());
    }
}

void MemoryTest::anOffloadFolderThatIsNoneIsNamed() {
    core::Plan plan = oddPlan(1, 1, 2, 1);
    plan.zero.offloadOptimizer = core::Offload::Nvme;
    plan.zero.offloadDirectory = "/no/such/folder";
    try {
        (void)measure(plan);
        QFAIL("a file was made in a folder that is none");
    } catch (const std::runtime_error& error) {
        QVERIFY2(std::string(error.what()).find("/no/such/folder") != std::string::npos, error.what());
    }
}

void MemoryTest::aCardTooSmallIsExplained() {
    core::Plan plan = gpu::smallParityPlan(1, 2, 1, 0, core::ScheduleKind::GPipe);
    plan.run.cardMemory = core::Bytes(predict(plan)[0].ledger.total().value() * 9 / 10);
    gpu::Job job(plan);
    const auto failure = job.run([&](gpu::RankWorker& worker) {
        worker.initialise();
        (void)worker.trainStep(0, gpu::syntheticSamples(plan));
    });
    QVERIFY(failure.has_value());
    QCOMPARE(int(failure->kind), int(gpu::RankFailure::Kind::OutOfMemory));
    const core::OutOfMemory& report = *failure->outOfMemory;
    QCOMPARE(report.capacity.value(), plan.run.cardMemory.value());
    QVERIFY(report.requested + core::sum(report.held) > report.capacity);
    QVERIFY(core::sum(report.held) <= report.capacity);
    core::Bytes listed;
    for (const auto& [name, bytes] : report.entries) listed += bytes;
    QCOMPARE(listed.value(), core::sum(report.held).value());
    const std::string text = core::describe(gpu::problemOf(*failure));
    QVERIFY2(text.find("rank " + std::to_string(failure->rank)) != text.npos, text.c_str());
}

QTEST_GUILESS_MAIN(MemoryTest)
#include "memory_test.moc"
