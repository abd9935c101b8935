// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/gathers.h"

#include "core/cost/traffic.h"
#include "core/memory/saved_tensors.h"
#include "core/schedule/table.h"

#include <algorithm>

namespace core {

double gathersBackward(const Plan& plan, const StageUnits& units) {
    const int again = plan.recompute == Recompute::Full ? recomputedBlocks(plan, units.blocks) : 0;
    const double group = recomputeGroup(plan);
    return 1 + double(again) / std::max(1, units.blocks) * (1 - 1 / group);
}

std::vector<double> gatheredShares(const Plan& plan, const ShardMap& shards) {
    std::vector<double> shares(std::size_t(plan.layout.pp), 1.0);
    if (plan.zero.stage < 3 || plan.framework != Framework::Engine) return shares;
    const auto schedule = planSchedule(plan);
    if (!schedule) return shares;
    for (int rank = 0; rank < plan.layout.pp; ++rank) {
        double passes = 0;
        for (const Stage stage : shards.stagesOf(rank)) {
            const StageUnits units = stageUnits(plan, shards, stage);
            passes += double(units.elements) * (1 + gathersBackward(plan, units)) * plan.microBatches();
        }
        shares[std::size_t(rank)] = double(gatheredElements(plan, shards, *schedule, rank)) / passes;
    }
    return shares;
}

}  // namespace core
