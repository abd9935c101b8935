// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every change is judged at once: a board has some hundred ops.
#include "core/lesson/activities/schedule_board.h"

#include "core/schedule/table.h"

#include <algorithm>

namespace core {

namespace {

ReplayCosts oneSlotEach() { return {{{Seconds(1), Seconds(1), Seconds(1)}}, Seconds(0)}; }

bool contains(const std::vector<Wait>& waits, int rank) {
    return std::ranges::find(waits, rank, &Wait::rank) != waits.end();
}

}  // namespace

ScheduleBoard::ScheduleBoard(int stages, int microBatches)
    : m_schedule{ScheduleKind::Table, stages, microBatches, 1, std::vector<std::vector<Op>>(std::size_t(stages))} {
    judge();
}

void ScheduleBoard::clear() {
    for (auto& ops : m_schedule.ranks) ops.clear();
    judge();
}

void ScheduleBoard::fill(ScheduleKind kind) {
    const auto known = buildSchedule(kind, stages(), microBatches());
    if (!known) return;
    for (std::size_t r = 0; r < m_schedule.ranks.size(); ++r) {
        m_schedule.ranks[r].clear();
        for (const Op& op : known->ranks[r]) {
            if (op.kind != OpKind::Backward) {
                m_schedule.ranks[r].push_back(op);
                continue;
            }
            m_schedule.ranks[r].push_back({OpKind::InputGradient, op.stage, op.microBatch});
            m_schedule.ranks[r].push_back({OpKind::WeightGradient, op.stage, op.microBatch});
        }
    }
    judge();
}

bool ScheduleBoard::has(const Op& op) const {
    return std::ranges::find(row(op.stage.value), op) != row(op.stage.value).end();
}

std::optional<Op> ScheduleBoard::nextOf(int stage, OpKind kind) const {
    for (int m = 0; m < microBatches(); ++m)
        if (const Op op{kind, Stage(stage), MicroBatch(m)}; !has(op)) return op;
    return std::nullopt;
}

bool ScheduleBoard::place(const Op& op, int at) {
    const bool onBoard = op.stage.value >= 0 && op.stage.value < stages() && op.microBatch.value >= 0 &&
                         op.microBatch.value < microBatches() && op.kind != OpKind::Backward;
    if (!onBoard || has(op)) return false;
    auto& ops = m_schedule.ranks[std::size_t(op.stage.value)];
    ops.insert(ops.begin() + std::clamp(at, 0, int(ops.size())), op);
    judge();
    return true;
}

void ScheduleBoard::remove(int stage, int at) {
    auto& ops = m_schedule.ranks[std::size_t(stage)];
    if (at < 0 || at >= int(ops.size())) return;
    ops.erase(ops.begin() + at);
    judge();
}

void ScheduleBoard::move(int stage, int from, int to) {
    auto& ops = m_schedule.ranks[std::size_t(stage)];
    if (from < 0 || from >= int(ops.size())) return;
    const Op op = ops[std::size_t(from)];
    ops.erase(ops.begin() + from);
    ops.insert(ops.begin() + std::clamp(to, 0, int(ops.size())), op);
    judge();
}

int ScheduleBoard::missingOps() const {
    int placed = 0;
    for (const auto& ops : m_schedule.ranks) placed += int(ops.size());
    return 3 * stages() * microBatches() - placed;
}

bool ScheduleBoard::isSound() const { return isWhole() && checkSchedule(m_schedule).empty(); }

void ScheduleBoard::judge() {
    m_standstill = findStandstill(m_schedule);
    const Timeline line = replay(m_schedule, oneSlotEach());
    m_makespan = line.makespan.value();
    m_bubble = line.bubbleFraction;
    m_placed.assign(std::size_t(stages()), {});
    for (std::size_t r = 0; r < m_placed.size(); ++r) {
        const auto& ops = m_schedule.ranks[r];
        for (std::size_t i = 0; i < ops.size(); ++i) {
            Placed placed;
            if (i < line.ranks[r].size()) {
                placed = {State::Runs, line.ranks[r][i].start.value(), line.ranks[r][i].end.value()};
            } else {
                placed.state = i == m_standstill.ran[r] && contains(m_standstill.cycle, int(r)) ? State::InCycle : State::Waits;
                const auto before = ops.begin() + std::ptrdiff_t(i);
                const Op needed{ops[i].kind == OpKind::WeightGradient ? OpKind::InputGradient : OpKind::Forward, ops[i].stage,
                                ops[i].microBatch};
                if (ops[i].kind != OpKind::Forward && std::find(ops.begin(), before, needed) == before)
                    placed.state = State::OutOfOrder;
            }
            m_placed[r].push_back(placed);
        }
    }
}

std::vector<std::pair<double, int>> ScheduleBoard::held(int stage) const {
    std::vector<std::pair<double, int>> steps{{0, 0}};
    const auto& ops = row(stage);
    const auto& times = placed(stage);
    for (std::size_t i = 0; i < ops.size() && times[i].state == State::Runs; ++i) {
        const int before = steps.back().second;
        if (ops[i].kind == OpKind::Forward) steps.emplace_back(times[i].start, before + 1);
        if (ops[i].kind == OpKind::WeightGradient) steps.emplace_back(times[i].end, before - 1);
    }
    return steps;
}

int ScheduleBoard::peakHeld(int stage) const {
    int peak = 0;
    for (const auto& step : held(stage)) peak = std::max(peak, step.second);
    return peak;
}

std::vector<std::string> ScheduleBoard::tableLines() const {
    std::vector<std::string> lines;
    for (const auto& ops : m_schedule.ranks) {
        lines.emplace_back();
        for (const Op& op : ops) lines.back() += (lines.back().empty() ? "" : " ") + op.toText();
    }
    return lines;
}

BoardGoal goalOf(ScheduleKind kind, int stages, int microBatches) {
    ScheduleBoard board(stages, microBatches);
    board.fill(kind);
    BoardGoal goal{board.makespan(), board.bubbleFraction(), 0};
    for (int stage = 0; stage < stages; ++stage) goal.peakHeld = std::max(goal.peakHeld, board.peakHeld(stage));
    return goal;
}

Result<Plan> planOfBoard(const ScheduleBoard& board, const Plan& base, std::int64_t steps) {
    Plan plan = base;
    plan.name = "scheduler";
    plan.layout = {};
    plan.layout.pp = board.stages();
    plan.cluster.nodes = 1;
    plan.cluster.gpusPerNode = board.stages();
    plan.zero = {};
    plan.batch = {1, board.microBatches()};
    plan.schedule = ScheduleKind::Table;
    plan.scheduleTable = board.tableLines();
    plan.run.steps = steps;
    plan.run.cardMemory = mebibytes(64);  // the board is about order, not about one card's size
    if (const auto table = planSchedule(plan); !table) return tl::make_unexpected(table.error());
    return plan;
}

}  // namespace core
