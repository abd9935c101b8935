// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time of a collective by the alpha-beta model of ring algorithms (Thakur, Rabenseifner and Gropp 2005): n members, a
// buffer of S bytes, latency α per message, bandwidth β per card and direction.
//   all-reduce       2(n−1)·α + 2(n−1)/n · S/β
//   reduce-scatter    (n−1)·α +  (n−1)/n · S/β     S = the whole buffer, before the split
//   all-gather        (n−1)·α +  (n−1)/n · S/β     S = the whole buffer, after the gather
//   broadcast         (n−1)·α +            S/β     pipelined ring
//   barrier          2(n−1)·α
//   send                    α +            S/β
// The planner predicts with it and the engine charges its virtual clocks with it.
#pragma once

#include "core/base/enum_text.h"
#include "core/base/units.h"
#include "core/cluster/cluster.h"

namespace core {

enum class CollectiveKind { AllReduce, ReduceScatter, AllGather, Broadcast, Barrier, Send };
template <>
std::span<const std::pair<CollectiveKind, std::string_view>> enumNames<CollectiveKind>();  // "all-reduce" ...

struct Link {
    double bandwidth = 0;  // bytes/s per card and direction; 0 = transfers cost no time
    double latency = 0;    // seconds per message
    bool operator==(const Link&) const = default;
};

enum class LinkClass { WithinNode, BetweenNodes };

[[nodiscard]] Link linkOf(const Accelerator& accelerator, LinkClass linkClass);
// What all members of the ring send for a buffer of S, in the order of the kinds: 2(n−1)·S, (n−1)·S, (n−1)·S, (n−1)·S,
// 0, S. 0 for a group of one.
[[nodiscard]] Bytes wireBytes(CollectiveKind kind, int members, Bytes bytes);
// 0 for a group of one.
[[nodiscard]] Seconds collectiveSeconds(CollectiveKind kind, int members, Bytes bytes, const Link& link);

}  // namespace core
