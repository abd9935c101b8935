// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Between a rank's card and a checkpoint: what the rank owns, copied out in slices of whole tensors, and read
// back into the shards of any layout. Called by the rank's thread; no rank waits for another.
#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/checkpoint_folder.h"
#include "gpu/layers/pipeline_stage.h"
#include "gpu/optimizer/adamw.h"
#include "gpu/zero/zero_store.h"

namespace gpu {

struct RankState {
    const core::ShardMap& shards;
    int rank = 0, tensorRank = 0, tensorRanks = 1, dataRank = 0;
    ZeroStore& store;
    AdamW& optimizer;
    Fault fault = Fault::None;
};

// A copy in host memory of what this rank writes: of several copies of an element one rank writes. Empty on
// replicas that own nothing of their own.
[[nodiscard]] core::RankShard snapshotOf(const RankState& state);

// Parameters (of 16 bits: their masters, too) and moments from a checkpoint of the same model. Throws std::runtime_error naming file and slice
// when a number that is read is not the one that was written.
void restore(const RankState& state, const core::Checkpoint& checkpoint);

}  // namespace gpu
