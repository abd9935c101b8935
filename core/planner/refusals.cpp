// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/refusals.h"

#include "core/config/kit_parts.h"
#include "core/plan/validate.h"

#include <string_view>

namespace core {

namespace {

constexpr std::string_view kPlanned[] = {"/schedule",          "/sequence_parallel",     "/zero/stage",
                                         "/layout/cp",         "/layout/virtual_stages", "/layout/stage_layers",
                                         "/zero/offload_optimizer"};

}  // namespace

bool isRefusal(const Problem& problem) {
    return problem.severity == Severity::Error || problem.code.starts_with("framework.");
}

std::optional<Problem> kitRefusal(const Plan& plan) {
    if (plan.framework != Framework::Megatron && plan.framework != Framework::DeepSpeed) return std::nullopt;
    return kitError(plan, plan.framework, kPlanned);
}

std::optional<Problem> layoutRefusal(const Plan& plan) {
    for (const Problem& problem : validate(plan))
        if (isRefusal(problem)) return problem;
    return kitRefusal(plan);
}

}  // namespace core
