// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Strings the layers of one stage together. A layer writes its output into the saved input of the next one,
// so that nothing is kept twice; what comes from another stage is copied into the first block's saved input.
#include "core/memory/engine_recipe.h"
#include "core/memory/stage_units.h"
#include "gpu/device/device_block.h"
#include "gpu/layers/block.h"
#include "gpu/layers/embedding.h"
#include "gpu/layers/head.h"
#include "gpu/layers/layer_context.h"
#include "gpu/layers/pipeline_stage.h"
#include "gpu/layers/saved_set.h"
#include "gpu/layers/unit_access.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace gpu {
namespace {

using core::LayerKind;

// What a stage allocates for micro-batches of one size.
struct SavedLists {
    explicit SavedLists(const core::Plan& plan)
        : embedding(core::engineSavedTensors(plan, LayerKind::Embedding))
        , block(core::engineSavedTensors(plan, LayerKind::Block))
        , finalNorm(core::engineSavedTensors(plan, LayerKind::FinalNorm))
        , head(core::engineSavedTensors(plan, LayerKind::Head)) {}
    std::vector<core::SavedTensor> embedding, block, finalNorm, head;
};

// Of the blocks: what stays between passes, and what a weight gradient apart from its input gradient needs.
struct KeptLists {
    explicit KeptLists(const core::Plan& plan)
        : block(core::savedTensors(plan, LayerKind::Block))
        , weights(core::engineWeightTensors(plan, LayerKind::Block))
        , gradients(core::engineGradientTensors(plan, LayerKind::Block))
        , normGradients(core::engineGradientTensors(plan, LayerKind::FinalNorm))
        , embeddingGradients(core::engineGradientTensors(plan, LayerKind::Embedding)) {}
    std::vector<core::SavedTensor> block, weights, gradients, normGradients, embeddingGradients;
};

// What one micro-batch keeps between its passes.
struct InFlight {
    LayerShape shape;
    SavedSet embedding, finalNorm, head;
    std::vector<SavedSet> blocks;
    // From the input gradient to the weight gradient.
    SavedSet embeddingGradient, normGradient;
    std::vector<SavedSet> blockGradients;
};

enum class Keep { ForBackward, Nothing };

class TransformerStage final : public PipelineStage {
public:
    explicit TransformerStage(const StageContext& context);

    void forward(core::MicroBatch microBatch, std::span<const std::int32_t> tokens,
                 std::span<const std::int32_t> targets, Tensor input, Tensor output) override;
    [[nodiscard]] double lossOf(core::MicroBatch microBatch) override;
    void backward(core::MicroBatch microBatch, Tensor outputGradient, Tensor inputGradient,
                  double scale) override;
    void inputGradient(core::MicroBatch microBatch, Tensor outputGradient, Tensor inputGradient,
                       double scale) override;
    void weightGradient(core::MicroBatch microBatch) override;
    double evaluate(std::span<const std::int32_t> tokens, std::span<const std::int32_t> targets, Tensor input,
                    Tensor output) override;
    void logitsAt(int position, std::span<float> logits) override;
    [[nodiscard]] core::Bytes scratchPeak() const override { return m_scratch.mostUsed(); }
    void dropEvaluation() override { m_evaluated.reset(); }

private:
    void run(InFlight& state, const SavedLists& lists, Keep keep, std::span<const std::int32_t> tokens,
             std::span<const std::int32_t> targets, Tensor input, Tensor output, LossTerms& terms);
    // Where the layer behind block `index` − 1 wants its input; allocates it.
    Matrix nextInput(InFlight& state, const SavedLists& lists, std::size_t index, Tensor output);
    // What stays of block `index` when its forward pass is done.
    [[nodiscard]] const std::vector<core::SavedTensor>& keptOf(std::size_t index) const;
    // Before the gradients of block `index`: its tensors, and those of the group of blocks that it ends.
    void bringBack(InFlight& state, std::size_t index);
    void runAgain(InFlight& state, std::size_t first, std::size_t last);
    // Under ZeRO-3 one gather serves a block's second forward pass and its gradients, unless groups lie in
    // between.
    [[nodiscard]] std::optional<UnitParameters> gatheredFor(std::size_t index);
    static InFlight take(std::map<int, InFlight>& states, core::MicroBatch microBatch, const char* what);
    [[nodiscard]] bool first() const { return m_stage.value == 0; }
    [[nodiscard]] bool last() const { return m_stage.value == m_shards.stages() - 1; }

    const core::Plan& m_plan;
    const core::ShardMap& m_shards;
    core::Stage m_stage;
    int m_tensorRank;
    Arena& m_arena;
    const CancelToken& m_cancel;
    SavedLists m_lists;
    KeptLists m_kept;
    std::size_t m_group, m_recomputed;  // blocks of a group, and recomputed ones: the first of the stage
    std::optional<Scratch> m_ownScratch;
    Scratch& m_scratch;
    RotaryTable m_rotary;
    LayerContext m_context;
    std::optional<Embedding> m_embedding;
    std::vector<Block> m_blocks;
    std::optional<Head> m_head;
    std::map<int, InFlight> m_inFlight;   // between the forward pass and the input gradient
    std::map<int, InFlight> m_pending;    // between input and weight gradient
    std::map<int, LossTerms> m_losses;    // of the last forward passes
    std::optional<InFlight> m_evaluated;  // final norm's output of the last evaluate(), for logitsAt()
};

Scratch& scratchOf(const StageContext& c, std::optional<Scratch>& own) {
    if (c.scratch) return *c.scratch;
    const core::StageUnits units = core::stageUnits(c.plan, c.shards, c.stage);
    own.emplace(c.arena.allocate(core::engineScratchBytes(c.plan, units.first, units.last),
                                 core::MemoryCategory::Temporary, "scratch"),
                precisionsOf(c.plan).stored);
    return *own;
}

TransformerStage::TransformerStage(const StageContext& c)
    : m_plan(c.plan)
    , m_shards(c.shards)
    , m_stage(c.stage)
    , m_tensorRank(c.tensorRank)
    , m_arena(c.arena)
    , m_cancel(c.cancel)
    , m_lists(c.plan)
    , m_kept(c.plan)
    , m_group(std::size_t(core::recomputeGroup(c.plan)))
    , m_recomputed(std::size_t(core::recomputedBlocks(c.plan, c.shards.blockCount(c.stage))))
    , m_scratch(scratchOf(c, m_ownScratch))
    , m_rotary(c.plan, c.arena, precisionsOf(c.plan).statistics)
    , m_context{c.shards,
                c.kernels,
                c.tensorGroup,
                c.units,
                m_scratch,
                std::max(1, c.plan.run.threadsPerRank),
                precisionsOf(c.plan),
                m_rotary,
                c.arena.device(),
                c.fault,
                c.plan.attention} {
    const LayerShape shape = layerShape(c.plan, c.tensorRank, c.plan.batch.micro);
    if (first()) m_embedding.emplace(m_context);
    for (int i = 0; i < c.shards.blockCount(c.stage); ++i)
        m_blocks.emplace_back(m_context, c.shards.firstBlock(c.stage) + i + 1, shape);
    if (last()) m_head.emplace(m_context, c.plan.model.embeddings, c.plan.layout.pp == 1);
}

void TransformerStage::forward(core::MicroBatch microBatch, std::span<const std::int32_t> tokens,
                               std::span<const std::int32_t> targets, Tensor input, Tensor output) {
    dropEvaluation();
    const auto [at, isNew] = m_inFlight.try_emplace(microBatch.value);
    if (!isNew)
        throw std::logic_error("micro-batch " + std::to_string(microBatch.value) + " is in flight already");
    at->second.shape = layerShape(m_plan, m_tensorRank, m_plan.batch.micro);
    run(at->second, m_lists, Keep::ForBackward, tokens, targets, input, output, m_losses[microBatch.value]);
}

double TransformerStage::lossOf(core::MicroBatch microBatch) {
    if (!last()) return 0;
    m_context.device.synchronise();
    return m_losses.at(microBatch.value).sum();
}

double TransformerStage::evaluate(std::span<const std::int32_t> tokens, std::span<const std::int32_t> targets,
                                  Tensor input, Tensor output) {
    const std::int64_t all = first() ? std::int64_t(tokens.size()) : input.rows * core::rowParts(m_plan);
    core::Plan plan = m_plan;
    plan.batch.micro = int(all / plan.sequence());
    m_evaluated.emplace();
    m_evaluated->shape = layerShape(plan, m_tensorRank, plan.batch.micro);
    LossTerms terms;
    run(*m_evaluated, SavedLists(plan), Keep::Nothing, tokens, targets, input, output, terms);
    if (!last()) return 0;
    m_context.device.synchronise();
    return terms.sum();
}

Matrix TransformerStage::nextInput(InFlight& state, const SavedLists& lists, std::size_t index,
                                   Tensor output) {
    const std::int64_t n = state.shape.rows(), hidden = state.shape.hidden;
    if (index < m_blocks.size()) {
        state.blocks.emplace_back(m_arena, std::vector(1, lists.block.front()), m_context.types);
        return {state.blocks.back().values("block.input"), n, hidden};
    }
    if (!last()) return {output.values(), n, hidden};
    state.finalNorm = SavedSet(m_arena, lists.finalNorm, m_context.types);
    return {state.finalNorm.values("final_norm.input"), n, hidden};
}

const std::vector<core::SavedTensor>& TransformerStage::keptOf(std::size_t index) const {
    static const std::vector<core::SavedTensor> nothing;
    if (index >= m_recomputed) return m_lists.block;
    return index % m_group == 0 ? m_kept.block : nothing;
}

void TransformerStage::run(InFlight& state, const SavedLists& lists, Keep keep, std::span<const std::int32_t> tokens,
                           std::span<const std::int32_t> targets, Tensor input, Tensor output, LossTerms& terms) {
    state.blocks.reserve(m_blocks.size());
    if (first()) state.embedding = SavedSet(m_arena, lists.embedding, m_context.types);
    Matrix stream = nextInput(state, lists, 0, output);
    if (first())
        m_embedding->forward(state.shape, state.embedding, tokens, stream);
    else
        m_context.device.copy(input.values(), stream.values());
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        m_cancel.throwIfCancelled();
        state.blocks[i].add(m_arena, lists.block, m_context.types);
        stream = nextInput(state, lists, i + 1, output);
        m_blocks[i].forward(state.shape, state.blocks[i], stream);
        if (keep == Keep::Nothing)
            state.blocks[i].free();
        else
            state.blocks[i].keep(keptOf(i));
    }
    if (!last()) return;
    m_cancel.throwIfCancelled();
    state.head = SavedSet(m_arena, lists.head, m_context.types);
    m_head->forward(state.shape, state.finalNorm, state.head, targets, terms);
    if (keep == Keep::Nothing) state.head.free();
}

void TransformerStage::bringBack(InFlight& state, std::size_t index) {
    const bool endsGroup = index + 1 == m_recomputed || (index + 1) % m_group == 0;
    if (index >= m_recomputed || !endsGroup) return;
    const std::size_t first = index / m_group * m_group;
    for (std::size_t i = first; i <= index; ++i) {
        state.blocks[i].add(m_arena, m_lists.block, m_context.types);
        if (m_context.fault == Fault::RecomputationSkipped)
            for (const core::SavedTensor& tensor : m_lists.block)
                if (tensor.name != "block.input") m_context.device.clear(state.blocks[i].values(tensor.name));
    }
    if (m_context.fault == Fault::RecomputationSkipped) return;
    if (m_plan.recompute == core::Recompute::Selective)
        m_blocks[index].attentionCore(state.shape, state.blocks[index]);
    else
        runAgain(state, first, index);
}

// The output of the last one is known already.
void TransformerStage::runAgain(InFlight& state, std::size_t first, std::size_t last) {
    const LayerShape& shape = state.shape;
    const Scratch::Lease spare = m_scratch.lease(shape.rows(), shape.hidden);
    for (std::size_t i = first; i <= last; ++i) {
        m_cancel.throwIfCancelled();
        const Matrix output =
            i < last ? Matrix(state.blocks[i + 1].values("block.input"), shape.rows(), shape.hidden)
                     : spare.matrix();
        m_blocks[i].forward(shape, state.blocks[i], output);
    }
}

std::optional<UnitParameters> TransformerStage::gatheredFor(std::size_t index) {
    const bool runsAgain = m_plan.recompute == core::Recompute::Full && index < m_recomputed;
    if (!runsAgain || m_group > 1) return std::nullopt;
    return std::optional<UnitParameters>(std::in_place, m_context.units,
                                         m_shards.firstBlock(m_stage) + int(index) + 1);
}

InFlight TransformerStage::take(std::map<int, InFlight>& states, core::MicroBatch microBatch,
                                const char* what) {
    auto state = states.extract(microBatch.value);
    if (state.empty())
        throw std::logic_error("micro-batch " + std::to_string(microBatch.value) + ": " + what);
    return std::move(state.mapped());
}

void TransformerStage::backward(core::MicroBatch microBatch, Tensor outputGradient, Tensor inputGradient,
                                double scale) {
    InFlight saved = take(m_inFlight, microBatch, "backward before its forward");
    const Scratch::Lease lease = m_scratch.lease(saved.shape.rows(), saved.shape.hidden);
    const Matrix gradient = lease.matrix();
    if (last()) {
        m_head->backward(saved.shape, saved.finalNorm, saved.head, scale, gradient);
        saved.head.free();
        saved.finalNorm.free();
    } else {
        m_context.device.copy(outputGradient.values(), gradient.values());
    }
    for (std::size_t i = m_blocks.size(); i-- > 0;) {
        m_cancel.throwIfCancelled();
        const std::optional<UnitParameters> gathered = gatheredFor(i);
        bringBack(saved, i);
        m_blocks[i].backward(saved.shape, saved.blocks[i], gradient);
        saved.blocks.pop_back();
    }
    if (first())
        m_embedding->backward(saved.shape, saved.embedding, gradient);
    else
        m_context.device.copy(gradient.values(), inputGradient.values());
}

void TransformerStage::inputGradient(core::MicroBatch microBatch, Tensor outputGradient, Tensor inputGradient,
                                     double scale) {
    InFlight& saved = m_pending[microBatch.value] =
        take(m_inFlight, microBatch, "input gradient before its forward");
    const std::int64_t n = saved.shape.rows(), hidden = saved.shape.hidden;
    const Scratch::Lease lease = m_scratch.lease(n, hidden);
    const Matrix gradient = lease.matrix();
    if (last()) {
        saved.normGradient.add(m_arena, m_kept.normGradients, m_context.types);
        m_head->inputGradient(saved.shape, saved.finalNorm, saved.head, scale,
                              {saved.normGradient.values("final_norm.gradient"), n, hidden}, gradient);
    } else {
        m_context.device.copy(outputGradient.values(), gradient.values());
    }
    saved.blockGradients.resize(m_blocks.size());
    for (std::size_t i = m_blocks.size(); i-- > 0;) {
        m_cancel.throwIfCancelled();
        const std::optional<UnitParameters> gathered = gatheredFor(i);
        bringBack(saved, i);
        saved.blockGradients[i].add(m_arena, m_kept.gradients, m_context.types);
        m_blocks[i].inputGradient(saved.shape, saved.blocks[i], saved.blockGradients[i], gradient);
        saved.blocks[i].keep(m_kept.weights);
    }
    if (first()) {
        saved.embeddingGradient.add(m_arena, m_kept.embeddingGradients, m_context.types);
        m_context.device.copy(gradient.values(), saved.embeddingGradient.values("embedding.gradient"));
    } else {
        m_context.device.copy(gradient.values(), inputGradient.values());
    }
}

void TransformerStage::weightGradient(core::MicroBatch microBatch) {
    const InFlight saved = take(m_pending, microBatch, "weight gradient before its input gradient");
    if (m_context.fault == Fault::WeightGradientSkipped && last() && microBatch.value == 0) return;
    const std::int64_t n = saved.shape.rows(), hidden = saved.shape.hidden;
    if (last())
        m_head->weightGradient(saved.shape, saved.finalNorm, saved.head,
                               {saved.normGradient.values("final_norm.gradient"), n, hidden});
    for (std::size_t i = m_blocks.size(); i-- > 0;) {
        m_cancel.throwIfCancelled();
        m_blocks[i].weightGradient(saved.shape, saved.blocks[i], saved.blockGradients[i]);
    }
    if (first())
        m_embedding->backward(saved.shape, saved.embedding,
                              {saved.embeddingGradient.values("embedding.gradient"), n, hidden});
}

void TransformerStage::logitsAt(int position, std::span<float> logits) {
    if (!m_evaluated || m_evaluated->finalNorm.empty())
        throw std::logic_error("logitsAt() without a preceding evaluate() on the last stage");
    const LayerShape& shape = m_evaluated->shape;
    const Vector normed = m_evaluated->finalNorm.values("final_norm.output");
    if (!shape.splitsRows()) return m_head->logits(shape, normed.from(position * shape.hidden), logits);
    // The rank whose row it is tells the others.
    const DeviceBlock row(m_context.device, core::Bytes(shape.hidden * bytesOf(normed.type)), "a row for sampling");
    const Vector whole(row.data(), shape.hidden, normed.type);
    const auto owner = int(position / shape.rows());
    if (owner == m_tensorRank) m_context.device.copy(normed.part(position % shape.rows() * shape.hidden, shape.hidden), whole);
    m_context.tensorGroup.broadcast(whole, owner);
    m_head->logits(shape, whole, logits);
}

}  // namespace

std::unique_ptr<PipelineStage> makePipelineStage(const StageContext& context) {
    return std::make_unique<TransformerStage>(context);
}

}  // namespace gpu
