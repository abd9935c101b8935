// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One tensor rank's whole model for tests: all pipeline stages in one thread, called in order, with plain
// parameter and gradient buffers (no ZeRO, no optimizer). Weights go in and gradients come out as global
// tensors by name.
#pragma once

#include "core/layout/shard_map.h"
#include "core/memory/engine_recipe.h"
#include "gpu/kernels/cpu_kernels.h"
#include "gpu/layers/pipeline_stage.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace test {

using Tensors = std::map<std::string, std::vector<float>>;

// Whole units, nothing partitioned. The tied head reads the token table of unit 0 on every layout.
class PlainStore final : public gpu::UnitStore {
public:
    explicit PlainStore(const core::ShardMap& shards)
        : m_shards(shards) {
        for (int unit = 0; unit < shards.blocks() + 2; ++unit) {
            m_parameters[unit].resize(std::size_t(shards.unitElements(unit)));
            m_gradients[unit].resize(std::size_t(shards.unitElements(unit)));
        }
        m_gradients[core::ShardMap::kTiedHead].resize(
            std::size_t(shards.unitElements(core::ShardMap::kTiedHead)));
    }
    gpu::ConstVector acquire(int unit) override {
        ++m_held;
        return parameters(unit);
    }
    void release(int) override { --m_held; }
    gpu::Vector gradient(int unit) override { return gradients(unit); }
    void gradientReady(int) override {}

    std::span<float> parameters(int unit) {
        return m_parameters.at(unit == core::ShardMap::kTiedHead ? 0 : unit);
    }
    std::span<float> gradients(int unit) { return m_gradients.at(unit); }
    [[nodiscard]] int held() const { return m_held; }
    void clearGradients() {
        for (auto& [unit, gradient] : m_gradients) std::ranges::fill(gradient, 0.0f);
    }

private:
    const core::ShardMap& m_shards;
    std::map<int, std::vector<float>> m_parameters, m_gradients;
    int m_held = 0;
};

class RankModel {
public:
    // Without kernels of its own: those of the CPU.
    RankModel(core::Plan plan, int tensorRank, gpu::Communicator& tensorGroup,
              gpu::Fault fault = gpu::Fault::None, std::unique_ptr<gpu::Kernels> kernels = nullptr)
        : m_plan(std::move(plan))
        , m_shards(m_plan.model, m_plan.layout, m_plan.sequence())
        , m_store(m_shards)
        , m_arena(tensorRank, core::gibibytes(4))
        , m_kernels(kernels ? std::move(kernels) : gpu::makeCpuKernels(m_plan.run.threadsPerRank))
        , m_tensorRank(tensorRank) {
        for (int stage = 0; stage < m_plan.layout.pp; ++stage)
            m_stages.push_back(
                gpu::makePipelineStage({m_plan, m_shards, core::Stage(stage), tensorRank, m_arena,
                                        tensorGroup, m_store, m_cancel, *m_kernels, fault}));
        const auto elements = std::size_t(m_plan.batch.micro * m_plan.sequence() /
                                           core::rowParts(m_plan) * m_plan.model.hidden);
        m_messages.assign(std::size_t(m_plan.layout.pp), std::vector<float>(elements));
    }

    void setWeights(const Tensors& global) {
        forEachElement(
            [&](const core::ModelTensor& tensor, std::int64_t element, int unit, std::size_t local) {
                m_store.parameters(unit)[local] = global.at(tensor.name)[std::size_t(element)];
            });
    }
    void initialise() {
        for (int unit = 0; unit < m_shards.blocks() + 2; ++unit) {
            const std::span<float> parameters = m_store.parameters(unit);
            std::vector<double> values(parameters.size());
            gpu::initialiseUnit(m_plan, m_shards, unit, m_tensorRank, values);
            std::ranges::copy(values, parameters.begin());
        }
    }
    // Writes this rank's slices into the global tensors, which must have their size already.
    void gatherWeights(Tensors& global) {
        forEachElement(
            [&](const core::ModelTensor& tensor, std::int64_t element, int unit, std::size_t local) {
                global.at(tensor.name)[std::size_t(element)] = m_store.parameters(unit)[local];
            });
    }
    // The tied head's gradient is added to the token table's.
    void gatherGradients(Tensors& global) {
        const auto head = m_store.gradients(core::ShardMap::kTiedHead);
        forEachElement(
            [&](const core::ModelTensor& tensor, std::int64_t element, int unit, std::size_t local) {
                const float tied = unit == 0 && local < head.size() ? head[local] : 0.0f;
                global.at(tensor.name)[std::size_t(element)] = m_store.gradients(unit)[local] + tied;
            });
    }
    [[nodiscard]] Tensors zeros() const {
        Tensors global;
        for (const core::ModelTensor& tensor : m_shards.tensors())
            global[tensor.name].resize(std::size_t(tensor.elements()));
        return global;
    }

    double forward(int microBatch, std::span<const std::int32_t> tokens,
                   std::span<const std::int32_t> targets) {
        for (std::size_t s = 0; s < m_stages.size(); ++s)
            m_stages[s]->forward(core::MicroBatch(microBatch), tokens, targets, message(s), message(s + 1));
        return m_stages.back()->lossOf(core::MicroBatch(microBatch));
    }
    void backward(int microBatch, double scale) {
        for (std::size_t s = m_stages.size(); s-- > 0;)
            m_stages[s]->backward(core::MicroBatch(microBatch), message(s + 1), message(s), scale);
    }
    void inputGradient(int microBatch, double scale) {
        for (std::size_t s = m_stages.size(); s-- > 0;)
            m_stages[s]->inputGradient(core::MicroBatch(microBatch), message(s + 1), message(s), scale);
    }
    void weightGradient(int microBatch) {
        for (const auto& stage : m_stages) stage->weightGradient(core::MicroBatch(microBatch));
    }
    double evaluate(std::span<const std::int32_t> tokens, std::span<const std::int32_t> targets) {
        double loss = 0;
        for (std::size_t s = 0; s < m_stages.size(); ++s) {
            gpu::Tensor in = message(s), out = message(s + 1);
            in.rows = out.rows = std::int64_t(tokens.size()) / core::rowParts(m_plan);
            loss = m_stages[s]->evaluate(tokens, targets, in, out);
        }
        return loss;
    }
    void logitsAt(int position, std::span<float> logits) { m_stages.back()->logitsAt(position, logits); }

    gpu::PipelineStage& stage(int index) { return *m_stages[std::size_t(index)]; }
    PlainStore& store() { return m_store; }
    gpu::Arena& arena() { return m_arena; }
    gpu::Kernels& kernels() { return *m_kernels; }
    gpu::CancelToken& cancel() { return m_cancel; }
    const core::ShardMap& shards() const { return m_shards; }

private:
    // Message `s` goes into stage s; none into the first and none out of the last.
    gpu::Tensor message(std::size_t s) {
        if (s == 0 || s >= m_messages.size()) return {};
        const int rows = m_plan.batch.micro * m_plan.sequence() / core::rowParts(m_plan);
        return {m_messages[s].data(), rows, m_plan.model.hidden,
                gpu::DType::F32};
    }
    template <class Call>
    void forEachElement(const Call& call) {
        for (int unit = 0; unit < m_shards.blocks() + 2; ++unit)
            for (const core::LocalTensor& local : m_shards.locals(unit))
                for (std::int64_t row = 0; row < local.rows; ++row)
                    for (std::int64_t column = 0; column < local.columns; ++column) {
                        const std::int64_t element = m_shards.globalIndex(local, m_tensorRank, row, column);
                        if (element != core::ShardMap::kPadding)
                            call(m_shards.tensors()[std::size_t(local.tensor)], element, unit,
                                 std::size_t(local.offset + row * local.columns + column));
                    }
    }

    core::Plan m_plan;
    core::ShardMap m_shards;
    PlainStore m_store;
    gpu::Arena m_arena;
    std::unique_ptr<gpu::Kernels> m_kernels;
    gpu::CancelToken m_cancel;
    int m_tensorRank;
    std::vector<std::unique_ptr<gpu::PipelineStage>> m_stages;
    std::vector<std::vector<float>> m_messages;
};

}  // namespace test
