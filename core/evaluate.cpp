// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One way through the ground floor: rules, layout, schedule, costs, replay, memory, estimates.
#include "core/evaluate.h"

#include "core/plan/validate.h"
#include "core/schedule/registry.h"
#include "core/schedule/table.h"

#include <algorithm>

namespace core {

namespace {

// What both the snapshot and the score are made of.
struct Basis {
    Layout layout;
    ShardMap shards;
    const ScheduleRow* shortWay;  // makespan and peak without the table; null = `schedule` is there
    std::optional<Schedule> schedule;
    const Accelerator* accelerator;
};

enum class Table { Always, WhereNeeded };

Result<Basis> basisOf(const Plan& plan, Table table) {
    auto layout = Layout::create(plan.layout, plan.cluster.gpusPerNode);
    const Accelerator* accelerator = acceleratorOf(plan.cluster);
    if (!layout || !accelerator || plan.microBatches() < 1) return tl::make_unexpected(Problems{});
    const ScheduleRow* row = findSchedule(plan.schedule);
    if (row && !row->makespan) row = nullptr;
    Basis basis{
        std::move(*layout), ShardMap(plan.model, plan.layout, plan.model.maxSequence), row, {}, accelerator};
    if (row && table == Table::WhereNeeded) return basis;
    auto schedule = planSchedule(plan);
    if (!schedule) return tl::make_unexpected(std::move(schedule.error()));
    basis.schedule = std::move(*schedule);
    return basis;
}

Seconds makespanOf(const Plan& plan, const Basis& basis, const ReplayCosts& costs) {
    return basis.shortWay ? basis.shortWay->makespan(plan.layout.pp, plan.microBatches(), costs)
                          : makespan(*basis.schedule, costs);
}

StepEstimate stepOf(const Plan& plan, const Basis& basis, const PlanCosts& costs,
                    const Calibration& calibration) {
    ReplayCosts silent = costs.replay;
    silent.communication = Seconds(0);
    return estimateStep(plan, costs, makespanOf(plan, basis, costs.replay), makespanOf(plan, basis, silent),
                        calibration);
}

Bytes peakOf(const Plan& plan, const Basis& basis) {
    if (!basis.shortWay) return heaviestStage(plan, basis.shards, *basis.schedule);
    return heaviestStage(plan, basis.shards, [&](int stage) {
        return basis.shortWay->peak(plan.layout.pp, plan.microBatches(), stage);
    });
}

Score scoreOf(const Plan& plan, const Basis& basis, const StepEstimate& step) {
    const Bytes peak = peakOf(plan, basis);
    return {.valid = true,
            .step = step.step,
            .mfu = step.mfu,
            .peak = peak,
            .fits = peak <= capacityOf(plan)};
}

// The tail: every card reduces its gradients, then updates, once the last pipeline op is done.
void addTail(Timeline& timeline, const PlanCosts& costs) {
    const Seconds reduced = timeline.makespan + costs.dataCommunication;
    timeline.stepEnd = reduced + costs.optimizer;
    for (std::size_t r = 0; r < timeline.ranks.size(); ++r) {
        const Stage stage{int(r)};
        if (costs.dataCommunication > Seconds(0))
            timeline.ranks[r].push_back(
                {SpanKind::Communication, stage, MicroBatch(-1), timeline.makespan, reduced});
        timeline.ranks[r].push_back({SpanKind::Optimizer, stage, MicroBatch(-1), reduced, timeline.stepEnd});
    }
}

MemoryEstimate memoryOf(const Plan& plan, const Basis& basis, const Schedule& schedule) {
    MemoryEstimate memory;
    memory.capacity = capacityOf(plan);
    memory.textbook = textbookBytes(double(countParameters(plan.model).total), plan.layout.tp,
                                    plan.layout.dp * plan.layout.cp, plan.zero.stage);
    Plan under = plan;
    for (int stage = 0; stage < int(memory.underZero.size()); ++stage) {
        under.zero.stage = stage;
        memory.underZero[std::size_t(stage)] = stageMemory(under, basis.layout, basis.shards, schedule);
    }
    memory.stages = memory.underZero[std::size_t(plan.zero.stage)];
    return memory;
}

}  // namespace

Bytes MemoryEstimate::peak() const {
    Bytes heaviest;
    for (const StageMemory& stage : stages) heaviest = std::max(heaviest, stage.ledger.total());
    return heaviest;
}

Bytes capacityOf(const Plan& plan) {
    const bool capped = plan.cluster.gpu == "virtual-card" && plan.run.cardMemory > Bytes(0);
    return capped ? plan.run.cardMemory : acceleratorOf(plan.cluster)->memory;
}

Snapshot evaluate(const Plan& plan, const Calibration& calibration) {
    Snapshot snapshot{.plan = plan,
                      .calibration = calibration,
                      .problems = validate(plan),
                      .engineProblems = engineLimits(plan),
                      .layout = {},
                      .shards = {},
                      .parameters = countParameters(plan.model),
                      .schedule = {},
                      .timeline = {},
                      .memory = {},
                      .step = {},
                      .traffic = {},
                      .run = {}};
    // A layout can be drawn as soon as its own numbers are sound, whatever else is wrong.
    if (auto layout = Layout::create(plan.layout, plan.cluster.gpusPerNode))
        snapshot.layout = std::move(*layout);
    if (hasErrors(snapshot.problems)) return snapshot;
    auto basis = basisOf(plan, Table::Always);
    if (!basis) {
        snapshot.problems.insert(snapshot.problems.end(), basis.error().begin(), basis.error().end());
        return snapshot;
    }
    Schedule& schedule = *basis->schedule;
    const PlanCosts costs = planCosts(plan, basis->layout, basis->shards, calibration);
    snapshot.step = stepOf(plan, *basis, costs, calibration);
    snapshot.traffic = stepTraffic(plan, basis->shards, schedule);
    snapshot.run = estimateRun(plan, *snapshot.step, calibration);
    snapshot.timeline = replay(schedule, costs.replay);
    addTail(*snapshot.timeline, costs);
    snapshot.memory = memoryOf(plan, *basis, schedule);
    snapshot.memory->fits = scoreOf(plan, *basis, *snapshot.step).fits;
    snapshot.schedule = std::move(schedule);
    snapshot.shards = std::move(basis->shards);
    return snapshot;
}

Score score(const Plan& plan, const Calibration& calibration) {
    if (hasErrors(validate(plan))) return {};
    const auto basis = basisOf(plan, Table::WhereNeeded);
    if (!basis) return {};
    const PlanCosts costs = planCosts(plan, basis->layout, basis->shards, calibration);
    return scoreOf(plan, *basis, stepOf(plan, *basis, costs, calibration));
}

}  // namespace core
