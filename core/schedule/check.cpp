// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Laws of an op table: completeness, order on a rank, absence of deadlock.
#include "core/schedule/dependencies.h"
#include "core/schedule/schedule.h"

#include <algorithm>

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

// Where the ranks stand when nothing moves any more: each waits for an op that another rank has not reached.
class Standstill {
public:
    Standstill(const Schedule& schedule, DoneOps& table, std::vector<std::size_t> next)
        : m_schedule(schedule)
        , m_table(table)
        , m_next(std::move(next)) {}

    // Ranks of one cycle of waits, each waiting for the next one.
    [[nodiscard]] std::vector<std::size_t> cycle() const {
        std::size_t rank = 0;
        while (m_next[rank] >= m_schedule.ranks[rank].size()) ++rank;
        std::vector<std::size_t> path;
        for (;;) {
            const auto seen = std::find(path.begin(), path.end(), rank);
            if (seen != path.end()) return {seen, path.end()};
            path.push_back(rank);
            rank = std::size_t(m_schedule.rankOf(awaited(rank).stage));
        }
    }
    [[nodiscard]] const Op& blocked(std::size_t rank) const { return m_schedule.ranks[rank][m_next[rank]]; }

    // "0B1 on rank 0 waits for 1B1, behind 1F2 on rank 1, which waits for 0F2, behind 0B1 on rank 0"
    [[nodiscard]] std::string text(const std::vector<std::size_t>& cycle) const {
        std::string text = blocked(cycle.front()).toText() + " on rank " + std::to_string(cycle.front());
        for (std::size_t i = 0; i < cycle.size(); ++i) {
            const std::size_t waitsFor = cycle[(i + 1) % cycle.size()];
            const Op& wanted = awaited(cycle[i]);
            const Op& inTheWay = blocked(waitsFor);
            text += (i == 0 ? " waits for " : ", which waits for ") + wanted.toText();
            if (wanted != inTheWay) text += ", behind " + inTheWay.toText();
            text += " on rank " + std::to_string(waitsFor);
        }
        return text;
    }

private:
    // Counts and placement are right, so the op is there, and its rank has not come to it.
    [[nodiscard]] const Op& awaited(std::size_t rank) const {
        const std::size_t slot = *m_table.awaited(blocked(rank));
        const auto& ops = m_schedule.ranks[std::size_t(m_schedule.rankOf(m_table.stageOf(slot)))];
        return *std::find_if(ops.begin(), ops.end(), [&](const Op& op) { return m_table.own(op) == slot; });
    }

    const Schedule& m_schedule;
    const DoneOps& m_table;
    std::vector<std::size_t> m_next;
};

// Runs the table without costs.
Problems checkDeadlock(const Schedule& schedule, DoneOps table) {
    std::vector<std::size_t> next(schedule.ranks.size());
    std::size_t left = 0;
    for (const auto& ops : schedule.ranks) left += ops.size();
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t r = 0; r < schedule.ranks.size(); ++r) {
            const auto& ops = schedule.ranks[r];
            for (; next[r] < ops.size(); ++next[r], --left, moved = true) {
                const auto awaited = table.awaited(ops[next[r]]);
                if (awaited && !table.done(*awaited)) break;
                table.at(table.own(ops[next[r]])).end = 0;
            }
        }
    }
    if (left == 0) return {};
    const Standstill standstill(schedule, table, std::move(next));
    const std::vector<std::size_t> cycle = standstill.cycle();
    Problem problem = broken("schedule.deadlock", int(cycle.front()), standstill.blocked(cycle.front()),
                             "fix.schedule.deadlock");
    problem.params["cycle"] = standstill.text(cycle);
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
    return checkDeadlock(schedule, table);
}

}  // namespace core
