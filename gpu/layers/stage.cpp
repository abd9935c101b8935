// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Strings the layers of one stage together. A layer writes its output into the saved input of the next one,
// so that nothing is kept twice; what comes from another stage is copied into the first block's saved input.
#include "core/memory/engine_recipe.h"
#include "gpu/layers/block.h"
#include "gpu/layers/embedding.h"
#include "gpu/layers/head.h"
#include "gpu/layers/layer_context.h"
#include "gpu/layers/pipeline_stage.h"
#include "gpu/layers/saved_set.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace gpu {
namespace {

using core::LayerKind;

// The planner's lists for micro-batches of one size.
struct SavedLists {
    explicit SavedLists(const core::Plan& plan)
        : embedding(core::engineSavedTensors(plan, LayerKind::Embedding))
        , block(core::engineSavedTensors(plan, LayerKind::Block))
        , finalNorm(core::engineSavedTensors(plan, LayerKind::FinalNorm))
        , head(core::engineSavedTensors(plan, LayerKind::Head)) {}
    std::vector<core::SavedTensor> embedding, block, finalNorm, head;
};

// What one micro-batch keeps between its forward and its backward pass.
struct InFlight {
    LayerShape shape;
    SavedSet embedding, finalNorm, head;
    std::vector<SavedSet> blocks;
};

enum class Keep { All, Nothing };

class TransformerStage final : public PipelineStage {
public:
    explicit TransformerStage(const StageContext& context);

    double forward(core::MicroBatch microBatch, std::span<const std::int32_t> tokens,
                   std::span<const std::int32_t> targets, Tensor input, Tensor output) override;
    void backward(core::MicroBatch microBatch, Tensor outputGradient, Tensor inputGradient,
                  double scale) override;
    double evaluate(std::span<const std::int32_t> tokens, std::span<const std::int32_t> targets, Tensor input,
                    Tensor output) override;
    void logitsAt(int position, std::span<float> logits) override;
    [[nodiscard]] core::Bytes scratchPeak() const override { return m_scratch.mostUsed(); }

private:
    double run(InFlight& state, const SavedLists& lists, Keep keep, std::span<const std::int32_t> tokens,
               std::span<const std::int32_t> targets, Tensor input, Tensor output);
    // Where the layer behind block `index` − 1 wants its input; allocates that layer's set.
    Matrix nextInput(InFlight& state, const SavedLists& lists, std::size_t index, Tensor output);
    [[nodiscard]] bool first() const { return m_stage.value == 0; }
    [[nodiscard]] bool last() const { return m_stage.value == m_plan.layout.pp - 1; }

    const core::Plan& m_plan;
    core::Stage m_stage;
    int m_tensorRank;
    Arena& m_arena;
    const CancelToken& m_cancel;
    SavedLists m_lists;
    Scratch m_scratch;
    RotaryTable m_rotary;
    LayerContext m_context;
    std::optional<Embedding> m_embedding;
    std::vector<Block> m_blocks;
    std::optional<Head> m_head;
    std::map<int, InFlight> m_inFlight;
    std::optional<InFlight> m_evaluated;  // final norm's output of the last evaluate(), for logitsAt()
};

TransformerStage::TransformerStage(const StageContext& c)
    : m_plan(c.plan)
    , m_stage(c.stage)
    , m_tensorRank(c.tensorRank)
    , m_arena(c.arena)
    , m_cancel(c.cancel)
    , m_lists(c.plan)
    , m_scratch(c.arena.allocate(core::engineScratchBytes(c.plan, first(), last()),
                                 core::MemoryCategory::Temporary, "scratch"),
                precisionsOf(c.plan).stored)
    , m_rotary(c.plan, c.arena, precisionsOf(c.plan).statistics)
    , m_context{c.shards,
                c.kernels,
                c.tensorGroup,
                c.units,
                m_scratch,
                std::max(1, c.plan.run.threadsPerRank),
                precisionsOf(c.plan),
                m_rotary,
                c.fault} {
    const LayerShape shape = layerShape(c.plan, c.tensorRank, c.plan.batch.micro);
    if (first()) m_embedding.emplace(m_context);
    for (int i = 0; i < c.shards.blockCount(c.stage); ++i)
        m_blocks.emplace_back(m_context, c.shards.firstBlock(c.stage) + i + 1, shape);
    if (last()) m_head.emplace(m_context, c.plan.model.embeddings, first());
}

double TransformerStage::forward(core::MicroBatch microBatch, std::span<const std::int32_t> tokens,
                         std::span<const std::int32_t> targets, Tensor input, Tensor output) {
    m_evaluated.reset();
    const auto [at, isNew] = m_inFlight.try_emplace(microBatch.value);
    if (!isNew)
        throw std::logic_error("micro-batch " + std::to_string(microBatch.value) + " is in flight already");
    at->second.shape = layerShape(m_plan, m_tensorRank, m_plan.batch.micro);
    return run(at->second, m_lists, Keep::All, tokens, targets, input, output);
}

double TransformerStage::evaluate(std::span<const std::int32_t> tokens, std::span<const std::int32_t> targets,
                          Tensor input, Tensor output) {
    const std::int64_t rows = first() ? std::int64_t(tokens.size()) : input.rows;
    core::Plan plan = m_plan;
    plan.batch.micro = int(rows / plan.sequence());
    m_evaluated.emplace();
    m_evaluated->shape = layerShape(plan, m_tensorRank, plan.batch.micro);
    return run(*m_evaluated, SavedLists(plan), Keep::Nothing, tokens, targets, input, output);
}

Matrix TransformerStage::nextInput(InFlight& state, const SavedLists& lists, std::size_t index, Tensor output) {
    const std::int64_t n = state.shape.tokens(), hidden = state.shape.hidden;
    if (index < m_blocks.size()) {
        state.blocks.emplace_back(m_arena, lists.block, m_context.types);
        return {state.blocks.back().values("block.input"), n, hidden};
    }
    if (!last()) return {output.values(), n, hidden};
    state.finalNorm = SavedSet(m_arena, lists.finalNorm, m_context.types);
    return {state.finalNorm.values("final_norm.input"), n, hidden};
}

double TransformerStage::run(InFlight& state, const SavedLists& lists, Keep keep,
                     std::span<const std::int32_t> tokens, std::span<const std::int32_t> targets,
                     Tensor input, Tensor output) {
    state.blocks.reserve(m_blocks.size());
    if (first()) state.embedding = SavedSet(m_arena, lists.embedding, m_context.types);
    Matrix stream = nextInput(state, lists, 0, output);
    if (first())
        m_embedding->forward(state.shape, state.embedding, tokens, stream);
    else
        copyElements(input.values(), stream.values());
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        m_cancel.throwIfCancelled();
        stream = nextInput(state, lists, i + 1, output);
        m_blocks[i].forward(state.shape, state.blocks[i], stream);
        if (keep == Keep::Nothing) state.blocks[i].free();
    }
    if (!last()) return 0;
    m_cancel.throwIfCancelled();
    state.head = SavedSet(m_arena, lists.head, m_context.types);
    const double loss = m_head->forward(state.shape, state.finalNorm, state.head, targets);
    if (keep == Keep::Nothing) state.head.free();
    return loss;
}

void TransformerStage::backward(core::MicroBatch microBatch, Tensor outputGradient, Tensor inputGradient,
                        double scale) {
    auto state = m_inFlight.extract(microBatch.value);
    if (state.empty())
        throw std::logic_error("backward of micro-batch " + std::to_string(microBatch.value) +
                               " before its forward");
    InFlight& saved = state.mapped();
    const Scratch::Lease lease = m_scratch.lease(saved.shape.tokens(), saved.shape.hidden);
    const Matrix gradient = lease.matrix();
    if (last()) {
        m_head->backward(saved.shape, saved.finalNorm, saved.head, scale, gradient);
        saved.head.free();
        saved.finalNorm.free();
    } else {
        copyElements(outputGradient.values(), gradient.values());
    }
    for (std::size_t i = m_blocks.size(); i-- > 0;) {
        m_cancel.throwIfCancelled();
        m_blocks[i].backward(saved.shape, saved.blocks[i], gradient);
        saved.blocks.pop_back();
    }
    if (first())
        m_embedding->backward(saved.shape, saved.embedding, gradient);
    else
        copyElements(gradient.values(), inputGradient.values());
}

void TransformerStage::logitsAt(int position, std::span<float> logits) {
    if (!m_evaluated || m_evaluated->finalNorm.empty())
        throw std::logic_error("logitsAt() without a preceding evaluate() on the last stage");
    const Vector normed = m_evaluated->finalNorm.values("final_norm.output");
    m_head->logits(m_evaluated->shape, normed.from(position * m_evaluated->shape.hidden), logits);
}

}  // namespace

std::unique_ptr<PipelineStage> makePipelineStage(const StageContext& context) {
    return std::make_unique<TransformerStage>(context);
}

}  // namespace gpu
