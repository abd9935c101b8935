// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory of the heaviest rank of each pipeline stage (all its model chunks) at its peak instant, by category.
// States by ZeRO stage (Rajbhandari et al. 2020, section 3), activations by the liveness of the schedule,
// scratch, buckets and framework overhead. Beside it the textbook formula 2Ψ/T + 2Ψ/D + 12Ψ/D and its stage
// variants, in which gradients and optimizer are not divided by T.
#pragma once

#include "core/base/ids.h"
#include "core/layout/layout.h"
#include "core/layout/shard_map.h"
#include "core/memory/ledger.h"
#include "core/memory/stage_units.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

#include <functional>
#include <string>
#include <vector>

namespace core {

struct StageMemory {
    Stage stage;
    Rank rank;  // the heaviest of the stage (all are equal in this model: its first)
    Ledger ledger;
    int peakInFlight = 0;  // saved chunk activations at their most, taken by F, released by B or W
    bool operator==(const StageMemory&) const = default;
};

[[nodiscard]] std::vector<StageMemory> stageMemory(const Plan& plan, const Layout& layout,
                                                   const ShardMap& shards, const Schedule& schedule);

// Total of the heaviest stage without any text: of a schedule of one chunk and whole backward passes,
// `peak(stage)` = micro-batches in flight at the stage's most; or of any table.
[[nodiscard]] Bytes heaviestStage(const Plan& plan, const ShardMap& shards,
                                  const std::function<int(int stage)>& peak);
[[nodiscard]] Bytes heaviestStage(const Plan& plan, const ShardMap& shards, const Schedule& schedule);

// States, buffers and overhead of a card that holds `units`: all but activations. Without any text.
[[nodiscard]] Bytes stateBytes(const Plan& plan, const StageUnits& units);

[[nodiscard]] std::string toAscii(const StageMemory& stage);

// Textbook bytes per card for `parameters` weights. Z=0: 2Ψ/T+2Ψ+12Ψ; 1: 2Ψ/T+2Ψ+12Ψ/D; 2: 2Ψ/T+2Ψ/D+12Ψ/D;
// 3: (2Ψ/T)/D+2Ψ/D+12Ψ/D. The terms, and why the exact model gives less: core/memory/textbook.h.
[[nodiscard]] Bytes textbookBytes(double parameters, int tp, int dp, int zeroStage);

}  // namespace core
