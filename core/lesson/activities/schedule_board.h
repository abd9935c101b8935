// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Be the scheduler": a board on which the learner lays the F, I and W ops of a pipeline, one row a stage. It knows at
// every moment what of it would run and when (F, I and W one slot each, messages free), what each stage keeps, what is
// missing, and who waits for whom when nothing moves. A whole board without a deadlock is a table for the engine.
#pragma once

#include "core/schedule/deadlock.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core {

class ScheduleBoard {
public:
    explicit ScheduleBoard(int stages = 4, int microBatches = 8);

    [[nodiscard]] int stages() const { return m_schedule.stages; }
    [[nodiscard]] int microBatches() const { return m_schedule.microBatches; }
    [[nodiscard]] const std::vector<Op>& row(int stage) const { return m_schedule.ranks[std::size_t(stage)]; }
    [[nodiscard]] const Schedule& schedule() const { return m_schedule; }

    void clear();
    // The ops of a known schedule of one chunk; its whole backward passes as I and W, one after the other.
    void fill(ScheduleKind kind);
    // The next micro-batch of a kind (F, I or W) that the row does not have yet; none where it has all.
    [[nodiscard]] std::optional<Op> nextOf(int stage, OpKind kind) const;
    // Before the op that stands at `at` (clamped to the row). False: the row has that op already, or it belongs elsewhere.
    bool place(const Op& op, int at);
    void remove(int stage, int at);
    void move(int stage, int from, int to);  // to the place `to` counted without the moved op

    enum class State { Runs, Waits, InCycle, OutOfOrder };  // OutOfOrder: I before its F, W before its I
    struct Placed {
        State state{};
        double start = 0, end = 0;  // slots; of ops that run
    };
    [[nodiscard]] const std::vector<Placed>& placed(int stage) const { return m_placed[std::size_t(stage)]; }
    [[nodiscard]] int missingOps() const;
    [[nodiscard]] bool isWhole() const { return missingOps() == 0; }
    // It can be given to the engine: whole, in order, without a deadlock.
    [[nodiscard]] bool isSound() const;
    [[nodiscard]] const Standstill& standstill() const { return m_standstill; }

    // Saved activations of a stage in micro-batches, from each slot on; taken by F, given back by W.
    [[nodiscard]] std::vector<std::pair<double, int>> held(int stage) const;
    [[nodiscard]] int peakHeld(int stage) const;
    [[nodiscard]] double makespan() const { return m_makespan; }     // slots, of what runs
    [[nodiscard]] double bubbleFraction() const { return m_bubble; }  // of what runs
    // For Plan::scheduleTable.
    [[nodiscard]] std::vector<std::string> tableLines() const;

private:
    void judge();
    [[nodiscard]] bool has(const Op& op) const;

    Schedule m_schedule;
    std::vector<std::vector<Placed>> m_placed;
    Standstill m_standstill;
    double m_makespan = 0, m_bubble = 0;
};

// What a known schedule reaches on the same board, to compare with.
struct BoardGoal {
    double makespan = 0, bubbleFraction = 0;
    int peakHeld = 0;  // of the stage that holds most
};
[[nodiscard]] BoardGoal goalOf(ScheduleKind kind, int stages, int microBatches);

// `base` with the board's table, on one virtual card a stage, one sequence a micro-batch, `steps` updates. Refused as
// planSchedule() would refuse the table.
[[nodiscard]] Result<Plan> planOfBoard(const ScheduleBoard& board, const Plan& base, std::int64_t steps);

}  // namespace core
