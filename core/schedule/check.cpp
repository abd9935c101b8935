// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Laws of an op table: completeness, order on a rank, absence of deadlock.
#include "core/schedule/dependencies.h"
#include "core/schedule/schedule.h"

namespace core {

namespace {

Problem broken(const char* code, int rank, const Op& op) {
    return {
        .code = code, .where = "/schedule", .params = {{"rank", std::to_string(rank)}, {"op", op.toText()}}};
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
                problems.push_back(broken("schedule.op-outside", int(r), op));
                continue;
            }
            ++counterOf(counts[std::size_t(op.stage.value) * m + std::size_t(op.microBatch.value)], op.kind);
        }
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (!counts[i].complete())
            problems.push_back(
                {.code = "schedule.op-not-once",
                 .where = "/schedule",
                 .params = {{"stage", std::to_string(i / m)}, {"micro_batch", std::to_string(i % m)}}});
    return problems;
}

// Runs the table without costs. A rank that still has ops when nothing moves any more is in the deadlock.
Problems checkDeadlock(const Schedule& schedule, DoneOps table) {
    std::vector<std::size_t> next(schedule.ranks.size());
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t r = 0; r < schedule.ranks.size(); ++r) {
            const auto& ops = schedule.ranks[r];
            for (; next[r] < ops.size(); ++next[r], moved = true) {
                const auto awaited = table.awaited(ops[next[r]]);
                if (awaited && !table.done(*awaited)) break;
                table.at(table.own(ops[next[r]])).end = 0;
            }
        }
    }
    Problems problems;
    for (std::size_t r = 0; r < schedule.ranks.size(); ++r)
        if (next[r] < schedule.ranks[r].size())
            problems.push_back(broken("schedule.deadlock", int(r), schedule.ranks[r][next[r]]));
    return problems;
}

// The gradient of a stage needs what its own forward saved, on the same rank and before it.
Problems checkOrder(const Schedule& schedule, const DoneOps& table) {
    Problems problems;
    for (std::size_t r = 0; r < schedule.ranks.size(); ++r) {
        std::vector<char> forward(table.size());
        for (const Op& op : schedule.ranks[r]) {
            const std::size_t slot = table.own({OpKind::Forward, op.stage, op.microBatch});
            if (op.kind == OpKind::Forward)
                forward[slot] = 1;
            else if (!forward[slot])
                problems.push_back(broken("schedule.backward-before-forward", int(r), op));
        }
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
    return checkDeadlock(schedule, table);
}

}  // namespace core
