// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Activation bytes of a layer against Korthikanti et al. 2022 (equations 1-4, table 2), whose figures for the
// 22B, 175B, 530B and 1T models are written out here in GiB.
#include "core/memory/engine_recipe.h"
#include "core/memory/korthikanti.h"
#include "core/memory/saved_tensors.h"

#include "tests/support/plans.h"

#include <QTest>

#include <set>

using namespace core;

namespace {

struct Published {
    const char* name;
    int layers, hidden, heads, micro;
    double none, tensor, sequence, selective, full;  // GiB per layer
};

constexpr Published kModels[] = {
    {"22B", 48, 6144, 64, 4, 6.594, 1.234, 0.824, 0.199, 0.0938},
    {"175B", 96, 12288, 96, 1, 2.672, 0.539, 0.334, 0.0996, 0.0469},
    {"530B", 105, 20480, 128, 1, 3.828, 0.820, 0.479, 0.166, 0.0781},
    {"1T", 128, 25600, 160, 1, 4.785, 1.025, 0.598, 0.2075, 0.0977},
};

Plan megatron(const Published& p, int tp) {
    Plan plan = support::planOf(support::gptOf(p.layers, p.hidden, p.heads, 51200, 2048), {.tp = tp},
                                Framework::Megatron);
    plan.batch.micro = p.micro;
    return plan;
}

double gib(const Plan& plan) { return toGiB(savedBytes(plan, LayerKind::Block)); }

bool close(double a, double b) { return std::abs(a - b) <= 1.5e-3 * b; }

}  // namespace

class SavedTensorsTest : public QObject {
    Q_OBJECT
private slots:
    void megatronLayersWeighWhatThePaperSays() {
        for (const Published& p : kModels) {
            Plan plan = megatron(p, 1);
            QVERIFY2(close(gib(plan), p.none), p.name);
            plan = megatron(p, 8);
            QVERIFY2(close(gib(plan), p.tensor), p.name);
            plan.sequenceParallel = SequenceParallel::On;
            QVERIFY2(close(gib(plan), p.sequence), p.name);
            plan.recompute = Recompute::Selective;
            QVERIFY2(close(gib(plan), p.selective), p.name);
            plan.sequenceParallel = SequenceParallel::Off;
            plan.recompute = Recompute::Full;
            QVERIFY2(close(gib(plan), p.full), p.name);
        }
    }

    void theEquationsHoldToTheByte() {
        for (const Published& p : kModels)
            for (int t : {1, 2, 4, 8}) {
                const double sbh = 2048.0 * p.micro * p.hidden, scores = 5.0 * p.heads * 2048 / p.hidden;
                Plan plan = megatron(p, t);
                QCOMPARE(double(savedBytes(plan, LayerKind::Block).value()),
                         sbh * (10 + 24.0 / t + scores / t));
                plan.recompute = Recompute::Selective;
                QCOMPARE(double(savedBytes(plan, LayerKind::Block).value()), sbh * (10 + 24.0 / t));
                plan.sequenceParallel = SequenceParallel::On;
                QCOMPARE(double(savedBytes(plan, LayerKind::Block).value()), sbh * 34 / t);
            }
    }

    void recomputationGivesBackWhatItDropped() {
        for (Framework framework :
             {Framework::Engine, Framework::Megatron, Framework::DeepSpeed, Framework::Fsdp}) {
            Plan plan = megatron(kModels[0], 2);
            plan.framework = framework;
            const Bytes whole = savedBytes(plan, LayerKind::Block);
            QCOMPARE(recomputedBytes(plan), Bytes(0));
            for (Recompute recompute : {Recompute::Selective, Recompute::Full}) {
                plan.recompute = recompute;
                QVERIFY(savedBytes(plan, LayerKind::Block) < whole);
                QCOMPARE(savedBytes(plan, LayerKind::Block) + recomputedBytes(plan), whole);
            }
        }
    }

    void groupedHeadsAndNoDropoutMakeLlamaLighter() {
        Plan plan = megatron(kModels[0], 1);
        plan.model.family = Family::Llama;
        plan.model.kvHeads = plan.model.heads / 8;
        plan.model.ffn = 16384;
        plan.recompute = Recompute::Selective;
        const double n = 2048.0 * plan.batch.micro, h = plan.model.hidden, f = plan.model.ffn;
        QCOMPARE(double(savedBytes(plan, LayerKind::Block).value()),
                 n * (2 * 4 * h + 2 * 2 * h + 2 * 2 * h / 8 + 3 * 2 * f));
    }

    void theLogitsOfTheLastStageAreFp32() {
        Plan plan = megatron(kModels[1], 1);
        plan.model.vocabulary = 128256;
        plan.model.maxSequence = 8192;
        const auto tensors = savedTensors(plan, LayerKind::Head);
        const auto logits =
            std::find_if(tensors.begin(), tensors.end(), [](auto& t) { return t.name == "head.logits"; });
        QCOMPARE(int(100 * toGiB(logits->bytes)), 391);  // 8192 · 128,256 · 4 B = 3.91 GiB
    }

    void contextParallelismDividesTheTokens() {
        Plan plan = megatron(kModels[0], 1);
        const Bytes whole = savedBytes(plan, LayerKind::Block);
        plan.layout.cp = 4;
        QCOMPARE(savedBytes(plan, LayerKind::Block) * std::int64_t(4), whole);
    }

    void namesAreUniqueWithinALayerAndBytesPositive() {
        for (Framework framework : {Framework::Engine, Framework::Megatron})
            for (LayerKind layer :
                 {LayerKind::Embedding, LayerKind::Block, LayerKind::FinalNorm, LayerKind::Head}) {
                Plan plan = megatron(kModels[0], 2);
                plan.framework = framework;
                std::set<std::string> names;
                for (const SavedTensor& tensor : savedTensors(plan, layer)) {
                    QVERIFY(names.insert(tensor.name).second);
                    QVERIFY(tensor.bytes > Bytes(0));
                    QVERIFY(!tensor.formula.empty());
                }
            }
    }
};

QTEST_GUILESS_MAIN(SavedTensorsTest)
#include "saved_tensors_test.moc"
