// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long a plan trains. The engine makes run.steps updates; every other framework as many as the budget of tokens pays
// for, which is what the estimate of time and cost counts, too.
#pragma once

#include "core/plan/plan.h"

#include <cstdint>

namespace core {

inline constexpr double kTokensPerParameter = 20;  // rule of thumb (Hoffmann et al. 2022), labelled so wherever shown

// The plan's own budget, else kTokensPerParameter.
[[nodiscard]] double budgetOf(const Plan& plan);
// Whole updates that a budget of tokens pays for, at least 1; 366e9 tokens at 2048 × 2048 are 87,261.
[[nodiscard]] std::int64_t updatesFor(double tokens, double tokensPerUpdate);
[[nodiscard]] std::int64_t updatesToTrain(const Plan& plan);

}  // namespace core
