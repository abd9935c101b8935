// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory and time of optimizers beside AdamW, of adapters and of frozen blocks.
#include "core/cost/step_estimate.h"
#include "core/evaluate.h"
#include "core/plan/validate.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

constexpr std::int64_t kWeights = 6'738'415'616;  // LLaMA 2 7B
constexpr std::int64_t kPlain = 2LL * 32'000 * 4096 + (2 * 32 + 1) * 4096;  // embedding, head, norms

Plan llama() {
    Plan plan;
    plan.model = *findModelPreset("llama-2-7b");
    plan.framework = Framework::Megatron;
    plan.cluster = {"a100-80gb", 1, 1};
    plan.batch = {1, 1};
    plan.attention = AttentionKind::Flash;
    return plan;
}

std::int64_t bytesOf(const Plan& plan, MemoryCategory category) {
    const Snapshot snapshot = evaluate(plan);
    return snapshot.memory->stages.front().ledger.of(category).value();
}

}  // namespace

class RecipesTest : public QObject {
    Q_OBJECT

private slots:
    void momentsTakeTheirWidth() {
        Plan plan = llama();
        QCOMPARE(bytesOf(plan, MemoryCategory::Optimizer), (4 + 8) * kWeights);
        plan.optimizer.moments = MomentType::Bf16;
        QCOMPARE(bytesOf(plan, MemoryCategory::Optimizer), (4 + 4) * kWeights);
        plan.optimizer.moments = MomentType::Int8;
        QCOMPARE(bytesOf(plan, MemoryCategory::Optimizer), (4 + 2) * kWeights + 4 * ((2 * kWeights + 2047) / 2048));
    }

    void muonKeepsOneMomentumOfTheMatrices() {
        Plan plan = llama();
        plan.optimizer.kind = OptimizerKind::Muon;
        QCOMPARE(bytesOf(plan, MemoryCategory::Optimizer), 4 * kWeights + 4 * (kWeights - kPlain) + 8 * kPlain);
        QVERIFY(evaluate(plan).step->optimizer > Seconds(0));
        QVERIFY(hasErrors(engineLimits(plan)));
    }

    // Counts that the PEFT library prints for this model: 8,388,608 for q, k, v and o at rank 8; 19,988,480 with the MLP.
    void adaptersHaveTheNumbersOfPeft() {
        Plan plan = llama();
        plan.lora = {8, LoraTargets::Attention};
        QCOMPARE(32 * adapterElements(plan, false), std::int64_t(8'388'608));
        plan.lora.targets = LoraTargets::Linear;
        QCOMPARE(32 * adapterElements(plan, false), std::int64_t(19'988'480));
        constexpr std::int64_t kAdapters = 19'988'480;
        QCOMPARE(bytesOf(plan, MemoryCategory::Parameters), 2 * (kWeights + kAdapters));
        QCOMPARE(bytesOf(plan, MemoryCategory::Gradients), 4 * kAdapters);
        QCOMPARE(bytesOf(plan, MemoryCategory::Optimizer), 12 * kAdapters);
    }

    // Without weight gradients a third of the products falls away.
    void adaptersTakeTwoThirdsOfTheTime() {
        Plan plan = llama();
        plan.batch.global = 256;
        const Snapshot whole = evaluate(plan);
        plan.lora.rank = 8;
        const Snapshot narrow = evaluate(plan);
        const double share = (narrow.step->forward + narrow.step->backward) / (whole.step->forward + whole.step->backward);
        QVERIFY2(share > 0.62 && share < 0.80, qPrintable(QString::number(share)));
        QVERIFY(narrow.step->optimizer < whole.step->optimizer * 0.05);
        QVERIFY(narrow.step->mfu < whole.step->mfu * 1.1 && narrow.step->mfu > whole.step->mfu * 0.7);
        plan.frozenBlocks = 4;
        QVERIFY(hasErrors(validate(plan)));
    }

    void frozenBlocksHaveNoGradients() {
        Plan plan = llama();
        const Snapshot whole = evaluate(plan);
        plan.frozenBlocks = 16;
        const Snapshot half = evaluate(plan);
        const std::int64_t table = 32'000LL * 4096, blocks = (kWeights - 2 * table - 4096) / 32 * 16;
        QCOMPARE(bytesOf(plan, MemoryCategory::Gradients), 4 * (kWeights - table - blocks));
        QVERIFY(half.step->backward < whole.step->backward * 0.6);
        QVERIFY(std::abs((half.step->forward - whole.step->forward).value()) < 1e-12);
        plan.frozenBlocks = 33;
        QVERIFY(hasErrors(validate(plan)));
        plan.frozenBlocks = 1;
        plan.model.embeddings = Embeddings::Tied;
        QVERIFY(hasErrors(validate(plan)));
    }

    void softwareThatIsSlowerTakesLonger() {
        Plan plan = llama();
        const Seconds usual = evaluate(plan).step->step;
        plan.assumptions.efficiency = 0.5;
        const double ratio = evaluate(plan).step->step / usual;
        QVERIFY2(ratio > 1.9 && ratio < 2.01, qPrintable(QString::number(ratio)));
    }

    // Grattafiori et al. 2024: 126 blocks as 16 ranks of 8 chunks, the first without, the last without a block.
    void stagesOfSeveralChunksMayBeUneven() {
        Plan plan = llama();
        plan.model = *findModelPreset("llama-3.1-405b");
        plan.cluster = {"h100-sxm", 1024, 8};
        plan.layout.tp = 8;
        plan.layout.pp = 16;
        plan.layout.dp = 64;
        plan.layout.virtualStages = 8;
        plan.schedule = ScheduleKind::Interleaved;
        plan.batch = {1, 2048};
        plan.sequenceLength = 8192;
        plan.zero.stage = 1;
        plan.layout.stageLayers.assign(128, 1);
        QVERIFY(hasErrors(validate(plan)));
        plan.layout.stageLayers.front() = plan.layout.stageLayers.back() = 0;
        QVERIFY(!hasErrors(validate(plan)));
        const Snapshot snapshot = evaluate(plan);
        QVERIFY(snapshot.step && snapshot.memory->stages.size() == 16);
        plan.layout.stageLayers[5] = 0;
        plan.layout.stageLayers[6] = 2;
        QVERIFY(hasErrors(validate(plan)));
    }
};

QTEST_GUILESS_MAIN(RecipesTest)
#include "recipes_test.moc"
