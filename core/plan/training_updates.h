// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long a plan trains. The engine makes run.steps updates; every other framework as many as the budget of tokens pays
// for, which is what the estimate of time and cost counts, too.
#pragma once

#include "core/plan/plan.h"

#include <cstdint>

namespace core {

// The plan's own budget, else kTokensPerParameter.
[[nodiscard]] double budgetOf(const Plan& plan);
[[nodiscard]] std::int64_t updatesToTrain(const Plan& plan);

}  // namespace core
