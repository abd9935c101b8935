// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Intersections of an owned run with the tensors of its unit.
#include "gpu/optimizer/segments.h"

#include <algorithm>

namespace gpu {

std::vector<Segment> segmentsOf(const core::ShardMap& shards, int unit, std::int64_t begin,
                                std::int64_t elements) {
    std::vector<Segment> segments;
    for (const core::LocalTensor& tensor : shards.locals(unit)) {
        const std::int64_t from = std::max(begin, tensor.offset);
        const std::int64_t to = std::min(begin + elements, tensor.offset + tensor.elements());
        if (from < to) segments.push_back({tensor, from - begin, to - from, from - tensor.offset});
    }
    return segments;
}

bool countsHere(const core::ShardMap& shards, int unit, const core::LocalTensor& tensor, int tensorRank) {
    if (unit == core::ShardMap::kTiedHead) return false;
    const bool replicated =
        shards.tensors()[std::size_t(tensor.tensor)].split == core::TensorSplit::Replicated;
    return !replicated || tensorRank == 0;
}

}  // namespace gpu
