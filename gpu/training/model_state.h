// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The state of a model without a layout: every tensor whole. Loaded into the shards of any layout and
// collected from them, so that two layouts can be put into the same state and compared tensor by tensor.
#pragma once

#include "gpu/training/rank_worker.h"

#include <functional>
#include <vector>

namespace gpu {

// In fp64, which holds every type of number.
using TensorValues = std::vector<std::vector<double>>;  // by index into ShardMap::tensors(), row-major, whole

struct ModelState {
    TensorValues parameters, firstMoments, secondMoments;
    core::LossScaleState lossScale;
};

[[nodiscard]] TensorValues zeroValues(const core::ShardMap& shards);

// A run of elements that is contiguous in the local and in the whole tensor.
struct ElementRun {
    std::int64_t local = 0;   // from the start of the segment or tensor
    std::int64_t global = 0;  // index in the whole tensor
    std::int64_t elements = 0;
};
// Elements [from, from + count) of a local tensor on tensor rank tp, row by row; padding is left out.
void forEachRun(const core::ShardMap& shards, const core::LocalTensor& tensor, int tensorRank,
                std::int64_t from, std::int64_t count, const std::function<void(const ElementRun&)>& visit);

// In the rank's thread. Parameters and moments of this rank's shards; under ZeRO-3 nothing is exchanged.
void loadState(RankWorker& worker, const ModelState& state);

// Writes what this rank owns into `values`, which all ranks share: of several copies one rank writes.
enum class Quantity { Parameters, Gradients, FirstMoments, SecondMoments };
void collect(RankWorker& worker, Quantity quantity, TensorValues& values);

}  // namespace gpu
