// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recipe `engine`: what gpu/layers keeps from forward to backward, and the scratch it needs meanwhile: widths by
// precision (core/memory/engine_widths.h), attention probabilities kept (of flash attention one number a row), no dropout, no recomputation. The engine
// allocates by this list, entry by entry. Symbols as in core/memory/saved_tensors.h. Sequence parallelism leaves a rank
// n/t rows of the residual stream and of what norms keep; the gathered rows are not kept but gathered again for the
// gradients. Messages between stages lie in host memory and are not counted: a stage copies what it receives into its
// first block's input.
#pragma once

#include "core/memory/saved_tensors.h"

#include <cstdint>

namespace core {

[[nodiscard]] std::vector<SavedTensor> engineSavedTensors(const Plan& plan, LayerKind layer);
// Of these, what the weight gradient needs once the input gradient is done.
[[nodiscard]] std::vector<SavedTensor> engineWeightTensors(const Plan& plan, LayerKind layer);
// What the input gradient leaves for a weight gradient that runs apart from it: the gradients of the layer's
// outputs.
[[nodiscard]] std::vector<SavedTensor> engineGradientTensors(const Plan& plan, LayerKind layer);

// Query rows that the attention handles at a time; keys behind a tile's last row are skipped.
inline constexpr std::int64_t kAttentionTileRows = 64;

// Elements of the sum type that one worker thread needs for one head: a tile of score gradients and, beside
// 16-bit tensors, a tile of probabilities and q, k, v, the output's gradient and those of q, k, v, widened.
[[nodiscard]] std::int64_t attentionScratch(std::int64_t sequence, std::int64_t headSize, int storedBytes);

// Cosines and sines of rotary positions, kept by every model chunk; 0 for the GPT family.
[[nodiscard]] Bytes rotaryTableBytes(const Plan& plan);

// Scratch tensors are padded to whole cache lines, so that each begins on one.
[[nodiscard]] constexpr std::int64_t scratchBytes(std::int64_t elements, int width) {
    return (width * elements + 63) / 64 * 64;
}

}  // namespace core
