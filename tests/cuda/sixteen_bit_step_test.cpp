// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Forward and backward of small models in bf16 and fp16 on the emulated card: tensor-core attention inside the engine's
// layers. Held against the same weights, rounded, in fp64 on the CPU; the CPU's own 16-bit step is no closer. Weights
// begin at odd elements, as they do in a flat buffer.
#include "core/layout/shard_map.h"
#include "gpu/device/precision.h"
#include "gpu/layers/pipeline_stage.h"
#include "tests/support/emulated_card.h"
#include "tests/support/plans.h"
#include "tests/support/solo_communicator.h"

#include <QtTest>

#include <map>

namespace {

using core::Precision;
using gpu::DType;
using test::Numbers;

core::Plan planOf(core::Family family, Precision precision) {
    core::Plan plan;
    plan.model = support::gptOf(2, 64, 2, 61, 70);
    if (family == core::Family::Llama) {
        plan.model.family = family;
        plan.model.kvHeads = 1;
        plan.model.ffn = 96;
        plan.model.embeddings = core::Embeddings::Untied;
    }
    plan.sequenceLength = 70;
    plan.batch = {.micro = 1, .global = 1};
    plan.precision = precision;
    return plan;
}

class TypedStore final : public gpu::UnitStore {
public:
    TypedStore(const core::Plan& plan, const core::ShardMap& shards, DType weightsRoundedTo) {
        const gpu::Precisions types = gpu::precisionsOf(plan);
        for (int unit = 0; unit < shards.blocks() + 2; ++unit) {
            std::vector<double> values(std::size_t(shards.unitElements(unit)));
            gpu::initialiseUnit(plan, shards, unit, 0, values);
            // Ten times the initial weights, so that attention is far from uniform.
            for (double& value : values) value = std::abs(value) == 1 ? value : 10 * value;
            const Numbers rounded(weightsRoundedTo, values);
            m_parameters.emplace(unit, Numbers(types.stored, rounded.values(), 1));
            m_gradients.emplace(unit, Numbers::filled(types.gradients, std::int64_t(values.size()), 0, 1));
        }
        m_gradients.emplace(core::ShardMap::kTiedHead,
                            Numbers::filled(types.gradients, shards.unitElements(core::ShardMap::kTiedHead), 0, 1));
    }
    gpu::ConstVector acquire(int unit) override {
        return m_parameters.at(unit == core::ShardMap::kTiedHead ? 0 : unit).vector();
    }
    void release(int) override {}
    gpu::Vector gradient(int unit) override { return m_gradients.at(unit).vector(); }
    void gradientReady(int) override {}
    [[nodiscard]] const std::map<int, Numbers>& gradients() const { return m_gradients; }

private:
    std::map<int, Numbers> m_parameters, m_gradients;
};

struct Outcome {
    double loss = 0;
    std::map<int, Numbers> gradients;
};

Outcome step(const core::Plan& plan, DType weightsRoundedTo, gpu::Kernels& kernels) {
    const core::ShardMap shards(plan.model, plan.layout, plan.sequence());
    TypedStore store(plan, shards, weightsRoundedTo);
    gpu::Arena arena(0, core::gibibytes(1));
    gpu::SoloCommunicator solo;
    const gpu::CancelToken cancel;
    const auto stage = gpu::makePipelineStage({.plan = plan,
                                               .shards = shards,
                                               .stage = core::Stage(0),
                                               .arena = arena,
                                               .tensorGroup = solo,
                                               .units = store,
                                               .cancel = cancel,
                                               .kernels = kernels});
    const std::int64_t tokens = plan.sequence();
    stage->forward(core::MicroBatch(0), test::sampleTokens(tokens, plan.model.vocabulary, 1),
                   test::sampleTokens(tokens, plan.model.vocabulary, 2), {}, {});
    const double loss = stage->lossOf(core::MicroBatch(0));
    stage->backward(core::MicroBatch(0), {}, {}, 1.0 / double(tokens));
    return {loss / double(tokens), store.gradients()};
}

}  // namespace

class SixteenBitStepTest : public QObject {
    Q_OBJECT

private slots:
    void theCardsGradientsAreThoseOfFp64WithinRounding_data() {
        QTest::addColumn<int>("family");
        QTest::addColumn<int>("precision");
        for (const auto family : {core::Family::Gpt, core::Family::Llama})
            for (const auto precision : {Precision::Bf16, Precision::Fp16})
                QTest::addRow("%s in %s", family == core::Family::Gpt ? "GPT" : "LLaMA",
                              precision == Precision::Bf16 ? "bf16" : "fp16")
                    << int(family) << int(precision);
    }
    void theCardsGradientsAreThoseOfFp64WithinRounding() {
        QFETCH(int, family);
        QFETCH(int, precision);
        const core::Plan plan = planOf(core::Family(family), Precision(precision));
        core::Plan flash = plan, wide = plan;
        flash.attention = core::AttentionKind::Flash;
        wide.precision = Precision::Fp64;
        const DType type = gpu::precisionsOf(plan).stored;
        const auto cpu = gpu::makeCpuKernels(1);
        test::EmulatedCard card(4 << 20);
        const Outcome exact = step(wide, type, *cpu), own = step(plan, type, *cpu),
                      got = step(flash, type, card.kernels());
        gpu::emulation::OrderScope reverse(gpu::emulation::Order::Reverse);
        const Outcome again = step(flash, type, card.kernels());
        const double tolerance = type == DType::Bf16 ? 8e-2 : 1e-2;
        QVERIFY(again.loss == got.loss && again.gradients == got.gradients);
        QVERIFY2(std::abs(got.loss / exact.loss - 1) <= tolerance / 20,
                 qPrintable(QString::number(got.loss / exact.loss - 1)));
        for (const auto& [unit, gradient] : exact.gradients) {
            if (gradient.values().empty()) continue;
            const double error = test::distance(got.gradients.at(unit), gradient),
                         cpuError = test::distance(own.gradients.at(unit), gradient);
            QVERIFY2(error <= tolerance && error <= 1.5 * cpuError + 1e-4,
                     qPrintable(QString("unit %1: %2, the CPU %3").arg(unit).arg(error).arg(cpuError)));
        }
    }
};

QTEST_GUILESS_MAIN(SixteenBitStepTest)
#include "sixteen_bit_step_test.moc"
