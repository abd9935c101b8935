// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one list of tensors that a layer keeps from forward to backward, and of the scratch it needs meanwhile.
// The planner sums it; the engine allocates by it, entry by entry, under the same names.
//
// Recipe `engine` is what gpu/layers does (attention probabilities kept unless the plan says flash attention, no dropout).
// Recipes `megatron`, `deepspeed` and `fsdp` follow Korthikanti et al. 2022: s·b·h·(34 + 5as/h) per layer in
// 16 bit, and its variants; attention scores are materialised unless the plan says flash attention. Recomputation:
// full keeps the input of each block, selective drops the attention scores. Groups of blocks, and what lives
// when: core/memory/liveness.h. Symbols: n = micro · sequence tokens, h hidden, a heads, f ffn, t tensor
// size, V vocabulary, s sequence, b micro.
#pragma once

#include "core/base/units.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace core {

enum class LayerKind { Embedding, Block, ExpertBlock, FinalNorm, Head };

// Statistics (means and reciprocal deviations) stay in fp32 beside 16-bit activations.
enum class SavedKind { Activation, Statistic, Index };

struct SavedTensor {
    std::string name;     // "attention.probabilities"
    std::string formula;  // "4 · b·a/t·s·s"
    Bytes bytes;          // on one tensor rank, one micro-batch
    SavedKind kind = SavedKind::Activation;
    bool operator==(const SavedTensor&) const = default;
};

// What the backward pass reads, the layer's input first; and what of it recomputation leaves.
[[nodiscard]] std::vector<SavedTensor> allSavedTensors(const Plan& plan, LayerKind layer);
[[nodiscard]] std::vector<SavedTensor> savedTensors(const Plan& plan, LayerKind layer);
// Ranks of the tensor group that share the rows of the residual stream: tp under sequence parallelism, else 1.
[[nodiscard]] int rowParts(const Plan& plan);
[[nodiscard]] Bytes savedBytes(const Plan& plan, LayerKind layer);
// Of the blocks of one model chunk.
[[nodiscard]] int recomputedBlocks(const Plan& plan, int blocks);
// How many of them are recomputed together, from the input of the first.
[[nodiscard]] int recomputeGroup(const Plan& plan);
// What recomputation brings back for the one block whose backward pass is running; 0 without recomputation.
[[nodiscard]] Bytes recomputedBytes(const Plan& plan);
// Recipe `engine`: one scratch area per rank, reserved at set-up, large enough for any single op of the
// stage.
[[nodiscard]] Bytes engineScratchBytes(const Plan& plan, bool firstStage, bool lastStage);

}  // namespace core
