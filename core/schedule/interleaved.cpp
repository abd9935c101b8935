// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two walks over (chunk, micro-batch), forward and backward, and how a rank alternates between them.
#include "core/schedule/interleaved.h"

#include <algorithm>

namespace core::interleaved {

namespace {

// The i-th pass of rank r: groups of p micro-batches, chunk by chunk; backward passes take the chunks from
// the last.
Op pass(const Schedule& schedule, OpKind kind, int rank, int i) {
    const int p = schedule.stages, round = i / (p * schedule.chunks), inRound = i % (p * schedule.chunks);
    const int turn = inRound / p;
    const int chunk = kind == OpKind::Forward ? turn : schedule.chunks - 1 - turn;
    return {kind, Stage(chunk * p + rank), MicroBatch(round * p + inRound % p)};
}

}  // namespace

void generate(Schedule& schedule) {
    const int p = schedule.stages, passes = schedule.microBatches * schedule.chunks;
    for (int r = 0; r < p; ++r) {
        const int warmUp = std::min(2 * (p - r - 1) + (schedule.chunks - 1) * p, passes);
        auto& ops = schedule.ranks[std::size_t(r)];
        for (int i = 0; i < warmUp; ++i) ops.push_back(pass(schedule, OpKind::Forward, r, i));
        for (int i = 0; i < passes; ++i) {
            if (i + warmUp < passes) ops.push_back(pass(schedule, OpKind::Forward, r, i + warmUp));
            ops.push_back(pass(schedule, OpKind::Backward, r, i));
        }
    }
}

}  // namespace core::interleaved
