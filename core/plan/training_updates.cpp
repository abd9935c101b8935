// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/training_updates.h"

#include <algorithm>
#include <cmath>

namespace core {

double budgetOf(const Plan& plan) {
    if (plan.budgetTokens > 0) return double(plan.budgetTokens);
    return kTokensPerParameter * double(countParameters(plan.model).total);
}

std::int64_t updatesFor(double tokens, double tokensPerUpdate) {
    constexpr double kMost = 9e18;
    const double updates = std::floor(tokens / std::max(1.0, tokensPerUpdate));
    return std::max<std::int64_t>(1, std::int64_t(std::clamp(updates, 0.0, kMost)));
}

std::int64_t updatesToTrain(const Plan& plan) {
    if (plan.framework == Framework::Engine) return plan.run.steps;
    return updatesFor(budgetOf(plan), double(plan.batch.global) * plan.sequence());
}

}  // namespace core
