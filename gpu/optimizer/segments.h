// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs of a unit's owned part that belong to one tensor each: what the optimizer and the parity check
// walk over.
#pragma once

#include "core/layout/shard_map.h"
#include "gpu/zero/stage_units.h"

#include <vector>

namespace gpu {

struct Segment {
    core::LocalTensor tensor;
    std::int64_t begin = 0;  // elements from the start of the owned part
    std::int64_t elements = 0;
    std::int64_t inTensor = 0;  // index of its first element in the local tensor
};

// `begin`, `elements`: the owned run of the unit's flat buffer.
[[nodiscard]] std::vector<Segment> segmentsOf(const core::ShardMap& shards, int unit, std::int64_t begin,
                                              std::int64_t elements);

// Whether this tensor rank counts the tensor in sums over all ranks: replicated tensors once, the head's copy
// of the token table never (the embedding counts it).
[[nodiscard]] bool countsHere(const core::ShardMap& shards, int unit, const core::LocalTensor& tensor,
                              int tensorRank);

}  // namespace gpu
