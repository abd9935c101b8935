// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory and exchanges of models with experts and with latent attention, worked out by hand from their shapes:
// experts are divided by ep and tp and their ZeRO group is dp·cp/ep; ep divides weights, not tokens.
#include "core/evaluate.h"
#include "core/memory/saved_tensors.h"

#include <QTest>

using namespace core;

namespace {

Plan mixtral(int tp, int ep, int dp) {
    Plan plan;
    plan.model = *findModelPreset("mixtral-8x7b");
    plan.framework = Framework::Megatron;
    plan.layout = {.tp = tp, .ep = ep, .dp = dp};
    plan.cluster = {"h100-sxm", tp * dp / 8, 8};
    plan.batch = {1, dp};
    plan.sequenceLength = 4096;
    plan.zero.stage = 1;
    plan.attention = AttentionKind::Flash;
    return plan;
}

std::int64_t statesOf(const Plan& plan) {
    const Snapshot snapshot = evaluate(plan);
    const Ledger& ledger = snapshot.memory.value().stages.front().ledger;
    return (ledger.of(MemoryCategory::Parameters) + ledger.of(MemoryCategory::Gradients) + ledger.of(MemoryCategory::Optimizer)).value();
}

std::int64_t savedBytesOf(const Plan& plan, LayerKind layer) { return savedBytes(plan, layer).value(); }

}  // namespace

class ExpertMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void statesFollowTheGroupsOfExperts() {
        const std::int64_t h = 4096, layers = 32, vocabulary = 32000, ffn = 14336, tp = 2, ep = 4, dp = 8;
        const std::int64_t dense = 2 * vocabulary / tp * h + h + layers * ((h + 2 * 1024) / tp * h + h * h / tp + 2 * h + 8 * h);
        const std::int64_t experts = layers * (8 / ep) * 3 * h * ffn / tp;
        // bf16 weights and fp32 gradients of everything held; fp32 master and two moments of what ZeRO leaves.
        QCOMPARE(statesOf(mixtral(2, 4, 8)), 6 * (dense + experts) + 12 * (dense / dp + experts / (dp / ep)));
    }

    void expertParallelismDividesWeightsButNotTokens() {
        const Plan whole = mixtral(2, 1, 8), split = mixtral(2, 8, 8);
        QVERIFY(statesOf(split) < statesOf(whole) / 2);
        QCOMPARE(savedBytesOf(split, LayerKind::ExpertBlock), savedBytesOf(whole, LayerKind::ExpertBlock));
    }

    // Every token visits two experts: their inputs whole on each tensor rank, their widths divided.
    void aBlockOfExpertsKeepsWhatItsTokensPass() {
        Plan plan = mixtral(2, 4, 8);
        plan.sequenceParallel = SequenceParallel::On;
        const std::int64_t n = 4096, h = 4096, tp = 2, visits = 2 * n;
        const std::int64_t streams = 4 * 2 * n * h / tp, attention = (2 * n * (2 * h + 2 * 1024) + 4 * n * 32) / tp;
        const std::int64_t router = (4 * n * 8 + 8 * visits) / tp;
        const std::int64_t experts = 2 * visits * h + 3 * 2 * visits * 14336 / tp;
        QCOMPARE(savedBytesOf(plan, LayerKind::ExpertBlock), streams + attention + router + experts);
    }

    // DeepSeek-V2-Lite: 16 heads of 128 + 64 features, values of 128, latent vectors of 512 without one for queries.
    void latentAttentionKeepsItsNarrowVectors() {
        Plan plan = mixtral(1, 1, 8);
        plan.model = *findModelPreset("deepseek-v2-lite");
        const std::int64_t n = 4096, h = 2048, query = 16 * 192, value = 16 * 128, ffn = 10944;
        const std::int64_t attention = 2 * n * ((2 * 512 + 64) + 2 * query + 2 * value) + 4 * n * 16;
        QCOMPARE(savedBytesOf(plan, LayerKind::Block), 4 * 2 * n * h + attention + 3 * 2 * n * ffn);
        // One dense block, 26 with experts.
        const Snapshot snapshot = evaluate(plan);
        std::int64_t blocks = 0;
        for (const LedgerEntry& entry : snapshot.memory.value().stages.front().ledger.entries)
            if (entry.label == "ledger.activations-blocks") blocks += entry.bytes.value();
        QCOMPARE(blocks, savedBytesOf(plan, LayerKind::Block) + 26 * savedBytesOf(plan, LayerKind::ExpertBlock));
    }

    void expertsThatLieApartExchangeTokens() {
        const auto tensor = [](const Plan& plan) { return evaluate(plan).step.value().tensorCommunication; };
        const Plan together = mixtral(1, 1, 8), apart = mixtral(1, 8, 8);
        QCOMPARE(tensor(together), Seconds(0));
        // Two exchanges forward and two backward a block: 7/8 of 2 · 4096 visits · 4096 · 2 bytes at what collectives reach of 450 GB/s.
        const double each = 7 * 5e-6 + 7.0 / 8 * 2 * 4096 * 4096 * 2 / (0.78 * 450e9);
        const double all = tensor(apart).value() / apart.microBatches();
        QVERIFY2(std::abs(all / (32 * 4 * each) - 1) < 1e-6, qPrintable(QString("%1, %2").arg(all).arg(32 * 4 * each)));
        Plan far = mixtral(1, 8, 32);
        far.cluster = {"h100-sxm", 32, 1};  // one card a node
        QVERIFY(tensor(far) > tensor(apart));
    }

    // A token multiplies 12.9e9 parameters of Mixtral's 46.7e9 (Jiang et al. 2024), less the table that is looked up.
    void flopsCountWhatATokenVisits() {
        const ModelSpec& model = *findModelPreset("mixtral-8x7b");
        QCOMPARE(multipliedParameters(model), countParameters(model).active - std::int64_t(32000) * 4096);
        QCOMPARE(qRound64(double(countParameters(model).active) / 1e8), qint64(129));
    }
};

QTEST_GUILESS_MAIN(ExpertMemoryTest)
#include "expert_memory_test.moc"
