// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Laws of an op table: completeness, order on a rank, absence of deadlock.
#include "core/schedule/deadlock.h"
#include "core/schedule/dependencies.h"
#include "core/schedule/schedule.h"

namespace core {

namespace {

Problem broken(const char* code, int rank, const Op& op, const char* fix) {
    return {.code = code,
            .where = "/schedule",
            .params = {{"rank", std::to_string(rank)}, {"op", op.toText()}},
            .fix = fix};
}

// Every stage runs every micro-batch forward once and backward once, the latter whole or as I and W.
struct Counts {
    int forward = 0, backward = 0, inputGradient = 0, weightGradient = 0;
    [[nodiscard]] bool complete() const {
        const bool whole = backward == 1 && inputGradient == 0 && weightGradient == 0;
        const bool split = backward == 0 && inputGradient == 1 && weightGradient == 1;
        return forward == 1 && (whole || split);
    }
};

int& counterOf(Counts& counts, OpKind kind) {
    switch (kind) {
    case OpKind::Forward:
        return counts.forward;
    case OpKind::Backward:
        return counts.backward;
    case OpKind::InputGradient:
        return counts.inputGradient;
    case OpKind::WeightGradient:
        break;
    }
    return counts.weightGradient;
}

Problems checkCounts(const Schedule& schedule, const DoneOps& table) {
    const auto m = std::size_t(schedule.microBatches);
    const auto stages = std::size_t(schedule.stages * schedule.chunks);
    std::vector<Counts> counts(stages * m);
    Problems problems;
    for (std::size_t r = 0; r < schedule.ranks.size(); ++r)
        for (const Op& op : schedule.ranks[r]) {
            if (!table.inTable(op)) {
                problems.push_back(broken("schedule.op-outside", int(r), op, "fix.schedule.leave-out"));
                continue;
            }
            if (const int home = schedule.rankOf(op.stage); home != int(r)) {
                problems.push_back(broken("schedule.op-on-wrong-rank", int(r), op, "fix.schedule.home-rank"));
                problems.back().params["home"] = std::to_string(home);
                continue;
            }
            ++counterOf(counts[std::size_t(op.stage.value) * m + std::size_t(op.microBatch.value)], op.kind);
        }
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (!counts[i].complete())
            problems.push_back(
                {.code = "schedule.op-not-once",
                 .where = "/schedule",
                 .params = {{"stage", std::to_string(i / m)}, {"micro_batch", std::to_string(i % m)}},
                 .fix = "fix.schedule.once"});
    return problems;
}

Problems checkDeadlock(const Schedule& schedule) {
    const std::vector<Wait> cycle = findStandstill(schedule).cycle;
    if (cycle.empty()) return {};
    Problem problem = broken("schedule.deadlock", cycle.front().rank, cycle.front().blocked, "fix.schedule.deadlock");
    problem.params["cycle"] = cycleText(cycle);
    return {problem};
}

// The gradients of a stage need what its own forward saved, the weight gradient also what the input gradient
// left: all on the same rank and before them.
Problems checkOrder(const Schedule& schedule, const DoneOps& table) {
    Problems problems;
    std::vector<char> done(table.size());
    for (std::size_t r = 0; r < schedule.ranks.size(); ++r)
        for (const Op& op : schedule.ranks[r]) {
            done[table.own(op)] = 1;
            if (op.kind == OpKind::Forward) continue;
            if (!done[table.own({OpKind::Forward, op.stage, op.microBatch})])
                problems.push_back(broken("schedule.backward-before-forward", int(r), op, "fix.schedule.after-forward"));
            else if (op.kind == OpKind::WeightGradient && !done[*table.awaited(op)])
                problems.push_back(broken("schedule.weight-before-input", int(r), op, "fix.schedule.after-input"));
        }
    return problems;
}

}  // namespace

Problems checkSchedule(const Schedule& schedule) {
    if (schedule.stages < 1 || schedule.microBatches < 1 || schedule.chunks < 1 ||
        schedule.ranks.size() != std::size_t(schedule.stages))
        return {Problem{.code = "schedule.shape", .where = "/schedule"}};
    const DoneOps table(schedule);
    if (Problems problems = checkCounts(schedule, table); !problems.empty()) return problems;
    if (Problems problems = checkOrder(schedule, table); !problems.empty()) return problems;
    return checkDeadlock(schedule);
}

}  // namespace core
