// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/step_timer.h"

#include "core/cost/step_estimate.h"
#include "core/plan/validate.h"
#include "core/schedule/registry.h"
#include "core/schedule/table.h"

namespace core {

std::optional<StepTimer> StepTimer::of(const Plan& plan) {
    if (hasErrors(validate(plan))) return std::nullopt;
    auto layout = Layout::create(plan.layout, plan.cluster.gpusPerNode);
    if (!layout) return std::nullopt;
    const ScheduleRow* row = findSchedule(plan.schedule);
    if (row != nullptr && row->makespan != nullptr) return StepTimer(plan, std::move(*layout), std::nullopt);
    auto table = planSchedule(plan);
    if (!table) return std::nullopt;
    return StepTimer(plan, std::move(*layout), std::move(*table));
}

StepTimer::StepTimer(const Plan& plan, Layout layout, std::optional<Schedule> table)
    : m_plan(plan)
    , m_layout(std::move(layout))
    , m_shards(plan.model, plan.layout, plan.model.maxSequence)
    , m_table(std::move(table)) {
    m_plan.cluster.own = *acceleratorOf(plan.cluster);
}

Seconds StepTimer::step(const Efficiency& efficiency, double software) const {
    Plan plan = m_plan;
    plan.cluster.own->efficiency = efficiency;
    plan.assumptions.efficiency = software;
    const PlanCosts costs = planCosts(plan, m_layout, m_shards, {});
    const Seconds pipeline = m_table ? makespan(*m_table, costs.replay)
                                     : findSchedule(plan.schedule)->makespan(plan.layout.pp, plan.microBatches(), costs.replay);
    return pipeline + costs.dataCommunication + costs.optimizer;
}

}  // namespace core
