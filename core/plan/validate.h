// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every rule a plan must keep, each with the nearest valid values. Nothing is clamped, nothing is divided by floor.
#pragma once

#include "core/base/problem.h"
#include "core/base/units.h"
#include "core/plan/plan.h"

namespace core {

// Rules of any plan: tp divides heads, cards = tp·cp·dp·pp, layers ≥ stages, global batch divisible, ...
[[nodiscard]] Problems validate(const Plan& plan);
// The one among them about nodes·gpus_per_node and tp·cp·dp·pp. Sizes must be 1 or more.
[[nodiscard]] Problems cardsProblems(const Plan& plan);
// What the engine of this build cannot run, by name ("planned only"): fp8, cp, zb-h2, ...
[[nodiscard]] Problems engineLimits(const Plan& plan);
// What the machine cannot hold: virtual cards, and whatever else a command keeps, take `needed` of its memory.
[[nodiscard]] Problems hostMemoryProblems(const Plan& plan, Bytes needed, Bytes available);

}  // namespace core
