// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs the table without costs until nothing moves, then follows the waits.
#include "core/schedule/deadlock.h"

#include "core/schedule/dependencies.h"

#include <algorithm>
#include <optional>

namespace core {

namespace {

std::vector<std::size_t> runDry(const Schedule& schedule, DoneOps& table) {
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
    return next;
}

// The op of a slot as the table has it, or as one would write it where it is missing.
struct Found {
    Op op;
    bool there = false;
};

Found awaitedBy(const Op& op, const Schedule& schedule, const DoneOps& table) {
    const std::size_t slot = *table.awaited(op);
    for (const Op& other : schedule.ranks[std::size_t(schedule.rankOf(table.stageOf(slot)))])
        if (table.own(other) == slot) return {other, true};
    const bool forward = op.kind == OpKind::Forward || table.stageOf(slot) == op.stage;
    const OpKind kind = op.kind == OpKind::WeightGradient || !forward ? OpKind::InputGradient : OpKind::Forward;
    return {{kind, table.stageOf(slot), op.microBatch}, false};
}

}  // namespace

Standstill findStandstill(const Schedule& schedule) {
    DoneOps table(schedule);
    Standstill result;
    result.ran = runDry(schedule, table);
    std::vector<std::optional<Wait>> waits(schedule.ranks.size());
    std::vector<char> ends(schedule.ranks.size());
    for (std::size_t r = 0; r < schedule.ranks.size(); ++r) {
        if (result.ran[r] >= schedule.ranks[r].size()) continue;
        const Op& blocked = schedule.ranks[r][result.ran[r]];
        const Found awaited = awaitedBy(blocked, schedule, table);
        waits[r] = Wait{int(r), blocked, awaited.op};
        ends[r] = !awaited.there;
        if (!awaited.there) result.missing.push_back(*waits[r]);
    }
    for (std::size_t start = 0; start < waits.size() && result.cycle.empty(); ++start) {
        std::vector<Wait> path;
        for (std::size_t rank = start; waits[rank] && !ends[rank];) {
            const auto seen = std::ranges::find(path, int(rank), &Wait::rank);
            if (seen != path.end()) {
                result.cycle.assign(seen, path.end());
                break;
            }
            path.push_back(*waits[rank]);
            rank = std::size_t(schedule.rankOf(waits[rank]->awaited.stage));
        }
    }
    return result;
}

std::string cycleText(const std::vector<Wait>& cycle) {
    if (cycle.empty()) return {};
    std::string text = cycle.front().blocked.toText() + " on rank " + std::to_string(cycle.front().rank);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const Wait& inTheWay = cycle[(i + 1) % cycle.size()];
        text += (i == 0 ? " waits for " : ", which waits for ") + cycle[i].awaited.toText();
        if (cycle[i].awaited != inTheWay.blocked) text += ", behind " + inTheWay.blocked.toText();
        text += " on rank " + std::to_string(inTheWay.rank);
    }
    return text;
}

}  // namespace core
