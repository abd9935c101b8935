// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ring formulas of the alpha-beta model.
#include "core/cost/collectives.h"

namespace core {

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
