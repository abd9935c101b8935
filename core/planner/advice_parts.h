// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What rules of advice have in common.
#pragma once

#include "core/cost/group_links.h"
#include "core/planner/advice.h"
#include "core/planner/advice_rules.h"

namespace core {

[[nodiscard]] inline bool onGpus(const Snapshot& snapshot) {
    return snapshot.plan.cluster.gpu != "virtual-card" && acceleratorOf(snapshot.plan.cluster) != nullptr;
}

// The same cards and global batch: data ranks take what tensor ranks give up. tp must divide tp·dp.
[[nodiscard]] inline Plan withTensor(Plan plan, int tp) {
    plan.layout.dp = plan.layout.dp * plan.layout.tp / tp;
    plan.layout.tp = tp;
    if (tp == 1) plan.sequenceParallel = SequenceParallel::Off;
    return plan;
}

}  // namespace core
