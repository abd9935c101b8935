// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Step times of one plan under several assumptions about its hardware: what does not depend on them is worked out once.
#pragma once

#include "core/cluster/cluster.h"
#include "core/layout/layout.h"
#include "core/layout/shard_map.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

#include <optional>

namespace core {

class StepTimer {
public:
    // None for a plan that breaks a rule.
    [[nodiscard]] static std::optional<StepTimer> of(const Plan& plan);

    [[nodiscard]] const Plan& plan() const { return m_plan; }
    // That of score(), on the plan's accelerator with other shares of its data sheet and of other software.
    [[nodiscard]] Seconds step(const Efficiency& efficiency, double software) const;

private:
    StepTimer(const Plan& plan, Layout layout, std::optional<Schedule> table);

    Plan m_plan;
    Layout m_layout;
    ShardMap m_shards;
    std::optional<Schedule> m_table;  // of schedules without a short way to their makespan
};

}  // namespace core
