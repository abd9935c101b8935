// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/toy_plan.h"

namespace core {

Plan toyPlan(int tp, int pp, int dp, int zeroStage, ScheduleKind schedule) {
    Plan plan;
    plan.name = plan.model.name = "toy";
    plan.model.layers = 4;
    plan.model.hidden = 16;
    plan.model.heads = plan.model.kvHeads = 4;
    plan.model.ffn = 64;
    plan.model.vocabulary = 64;
    plan.model.maxSequence = 8;
    plan.cluster = {.gpu = "virtual-card", .nodes = 1, .gpusPerNode = tp * pp * dp};
    plan.layout.tp = tp;
    plan.layout.pp = pp;
    plan.layout.dp = dp;
    plan.zero.stage = zeroStage;
    plan.precision = Precision::Fp32;
    plan.schedule = schedule;
    return plan;
}

}  // namespace core
