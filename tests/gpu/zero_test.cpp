// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stores and optimizer under every ZeRO stage, on one unit list and known gradients: no layers are involved.
#include "core/layout/layout.h"
#include "core/plan/plan.h"
#include "gpu/kernels/cpu_kernels.h"
#include "gpu/optimizer/adamw.h"
#include "tests/support/rank_threads.h"

#include <QTest>

#include <cmath>

using core::ShardMap;
using test::Member;

namespace {

core::Plan planOf(int dp, int zeroStage) {
    core::Plan plan;
    plan.precision = core::Precision::Fp32;
    plan.model.layers = 2;
    plan.model.hidden = 6;
    plan.model.heads = plan.model.kvHeads = 2;
    plan.model.ffn = 24;
    plan.model.vocabulary = 11;
    plan.model.maxSequence = 5;
    plan.layout.dp = dp;
    plan.zero.stage = zeroStage;
    plan.optimizer.weightDecay = 0.1;
    return plan;
}

ShardMap shardsOf(const core::Plan& plan) { return {plan.model, plan.layout, plan.sequence()}; }

float weightOf(int unit, std::size_t i) { return 0.01f * float(unit + 1) + 0.001f * float(i % 97); }
float gradientOf(int replica, int microBatch, int unit, std::size_t i) {
    return std::sin(float(i) * 0.7f + float(unit) + 3.f * float(microBatch)) * float(1 + replica);
}

struct Run {
    std::vector<float> weights;  // replica 0's whole parameters, all units
    double norm = 0;
    core::CategoryBytes bytes{};
};

// Three updates with `microBatches` each; what replica 0 ends with.
Run train(int dp, int zeroStage, int microBatches, gpu::Fault fault = gpu::Fault::None) {
    const core::Plan plan = planOf(dp, zeroStage);
    const ShardMap shards = shardsOf(plan);
    const gpu::CancelToken cancel;
    Run run;
    const auto body = [&](Member member) {
        gpu::Arena arena(member.rank, core::mebibytes(64));
        const auto kernels = gpu::makeCpuKernels(1);
        gpu::ThreadGroup solo({core::Rank(member.rank)}, {}, cancel);
        const auto alone = solo.join(0, member.clock);
        gpu::ZeroStore store({plan, shards, core::Stage(0), arena, member.group, nullptr, fault});
        gpu::AdamW optimizer(plan, shards, store, arena, fault, {*alone, *alone, member.group});
        store.fill([](int unit, std::span<double> whole) {
            for (std::size_t i = 0; i < whole.size(); ++i) whole[i] = double(weightOf(unit, i));
        });
        double norm = 0;
        for (int update = 1; update <= 3; ++update) {
            store.clearGradients();
            for (int microBatch = 0; microBatch < microBatches; ++microBatch)
                for (const int unit : {ShardMap::kTiedHead, 3, 2, 1, 0}) {
                    const std::span<float> sum = store.gradient(unit).as<float>();
                    for (std::size_t i = 0; i < sum.size(); ++i)
                        sum[i] += gradientOf(member.rank, microBatch, unit, i);
                    store.gradientReady(unit);
                }
            store.reduceGradients();
            norm = optimizer.globalNorm();
            optimizer.step(*kernels, update, 0.01, norm);
            store.publishParameters();
        }
        Run mine;
        for (const int unit : {0, 1, 2, 3}) {
            const auto whole = store.acquire(unit).as<float>();
            mine.weights.insert(mine.weights.end(), whole.begin(), whole.end());
            store.release(unit);
        }
        mine.norm = norm;
        mine.bytes = arena.current();
        if (member.rank == 0) run = mine;
    };
    for (const auto& error : test::runMembers(dp, {}, cancel, body))
        if (error) std::rethrow_exception(error);
    return run;
}

std::int64_t bytesOf(const Run& run, core::MemoryCategory category) {
    return run.bytes[std::size_t(category)].value();
}

}  // namespace

class ZeroTest : public QObject {
    Q_OBJECT
private slots:
    void aPartOfTheTiedHeadMeetsTheSameElementsOfTheEmbedding();
    void everyStageTrainsTheSameWeightsWithoutAccumulation_data();
    void everyStageTrainsTheSameWeightsWithoutAccumulation();
    void stagesThatReduceAtTheBoundaryAgreeBitwiseAndSoDoThoseWithBuckets();
    void theNormIsThatOfTheSumOverReplicasAndUses();
    void aSumTakenTwiceIsSeenInTheNorm();
    void bytesFollowTheFormulas_data();
    void bytesFollowTheFormulas();
};

void ZeroTest::aPartOfTheTiedHeadMeetsTheSameElementsOfTheEmbedding() {
    for (const int dp : {1, 2, 3, 4, 7, 16}) {
        core::Plan plan = planOf(dp, 2);
        const ShardMap shards = shardsOf(plan);
        std::int64_t covered = 0;
        for (int rank = 0; rank < dp; ++rank) {
            const gpu::StageUnits units(shards, core::Stage(0), rank, gpu::TiedHeadPlace::Append);
            const gpu::UnitPlace& head = units.of(ShardMap::kTiedHead);
            const gpu::UnitPlace& embedding = units.of(0);
            if (head.ownElements > 0) QCOMPARE(head.ownBegin, embedding.ownBegin);
            QVERIFY(head.ownElements <= embedding.ownElements);
            QCOMPARE(head.ownBegin, std::min(covered, head.elements));
            covered += head.ownElements;
        }
        QCOMPARE(covered, shards.unitElements(ShardMap::kTiedHead));
    }
}

void ZeroTest::everyStageTrainsTheSameWeightsWithoutAccumulation_data() {
    QTest::addColumn<int>("dp");
    for (const int dp : {1, 2, 3, 5}) QTest::addRow("dp=%d", dp) << dp;
}

void ZeroTest::everyStageTrainsTheSameWeightsWithoutAccumulation() {
    QFETCH(int, dp);
    const Run plain = train(dp, 0, 1);
    for (const int stage : {1, 2, 3}) {
        const Run other = train(dp, stage, 1);
        QVERIFY2(other.weights == plain.weights, qPrintable(QString::number(stage)));
        QCOMPARE(other.norm, plain.norm);
    }
}

void ZeroTest::stagesThatReduceAtTheBoundaryAgreeBitwiseAndSoDoThoseWithBuckets() {
    const Run zero = train(4, 0, 3), one = train(4, 1, 3), two = train(4, 2, 3), three = train(4, 3, 3);
    QVERIFY(zero.weights == one.weights);
    QVERIFY(two.weights == three.weights);
    QCOMPARE(zero.norm, one.norm);
    QCOMPARE(two.norm, three.norm);
    QVERIFY(std::abs(zero.norm - two.norm) < 1e-6 * zero.norm);
}

void ZeroTest::theNormIsThatOfTheSumOverReplicasAndUses() {
    constexpr int kReplicas = 3, kMicroBatches = 2;
    const ShardMap shards = shardsOf(planOf(kReplicas, 1));
    double squares = 0;
    for (const int unit : {0, 1, 2, 3})
        for (std::size_t i = 0; i < std::size_t(shards.unitElements(unit)); ++i) {
            double sum = 0;
            for (int replica = 0; replica < kReplicas; ++replica)
                for (int m = 0; m < kMicroBatches; ++m) {
                    sum += double(gradientOf(replica, m, unit, i));
                    if (unit == 0 && std::int64_t(i) < shards.unitElements(ShardMap::kTiedHead))
                        sum += double(gradientOf(replica, m, ShardMap::kTiedHead, i));
                }
            squares += sum * sum;
        }
    for (const int stage : {0, 1, 2, 3}) {
        const double norm = train(kReplicas, stage, kMicroBatches).norm;
        QVERIFY2(std::abs(norm - std::sqrt(squares)) < 1e-6 * norm, qPrintable(QString::number(stage)));
    }
}

void ZeroTest::aSumTakenTwiceIsSeenInTheNorm() {
    for (const int stage : {0, 1, 2, 3}) {
        const double right = train(4, stage, 1).norm;
        const double wrong = train(4, stage, 1, gpu::Fault::GradientSummedTwice).norm;
        QVERIFY(std::abs(wrong - 4 * right) < 1e-5 * right);
    }
}

void ZeroTest::bytesFollowTheFormulas_data() {
    QTest::addColumn<int>("dp");
    QTest::addColumn<int>("stage");
    for (const int dp : {1, 2, 3, 5})
        for (const int stage : {0, 1, 2, 3}) QTest::addRow("dp=%d ZeRO-%d", dp, stage) << dp << stage;
}

void ZeroTest::bytesFollowTheFormulas() {
    QFETCH(int, dp);
    QFETCH(int, stage);
    const ShardMap shards = shardsOf(planOf(dp, stage));
    std::int64_t whole = 0, parts = 0, largest = 0;
    for (const int unit : {0, 1, 2, 3}) {
        const std::int64_t elements = shards.unitElements(unit);
        whole += elements;
        parts += (elements + dp - 1) / dp;
        largest = std::max(largest, elements);
    }
    const std::int64_t table = 11 * 6, tablePart = std::min(table, (table + 5 * 6 + dp - 1) / dp);
    const Run run = train(dp, stage, 1);
    using enum core::MemoryCategory;
    QCOMPARE(bytesOf(run, Parameters), 4 * (stage < 3 ? whole : parts));
    QCOMPARE(bytesOf(run, Gradients), 4 * (stage < 2 ? whole + table : parts + tablePart));
    QCOMPARE(bytesOf(run, Optimizer), 8 * (stage < 1 ? whole : parts));
    QCOMPARE(bytesOf(run, Temporary), 4 * largest * (stage == 3 ? 2 : stage == 2 ? 1 : 0));
}

QTEST_GUILESS_MAIN(ZeroTest)
#include "zero_test.moc"
