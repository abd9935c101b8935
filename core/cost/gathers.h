// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How often ZeRO-3 gathers, for the time model.
#pragma once

#include "core/layout/shard_map.h"
#include "core/memory/stage_units.h"
#include "core/plan/plan.h"

#include <vector>

namespace core {

// Gathers of a unit in the backward pass of a micro-batch: once for the gradients; blocks that are recomputed in groups
// are gathered for that before, all but the last.
[[nodiscard]] double gathersBackward(const Plan& plan, const StageUnits& units);
// The engine does not gather again what still lies in its buffer: the share of the gathers of every pass that is left,
// by pipeline rank. 1 in the frameworks.
[[nodiscard]] std::vector<double> gatheredShares(const Plan& plan, const ShardMap& shards);

}  // namespace core
