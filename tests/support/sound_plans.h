// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans that break no rule, for tests that break one, and the problem of a code.
#pragma once

#include "core/plan/validate.h"

#include <algorithm>
#include <string_view>

namespace core::testing {

inline Plan soundPlan() {
    Plan plan;
    plan.model = *findModelPreset("llama-2-7b");
    plan.cluster = {"a100-40gb", 2, 8};
    plan.layout.tp = 2;
    plan.layout.dp = 2;
    plan.layout.pp = 4;
    plan.zero.stage = 1;
    plan.framework = Framework::Megatron;
    plan.batch = {2, 32};
    return plan;
}

inline Plan toyPlan() {
    Plan plan = soundPlan();
    plan.model = *findModelPreset("tiny-gpt");
    plan.cluster = {"virtual-card", 1, 8};
    plan.layout.pp = 2;
    plan.framework = Framework::Engine;
    plan.precision = Precision::Fp32;
    return plan;
}

inline const Problem* find(const Problems& problems, std::string_view code) {
    const auto found = std::ranges::find(problems, code, &Problem::code);
    return found == problems.end() ? nullptr : &*found;
}

}  // namespace core::testing
