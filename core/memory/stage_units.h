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
    int dataSize = 1;           // D: ranks that ZeRO divides by, dp·cp
    int expertDataSize = 1;     // Dₑ: of experts, dp·cp/ep
    std::int64_t elements = 0;  // Ψ: Σ unit elements
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

[[nodiscard]] StageUnits stageUnits(const Plan& plan, const ShardMap& shards,
                                    Stage stage);  // one model chunk
// All model chunks of a pipeline rank.
[[nodiscard]] StageUnits rankUnits(const Plan& plan, const ShardMap& shards, int pipelineRank);

}  // namespace core
