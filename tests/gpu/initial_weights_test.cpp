// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// First weights depend on the global element and the seed, never on the layout.
#include "gpu/layers/philox.h"
#include "tests/support/rank_model.h"
#include "tests/support/solo_communicator.h"

#include <QtTest>

#include <cmath>

namespace {

core::Plan planOf(int tp, int pp, int dp) {
    core::Plan plan;
    plan.model = *core::findModelPreset("tiny-gpt");
    plan.layout.tp = tp;
    plan.layout.pp = pp;
    plan.layout.dp = dp;
    plan.sequenceLength = 32;
    return plan;
}

test::Tensors weightsOf(const core::Plan& plan) {
    gpu::SoloCommunicator solo;
    test::Tensors weights;
    for (int rank = 0; rank < plan.layout.tp; ++rank) {
        test::RankModel model(plan, rank, solo);
        if (rank == 0) weights = model.zeros();
        model.initialise();
        model.gatherWeights(weights);
    }
    return weights;
}

double deviation(const std::vector<float>& values) {
    double squares = 0;
    for (const float v : values) squares += double(v) * double(v);
    return std::sqrt(squares / double(values.size()));
}

}  // namespace

class InitialWeightsTest : public QObject {
    Q_OBJECT

private slots:
    // Known answers published with the generator (Random123).
    void philoxGivesItsPublishedWords() {
        QVERIFY((gpu::philox({0, 0, 0, 0}, 0) ==
                 gpu::PhiloxWords{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
        QVERIFY((gpu::philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, 0xffffffffffffffff) ==
                 gpu::PhiloxWords{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    }

    void everyLayoutStartsFromTheSameModel() {
        const test::Tensors one = weightsOf(planOf(1, 1, 1));
        for (const auto& [tp, pp, dp] : {std::array{2, 1, 1}, {4, 1, 2}, {1, 2, 1}, {2, 4, 2}})
            QVERIFY(weightsOf(planOf(tp, pp, dp)) == one);
    }

    void theCopyOfATiedHeadStartsAsTheTokenTable() {
        const core::Plan plan = planOf(2, 2, 1);
        const core::ShardMap shards(plan.model, plan.layout, plan.sequence());
        std::vector<double> embedding(std::size_t(shards.unitElements(0))),
            head(std::size_t(shards.unitElements(core::ShardMap::kTiedHead)));
        gpu::initialiseUnit(plan, shards, 0, 1, embedding);
        gpu::initialiseUnit(plan, shards, core::ShardMap::kTiedHead, 1, head);
        QVERIFY(std::ranges::equal(head, std::span(embedding).first(head.size())));
    }

    void weightsHaveTheirPublishedDistribution() {
        const core::Plan plan = planOf(1, 1, 1);
        const test::Tensors w = weightsOf(plan);
        const double depth = std::sqrt(2.0 * plan.model.layers);
        QVERIFY(std::abs(deviation(w.at("embedding.token")) / 0.02 - 1) < 0.02);
        QVERIFY(std::abs(deviation(w.at("block.1.attention.qkv.weight")) / 0.02 - 1) < 0.02);
        QVERIFY(std::abs(deviation(w.at("block.1.attention.out.weight")) / (0.02 / depth) - 1) < 0.02);
        QVERIFY(std::abs(deviation(w.at("block.3.mlp.down.weight")) / (0.02 / depth) - 1) < 0.02);
        QVERIFY(std::ranges::all_of(w.at("block.0.norm1.weight"), [](float v) { return v == 1.0f; }));
        QVERIFY(std::ranges::all_of(w.at("block.0.mlp.up.bias"), [](float v) { return v == 0.0f; }));
    }

    void anotherSeedIsAnotherModelAndTensorsDiffer() {
        core::Plan plan = planOf(1, 1, 1);
        const test::Tensors one = weightsOf(plan);
        plan.run.seed = 2;
        QVERIFY(weightsOf(plan).at("embedding.token") != one.at("embedding.token"));
        QVERIFY(one.at("block.0.mlp.up.weight") != one.at("block.1.mlp.up.weight"));
    }
};

QTEST_GUILESS_MAIN(InitialWeightsTest)
#include "initial_weights_test.moc"
