// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sizes of a stage's units (see core/layout/shard_map.h) that the state formulas need, on one tensor
// rank.
#pragma once

#include "core/layout/shard_map.h"
#include "core/plan/plan.h"

#include <cstdint>

namespace core {

struct StageUnits {
    bool first = false, last = false;  // of the pipeline
    int blocks = 0;
    int expertBlocks = 0;       // of these
    int frozenBlocks = 0;       // of all blocks, those that nothing is learned in: the first
    int dataSize = 1;           // D: ranks that ZeRO divides by, dp·cp
    int expertDataSize = 1;     // Dₑ: of experts, dp·cp/ep
    std::int64_t elements = 0;  // Ψ: Σ unit elements, low-rank adapters included
    std::int64_t frozen = 0;    // of these, not trained
    std::int64_t frozenExperts = 0;  // of experts, likewise
    std::int64_t plain = 0;     // of Ψ, what Muon leaves to AdamW: embedding, head, norms and biases
    [[nodiscard]] std::int64_t trained() const { return elements - frozen; }
    std::int64_t experts = 0;   // Ψₑ: of these, of experts
    std::int64_t parts = 0;     // Σ ceil(unit elements / D)
    std::int64_t largest = 0;   // elements of the largest unit
    std::int64_t chunk = 0;     // elements of the largest model chunk
    // Elements of the token table whose gradient a tied head on the same stage accumulates apart from the
    // embedding's; 0 where there is none. `sharedHeadPart` of one data rank.
    std::int64_t sharedHead = 0, sharedHeadPart = 0;
};

// ZeRO 2 and 3 in the engine: elements of a gradient bucket; reduce_bucket_size, at least the largest unit and at most
// all of the rank's gradients. 0 below.
[[nodiscard]] std::int64_t reduceBucketElements(const Plan& plan, const StageUnits& units);

// Elements of the adapters of one block on one tensor rank: r·(in + out) for each target matrix, of which the side that
// tp divides is divided.
[[nodiscard]] std::int64_t adapterElements(const Plan& plan, bool expertBlock);

[[nodiscard]] int frozenBlocks(const Plan& plan, const ShardMap& shards, Stage stage);
[[nodiscard]] StageUnits stageUnits(const Plan& plan, const ShardMap& shards,
                                    Stage stage);  // one model chunk
// All model chunks of a pipeline rank.
[[nodiscard]] StageUnits rankUnits(const Plan& plan, const ShardMap& shards, int pipelineRank);

}  // namespace core
