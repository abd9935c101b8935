// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/training_updates.h"

#include "core/cost/step_estimate.h"

#include <algorithm>

namespace core {

double budgetOf(const Plan& plan) {
    if (plan.budgetTokens > 0) return double(plan.budgetTokens);
    return kTokensPerParameter * double(countParameters(plan.model).total);
}

std::int64_t updatesToTrain(const Plan& plan) {
    if (plan.framework == Framework::Engine) return plan.run.steps;
    return updatesFor(budgetOf(plan), std::max(1.0, double(plan.batch.global) * plan.sequence()));
}

}  // namespace core
