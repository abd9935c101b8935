// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pipeline schedules as tables of ops: per pipeline rank, the order in which it runs them. The timeline draws
// this table and the engine's executor interprets it; there is no second one.
#pragma once

#include "core/base/enum_text.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

enum class OpKind {
    Forward,
    Backward,
    InputGradient,
    WeightGradient
};  // Backward = input and weight gradient together

template <>
std::span<const std::pair<OpKind, std::string_view>> enumNames<OpKind>();  // F B I W

struct Op {
    OpKind kind{};
    Stage stage;
    MicroBatch microBatch;
    [[nodiscard]] std::string toText() const;  // "0F3"
    auto operator<=>(const Op&) const = default;
};

struct Schedule {
    ScheduleKind kind{};
    int stages = 1;  // pipeline ranks
    int microBatches = 1;
    int chunks = 1;  // model chunks per rank
    std::vector<std::vector<Op>> ranks;
    // Model chunk v of rank r is stage v · stages + r.
    [[nodiscard]] int rankOf(Stage stage) const { return stage.value % stages; }
    [[nodiscard]] int lastStage() const { return stages * chunks - 1; }
    // The stage that the op's result goes to: activations onwards, gradients back. None at the ends and for W.
    [[nodiscard]] std::optional<Stage> receiverOf(const Op& op) const;
    bool operator==(const Schedule&) const = default;
};

// The kinds of the registry; those that are planned only are refused by name. A table of one's own:
// core/schedule/table.h.
[[nodiscard]] Result<Schedule> buildSchedule(ScheduleKind kind, int stages, int microBatches, int chunks = 1);
// Laws every table keeps: each op once and on the rank that holds its stage, F before B, I before W, no op
// waits for one behind itself. A deadlock is one problem, which names the cycle of waits op by op.
[[nodiscard]] Problems checkSchedule(const Schedule& schedule);
// Whether every stage sums the weight gradients of its micro-batches in their order: tables that do give the same bits.
[[nodiscard]] bool sumsInOrder(const Schedule& schedule);
// Saved chunk activations per rank at their most, taken by F, released by B or W. Depends on the order only.
[[nodiscard]] std::vector<int> peakInFlight(const Schedule& schedule);

enum class SpanKind { Forward, Backward, InputGradient, WeightGradient, Communication, Optimizer };
template <>
std::span<const std::pair<SpanKind, std::string_view>> enumNames<SpanKind>();
[[nodiscard]] SpanKind spanKind(OpKind kind);

struct TimedSpan {
    SpanKind kind{};
    Stage stage;
    MicroBatch microBatch;  // -1 for the tail of the step (data communication, optimizer)
    Seconds start, end;
    bool operator==(const TimedSpan&) const = default;
};

struct Timeline {
    std::vector<std::vector<TimedSpan>> ranks;  // per pipeline rank, by start
    Seconds makespan;                           // to the last pipeline op; the tail lies behind it
    Seconds stepEnd;                            // to the end of the tail
    double bubbleFraction = 0;                  // 1 − Σ busy / (ranks · makespan)
    std::vector<Seconds> idle;                  // makespan − busy, per rank
    std::vector<Seconds> spanIdle;              // idle inside the rank's own span
    std::vector<int> peakInFlight;              // saved chunk activations, taken by F, released by B or W
    bool operator==(const Timeline&) const = default;
};

// Per whole stage and micro-batch. Communication delays a dependency between different ranks and occupies
// none.
struct StageCosts {
    Seconds forward, inputGradient, weightGradient;
    [[nodiscard]] Seconds backward() const { return inputGradient + weightGradient; }
    bool operator==(const StageCosts&) const = default;
};
struct ReplayCosts {
    // One entry: all alike, and a chunk costs 1/V of it. Else one entry for each of the P·V stages, a chunk's
    // own.
    std::vector<StageCosts> stages;
    Seconds communication;
    [[nodiscard]] const StageCosts& of(int stage) const {
        return stages[stages.size() == 1 ? 0 : std::size_t(stage)];
    }
    bool operator==(const ReplayCosts&) const = default;
};
// Both replays run a table that checkSchedule() accepts; of one with a deadlock they show what still ran.
[[nodiscard]] Timeline replay(const Schedule& schedule, const ReplayCosts& costs);
// With a measured cost for every op: costs[rank][i] belongs to schedule.ranks[rank][i].
[[nodiscard]] Timeline replay(const Schedule& schedule, const std::vector<std::vector<Seconds>>& costs,
                              Seconds communication);
// Makespan of the first without writing spans down.
[[nodiscard]] Seconds makespan(const Schedule& schedule, const ReplayCosts& costs);
// One line per rank, one column per shortest op: forward 0-9, backward a-j, weight gradient A-J (the
// micro-batch modulo 10), tail '=', idle '.'.
[[nodiscard]] std::string toAscii(const Timeline& timeline);

}  // namespace core
