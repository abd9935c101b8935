// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans that tests of the views share: the small one that the engine runs, and a large one that is only
// explored.
#pragma once

#include "core/evaluate.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

namespace ui::testing {

inline core::Plan tinyPlan(int tp = 2, int pp = 2, int dp = 2) {
    core::Plan plan;
    plan.name = "tiny";
    plan.model = *core::findModelPreset("tiny-gpt");
    plan.cluster = {"virtual-card", 1, tp * pp * dp};
    plan.layout.tp = tp;
    plan.layout.pp = pp;
    plan.layout.dp = dp;
    plan.zero.stage = 1;
    plan.batch = {2, std::int64_t{2} * 8 * dp};
    plan.precision = core::Precision::Fp32;
    plan.run.cardMemory = core::mebibytes(32);
    plan.lrSchedule.warmup = 20;
    return plan;
}

inline core::Plan explorePlan() {
    core::Plan plan;
    plan.name = "llama-2-7b on 16 cards";
    plan.model = *core::findModelPreset("llama-2-7b");
    plan.cluster = {"a100-40gb", 2, 8};
    plan.layout.tp = 2;
    plan.layout.pp = 4;
    plan.layout.dp = 2;
    plan.zero.stage = 1;
    plan.framework = core::Framework::Megatron;
    plan.batch = {2, 32};
    return plan;
}

}  // namespace ui::testing
