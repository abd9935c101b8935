// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Levels of one op, and the walk over a row of ops.
#include "core/memory/liveness.h"

#include "core/memory/engine_recipe.h"

#include <algorithm>

namespace core {

namespace {

Bytes total(const std::vector<SavedTensor>& tensors) {
    Bytes bytes;
    for (const SavedTensor& tensor : tensors) bytes += tensor.bytes;
    return bytes;
}

LayerBytes::Layer layerBytes(const Plan& plan, LayerKind kind) {
    const std::vector<SavedTensor> saved = allSavedTensors(plan, kind);
    LayerBytes::Layer layer;
    layer.saved = total(saved);
    layer.input = saved.empty() ? Bytes(0) : saved.front().bytes;
    layer.kept = savedBytes(plan, kind);
    // Elsewhere than in the engine everything stays until W; how gradients are kept is not modelled.
    layer.weights = layer.saved;
    if (plan.framework == Framework::Engine) {
        layer.weights = total(engineWeightTensors(plan, kind));
        layer.gradients = total(engineGradientTensors(plan, kind));
    }
    return layer;
}

class Level {
public:
    void take(Bytes bytes) {
        m_now += bytes;
        m_most = std::max(m_most, m_now);
    }
    void give(Bytes bytes) { m_now -= bytes; }
    [[nodiscard]] ChunkActivations::Effect effect() const { return {m_most, m_now}; }

private:
    Bytes m_now, m_most;
};

// Blocks that are recomputed together, from the first; `kept` = what F leaves of them.
struct Run {
    int first = 0, blocks = 1;
    Bytes kept;
};

// Of a chunk with blocks of both kinds the dense ones come first, as they do in a model that begins with them; where the
// kinds take turns the sums are the same and the peak within an op is that of this order.
const LayerBytes::Layer& layerOf(const LayerBytes& layers, const StageUnits& chunk, int block) {
    return block < chunk.blocks - chunk.expertBlocks ? layers.block : layers.expertBlock;
}

Bytes savedOf(const LayerBytes& layers, const StageUnits& chunk, const Run& run) {
    Bytes saved;
    for (int block = run.first; block < run.first + run.blocks; ++block)
        saved += layerOf(layers, chunk, block).saved;
    return saved;
}

std::vector<Run> runsOf(const LayerBytes& layers, const StageUnits& chunk) {
    std::vector<Run> runs;
    const int recomputed = std::min(layers.recomputed, chunk.blocks);
    for (int at = 0; at < recomputed; at += layers.group)
        runs.push_back({at, std::min(layers.group, recomputed - at), layers.block.input});
    for (int at = recomputed; at < chunk.blocks; ++at) {
        const LayerBytes::Layer& layer = layerOf(layers, chunk, at);
        runs.push_back({at, 1, layers.recomputed > 0 ? layer.saved : layer.kept});
    }
    return runs;
}

}  // namespace

LayerBytes::LayerBytes(const Plan& plan)
    : embedding(layerBytes(plan, LayerKind::Embedding))
    , block(layerBytes(plan, LayerKind::Block))
    , expertBlock(plan.model.expertBlocks() > 0 ? layerBytes(plan, LayerKind::ExpertBlock) : Layer{})
    , finalNorm(layerBytes(plan, LayerKind::FinalNorm))
    , head(layerBytes(plan, LayerKind::Head)) {
    group = recomputeGroup(plan);
    if (plan.framework == Framework::DeepSpeed && plan.layout.pp > 1) sent = block.input;
    if (plan.recompute == Recompute::Full) recomputed = recomputedBlocks(plan, plan.model.layers);
}

ChunkActivations::ChunkActivations(const LayerBytes& layers, const StageUnits& chunk) {
    for (const Run& run : runsOf(layers, chunk)) m_blocks += run.kept;
    if (chunk.first) m_embedding = layers.embedding.kept;
    if (!chunk.last) m_sent = layers.sent;
    if (chunk.last) {
        m_finalNorm = layers.finalNorm.kept;
        m_head = layers.head.kept;
    }
    runForward(layers, chunk);
    runBackward(layers, chunk);
    runInputGradient(layers, chunk);
    m_effects[std::size_t(OpKind::WeightGradient)] = {Bytes(0), Bytes(0) - m_pending};
}

void ChunkActivations::runForward(const LayerBytes& layers, const StageUnits& chunk) {
    Level level;
    level.take(m_embedding);
    const auto runs = runsOf(layers, chunk);
    const Bytes behind = m_finalNorm;  // where the last block writes to
    if (chunk.blocks == 0) level.take(behind);
    if (chunk.blocks > 0) level.take(layers.block.input);
    int left = chunk.blocks;
    for (const Run& run : runs)
        for (int block = 0; block < run.blocks; ++block) {
            const Bytes saved = layerOf(layers, chunk, run.first + block).saved;
            level.take(saved - layers.block.input);
            level.take(--left > 0 ? layers.block.input : behind);
            level.give(saved - (block == 0 ? run.kept : Bytes(0)));
        }
    level.take(m_head + m_sent);
    m_effects[std::size_t(OpKind::Forward)] = level.effect();
}

void ChunkActivations::runBackward(const LayerBytes& layers, const StageUnits& chunk) {
    Level level;
    level.give(m_head + m_finalNorm + m_sent);
    const auto runs = runsOf(layers, chunk);
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        level.take(savedOf(layers, chunk, *run) - run->kept);
        level.give(savedOf(layers, chunk, *run));
    }
    level.give(m_embedding);
    m_effects[std::size_t(OpKind::Backward)] = level.effect();
}

void ChunkActivations::runInputGradient(const LayerBytes& layers, const StageUnits& chunk) {
    Level level;
    if (chunk.last) level.take(layers.finalNorm.gradients + layers.head.gradients);
    const auto runs = runsOf(layers, chunk);
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        level.take(savedOf(layers, chunk, *run) - run->kept);
        for (int block = run->blocks - 1; block >= 0; --block) {
            const LayerBytes::Layer& layer = layerOf(layers, chunk, run->first + block);
            level.take(layer.gradients);
            level.give(layer.saved - layer.weights);
        }
    }
    if (chunk.first) level.take(layers.embedding.gradients);
    m_pending = kept() + level.effect().after;
    m_effects[std::size_t(OpKind::InputGradient)] = level.effect();
}

ActivationPeak activationPeak(const Schedule& schedule, int rank, std::span<const ChunkActivations> chunks) {
    const std::size_t count = chunks.size();
    std::vector<int> inFlight(count), pending(count);
    ActivationPeak peak{Bytes(0), inFlight, pending};
    Bytes level;
    for (const Op& op : schedule.ranks[std::size_t(rank)]) {
        const auto chunk = std::size_t(op.stage.value / schedule.stages);
        const ChunkActivations::Effect& effect = chunks[chunk].of(op.kind);
        if (op.kind == OpKind::Forward) ++inFlight[chunk];
        if (level + effect.most > peak.total) peak = {level + effect.most, inFlight, pending};
        level += effect.after;
        if (op.kind == OpKind::Backward || op.kind == OpKind::InputGradient) --inFlight[chunk];
        if (op.kind == OpKind::InputGradient) ++pending[chunk];
        if (op.kind == OpKind::WeightGradient) --pending[chunk];
    }
    return peak;
}

Bytes peakBytes(const ChunkActivations& chunk, int inFlight) {
    const Bytes lastForward = chunk.kept() * std::int64_t(inFlight - 1) + chunk.of(OpKind::Forward).most;
    const Bytes firstBackward = chunk.kept() * std::int64_t(inFlight) + chunk.of(OpKind::Backward).most;
    return std::max(lastForward, firstBackward);
}

ActivationPeak activationPeak(const ChunkActivations& chunk, int inFlight) {
    return {peakBytes(chunk, inFlight), {inFlight}, {0}};
}

}  // namespace core
