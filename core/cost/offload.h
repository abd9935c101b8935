// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What offloading costs in time. One rank, Ψ′ elements of its own (its part under ZeRO), w bytes of a parameter, g of a
// gradient, s of the optimizer's states (master weights included):
//   an update, optimizer in host memory   g·Ψ′ down, w·Ψ′ up             (Ren et al. 2021, ZeRO-Offload)
//   the same in a file                    and 2s·Ψ′ between file and host (Rajbhandari et al. 2021, ZeRO-Infinity)
//   an update, parameters in host memory  w·Ψ′ down where the card updated them, nothing up; in a file w·Ψ′ to it as well
//   a gather of ZeRO-3                    w·Ψ′ up; in a file w·Ψ′ from it first
// Transfers follow one another. The host updates what it holds; cards of the engine on GPUs update it themselves, and s·Ψ′
// cross the link in both directions at once. The planner predicts with this and the engine charges its virtual clocks
// with it.
#pragma once

#include "core/cost/host_link.h"
#include "core/layout/shard_map.h"
#include "core/memory/stage_units.h"
#include "core/plan/plan.h"

namespace core {

struct HostTransfer {
    Bytes link;  // across the link between card and host, both directions
    Bytes disk;  // read or written
    bool operator==(const HostTransfer&) const = default;
};
// Of `elements` that this rank owns.
[[nodiscard]] HostTransfer updateTransfer(const Plan& plan, std::int64_t elements);
[[nodiscard]] HostTransfer gatherTransfer(const Plan& plan, std::int64_t elements);
[[nodiscard]] Seconds transferSeconds(const HostTransfer& transfer, const HostLink& link);

// Elements that a rank updates: its part of what is trained.
[[nodiscard]] std::int64_t updatedParts(const StageUnits& units);

[[nodiscard]] bool offloads(const Plan& plan);
// Whether the update of an offloaded optimizer runs at the speed of the host's memory.
[[nodiscard]] bool updatesOnHost(const Plan& plan);

// Transfers of one step of the pipeline rank that has most of them: part of the data communication of
// core/cost/step_estimate.h. `gathers`: before overlap hides any of it.
struct OffloadTime {
    Seconds update, gathers;
    [[nodiscard]] Seconds total() const { return update + gathers; }
    bool operator==(const OffloadTime&) const = default;
};
[[nodiscard]] OffloadTime offloadTime(const Plan& plan, const ShardMap& shards);

}  // namespace core
