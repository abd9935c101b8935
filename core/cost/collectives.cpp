// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ring formulas of the alpha-beta model.
#include "core/cost/collectives.h"

#include <array>

namespace core {

template <>
std::span<const std::pair<CollectiveKind, std::string_view>> enumNames<CollectiveKind>() {
    static constexpr std::array<std::pair<CollectiveKind, std::string_view>, 6> kNames{
        {{CollectiveKind::AllReduce, "all-reduce"},
         {CollectiveKind::ReduceScatter, "reduce-scatter"},
         {CollectiveKind::AllGather, "all-gather"},
         {CollectiveKind::Broadcast, "broadcast"},
         {CollectiveKind::Barrier, "barrier"},
         {CollectiveKind::Send, "send"}}};
    return kNames;
}

Bytes wireBytes(CollectiveKind kind, int members, Bytes bytes) {
    if (members <= 1 || kind == CollectiveKind::Barrier) return Bytes(0);
    if (kind == CollectiveKind::Send) return bytes;
    const Bytes once = bytes * std::int64_t(members - 1);
    return kind == CollectiveKind::AllReduce ? once * 2 : once;
}

Link linkOf(const Accelerator& accelerator, LinkClass linkClass) {
    if (linkClass == LinkClass::WithinNode) return {accelerator.intraNodeBandwidth, accelerator.intraNodeLatency};
    return {accelerator.interNodeBandwidth, accelerator.interNodeLatency};
}

Seconds collectiveSeconds(CollectiveKind kind, int members, Bytes bytes, const Link& link) {
    if (members <= 1) return Seconds(0);
    const double others = members - 1;
    const double transfer = link.bandwidth > 0 ? double(bytes.value()) / link.bandwidth : 0;
    switch (kind) {
    case CollectiveKind::AllReduce: return Seconds(2 * others * (link.latency + transfer / members));
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllGather: return Seconds(others * (link.latency + transfer / members));
    case CollectiveKind::Broadcast: return Seconds(others * link.latency + transfer);
    case CollectiveKind::Barrier: return Seconds(2 * others * link.latency);
    case CollectiveKind::Send: return Seconds(link.latency + transfer);
    }
    return Seconds(0);
}

}  // namespace core
