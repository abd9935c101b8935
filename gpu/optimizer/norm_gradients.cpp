// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of norm tensors in the owned parts.
#include "gpu/optimizer/norm_gradients.h"

#include "core/layout/norm_tensors.h"

namespace gpu {

void sumNormGradients(const core::ShardMap& shards, const std::vector<AdamW::Owned>& owned,
                      Communicator& tensorGroup) {
    for (const AdamW::Owned& part : owned) {
        std::int64_t begin = 0, end = 0;
        const auto flush = [&] {
            if (begin < end) tensorGroup.allReduce(part.gradients.part(begin, end - begin), Reduce::Sum);
        };
        for (const Segment& segment : part.segments) {
            if (!core::isNorm(shards.tensors()[std::size_t(segment.tensor.tensor)])) continue;
            if (segment.begin != end) {
                flush();
                begin = segment.begin;
            }
            end = segment.begin + segment.elements;
        }
        flush();
    }
}

}  // namespace gpu
