// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that PyTorch computed in fp64 (tests/tools/make_fixtures.py) and the engine's layers beside them: the plan of a
// fixture, its batches, the gradients of one, and how far tensors are apart.
#pragma once

#include "tests/support/rank_model.h"
#include "tests/support/rank_threads.h"
#include "tests/support/tensor_file.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>

namespace test {

inline std::string goldenFile(const std::string& family) {
    return std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/" + family + ".tensors";
}

// Every split of the small models over tensor ranks and stages, as rows of a test. The LLaMA shape has two key-value heads,
// which is as far as tp goes.
inline void addLayouts() {
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("tp");
    QTest::addColumn<int>("pp");
    for (const auto& [family, most] : {std::pair{"gpt", 4}, {"llama", 2}})
        for (int tp = 1; tp <= most; tp *= 2)
            for (const int pp : {1, 2}) QTest::addRow("%s, tp %d, pp %d", family, tp, pp) << QString(family) << tp << pp;
}

inline core::Plan fixturePlan(const TensorFile& file, int tp, int pp) {
    const nlohmann::json& dims = file.header().at("dims");
    const bool gpt = dims.at("family") == "gpt";
    core::Plan plan;
    plan.model = {.name = "fixture",
                  .family = gpt ? core::Family::Gpt : core::Family::Llama,
                  .layers = dims.at("layers"),
                  .hidden = dims.at("hidden"),
                  .heads = dims.at("heads"),
                  .kvHeads = dims.at("kv_heads"),
                  .ffn = dims.at("ffn"),
                  .vocabulary = dims.at("vocabulary"),
                  .maxSequence = dims.at("sequence"),
                  .embeddings = gpt ? core::Embeddings::Tied : core::Embeddings::Untied};
    if (!gpt) plan.model.ropeTheta = dims.at("rope_theta");
    // Three layers on two stages: an uneven split.
    if (plan.model.layers % pp != 0) plan.layout.stageLayers = {2, 1};
    plan.layout.tp = tp;
    plan.layout.pp = pp;
    plan.batch = {.micro = dims.at("batch"), .global = 4};
    plan.precision = core::Precision::Fp32;
    return plan;
}

struct MicroBatchData {
    std::vector<std::int32_t> tokens, targets;
};

// samples (updates, accumulation, batch, sequence + 1)
inline MicroBatchData microBatchOf(const core::Plan& plan, const std::vector<std::int32_t>& samples, int update,
                            int index) {
    const int s = plan.sequence(), accumulation = int(plan.batch.global) / plan.batch.micro;
    MicroBatchData data;
    for (int b = 0; b < plan.batch.micro; ++b) {
        const auto at = samples.begin() + ((update * accumulation + index) * plan.batch.micro + b) * (s + 1);
        data.tokens.insert(data.tokens.end(), at, at + s);
        data.targets.insert(data.targets.end(), at + 1, at + s + 1);
    }
    return data;
}

// One global batch, micro-batch after micro-batch; the mean loss.
inline double gradientsOf(const core::Plan& plan, RankModel& model, const std::vector<std::int32_t>& samples,
                   int update) {
    const int accumulation = int(plan.batch.global) / plan.batch.micro;
    const double scale = 1.0 / double(plan.batch.global * plan.sequence());
    double loss = 0;
    for (int m = 0; m < accumulation; ++m) {
        const MicroBatchData data = microBatchOf(plan, samples, update, m);
        loss += model.forward(m, data.tokens, data.targets);
        model.backward(m, scale);
    }
    return loss * scale;
}

inline double norm(std::span<const float> values) {
    double sum = 0;
    for (const float v : values) sum += double(v) * double(v);
    return std::sqrt(sum);
}

// q, k and v of a fused tensor apart: a wrong key bias must not hide behind the others.
inline Tensors qkvApart(const Tensors& tensors, const std::vector<core::ModelTensor>& shapes) {
    Tensors apart;
    for (const auto& [name, values] : tensors) {
        const auto shape = std::ranges::find(shapes, name, &core::ModelTensor::name);
        if (shape == shapes.end() || shape->parts.empty()) {
            apart[name] = values;
            continue;
        }
        auto at = values.begin();
        for (std::size_t part = 0; part < shape->parts.size(); ++part) {
            const auto end = at + shape->parts[part] * shape->columns;
            apart[name + "/" + "qkv"[part]] = {at, end};
            at = end;
        }
    }
    return apart;
}

struct Worst {
    double error = 0;
    std::string tensor;
};

// max over tensors of ‖Δ‖ / (‖g‖ + 1e-3 · ‖g_all‖ · √(n_tensor/N)); the second term is for tensors whose
// gradient is analytically zero (the key bias).
inline Worst worstError(const core::Plan& plan, const Tensors& got, const Tensors& expected) {
    const core::ShardMap shards(plan.model, plan.layout, plan.sequence());
    double all = 0, elements = 0;
    for (const auto& [name, values] : expected) {
        all += norm(values) * norm(values);
        elements += double(values.size());
    }
    Worst worst;
    const Tensors apart = qkvApart(got, shards.tensors());
    for (const auto& [name, values] : qkvApart(expected, shards.tensors())) {
        std::vector<float> difference = apart.at(name);
        for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= values[i];
        const double floor = 1e-3 * std::sqrt(all) * std::sqrt(double(values.size()) / elements);
        const double error = norm(difference) / (norm(values) + floor);
        if (!(error <= worst.error)) worst = {error, name};
    }
    return worst;
}

inline Tensors read(const TensorFile& file, const std::string& prefix) {
    Tensors tensors;
    for (const auto& [name, entry] : file.header().at("tensors").items())
        if (name.starts_with(prefix)) tensors[name.substr(prefix.size())] = file.read<float>(name);
    return tensors;
}

inline gpu::ThreadGroup::Options fastLink() { return {.link = {}, .timeoutSeconds = 20}; }

// Runs `body(rank, communicator)` on tp threads and rethrows what one of them threw.
inline void onTensorRanks(int tp, const std::function<void(int, gpu::Communicator&)>& body) {
    const gpu::CancelToken cancel;
    const auto errors =
        runMembers(tp, fastLink(), cancel, [&](Member m) { body(m.rank, m.group); });
    for (const auto& error : errors)
        if (error) std::rethrow_exception(error);
}

struct BatchResult {
    double loss = 0;
    Tensors gradients;
};

inline BatchResult firstBatch(const TensorFile& file, const core::Plan& plan,
                       gpu::Fault fault = gpu::Fault::None) {
    const Tensors weights = read(file, "weight/");
    const auto samples = file.read<std::int32_t>("samples");
    BatchResult result;
    std::mutex mutex;
    onTensorRanks(plan.layout.tp, [&](int rank, gpu::Communicator& group) {
        RankModel model(plan, rank, group, fault);
        model.setWeights(weights);
        const double loss = gradientsOf(plan, model, samples, 0);
        const std::lock_guard lock(mutex);
        if (result.gradients.empty()) result.gradients = model.zeros();
        model.gatherGradients(result.gradients);
        result.loss = loss;
    });
    return result;
}

}  // namespace test
