// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a layout is no proposal: a rule that it breaks, or what its framework refuses of it. Nothing that the planner
// names is refused by `export` because of its layout; a model that the framework has no words for is another matter. Pure.
#pragma once

#include "core/base/problem.h"
#include "core/plan/plan.h"

#include <optional>

namespace core {

// An error, or a warning that a framework would turn into one.
[[nodiscard]] bool isRefusal(const Problem& problem);
// The first thing that the kit of plan.framework refuses of schedule, division and sharding; none for frameworks without a
// kit.
[[nodiscard]] std::optional<Problem> kitRefusal(const Plan& plan);
// The first refusal of validate(), else that of the kit.
[[nodiscard]] std::optional<Problem> layoutRefusal(const Plan& plan);

}  // namespace core
