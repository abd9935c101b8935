// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one step of the whole job sends, by kind of group and operation: predicted from the op table here, counted by
// gpu/collectives/tracing.h in a run; a test holds the two equal. n tokens of a micro-batch, h hidden, t, d, p sizes of
// the groups, Ψ parameters of a tensor and pipeline rank.
//   payload  what the members hand in: all-reduce and reduce-scatter t·S, all-gather and send S
//   wire     what a ring sends (core/cost/collectives.h): all-reduce 2(t−1)·S, reduce-scatter and all-gather (t−1)·S
//   tensor    2 sums of n·h per block, micro-batch and direction; with sequence parallelism each is an all-gather and a
//             reduce-scatter, and two more gathers per block serve the weight gradients (four in a pass of their own)
//   data      ZeRO 0 and 1: 2Ψ once; 2: (m + 1)Ψ; 3: mΨ of gradients and what core/memory/live_parameters.h gathers,
//             2mΨ at most without groups of recomputed blocks (Rajbhandari et al. 2020, section 7, times micro-batches)
//   pipeline  n·h, or n·h/t with sequence parallelism, per boundary between ranks, micro-batch and direction
//   embedding the tied table's gradient between first and last stage
// The loss and the gradient norm add a few bytes to the tensor, pipeline and data groups.
#pragma once

#include "core/cost/collectives.h"
#include "core/layout/layout.h"
#include "core/layout/shard_map.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

#include <vector>

namespace core {

struct TrafficRow {
    GroupKind group{};
    CollectiveKind op{};
    Bytes payload, wire;
    bool operator==(const TrafficRow&) const = default;
};

struct Traffic {
    std::vector<TrafficRow> rows;  // by group, then operation; none where nothing is sent
    [[nodiscard]] Bytes wire() const;
    [[nodiscard]] Bytes wire(GroupKind group) const;
    bool operator==(const Traffic&) const = default;
};

[[nodiscard]] Traffic stepTraffic(const Plan& plan, const ShardMap& shards, const Schedule& schedule);

// ZeRO-3: elements that one step of a pipeline rank gathers, whole units; 0 below.
[[nodiscard]] std::int64_t gatheredElements(const Plan& plan, const ShardMap& shards, const Schedule& schedule, int rank);

}  // namespace core
