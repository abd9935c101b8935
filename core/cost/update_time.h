// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The time of the optimizer on one rank: what it reads and writes, at the speed of the memory where the states lie, and the
// products of Muon's iterations. Transfers of offloaded states are core/cost/offload.h.
#pragma once

#include "core/cost/host_link.h"
#include "core/cost/speed.h"
#include "core/memory/stage_units.h"
#include "core/plan/plan.h"

namespace core {

// Once a step, for all that a rank updates of `units`.
[[nodiscard]] Seconds updateSeconds(const Plan& plan, const StageUnits& units, const CardSpeed& speed, const HostLink& host);

}  // namespace core
