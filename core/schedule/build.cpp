// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a kind to its op table, and the small texts of ops.
#include "core/plan/rules.h"
#include "core/schedule/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace core {

template <>
std::span<const std::pair<OpKind, std::string_view>> enumNames<OpKind>() {
    static constexpr std::array<std::pair<OpKind, std::string_view>, 4> names{{
        {OpKind::Forward, "F"},
        {OpKind::Backward, "B"},
        {OpKind::InputGradient, "I"},
        {OpKind::WeightGradient, "W"},
    }};
    return names;
}

template <>
std::span<const std::pair<SpanKind, std::string_view>> enumNames<SpanKind>() {
    static constexpr std::array<std::pair<SpanKind, std::string_view>, 6> names{{
        {SpanKind::Forward, "forward"},
        {SpanKind::Backward, "backward"},
        {SpanKind::InputGradient, "input-gradient"},
        {SpanKind::WeightGradient, "weight-gradient"},
        {SpanKind::Communication, "communication"},
        {SpanKind::Optimizer, "optimizer"},
    }};
    return names;
}

SpanKind spanKind(OpKind kind) {
    switch (kind) {
    case OpKind::Forward:
        return SpanKind::Forward;
    case OpKind::Backward:
        return SpanKind::Backward;
    case OpKind::InputGradient:
        return SpanKind::InputGradient;
    case OpKind::WeightGradient:
        break;
    }
    return SpanKind::WeightGradient;
}

std::string Op::toText() const {
    return fmt::format("{}{}{}", stage.value, core::toText(kind), microBatch.value);
}

namespace {

Problem plannedOnly(ScheduleKind kind) {
    std::string runnable;
    for (const ScheduleRow& row : scheduleRows())
        runnable += (runnable.empty() ? "" : ", ") + std::string(toText(row.kind));
    return {.code = "schedule.planned-only",
            .where = "/schedule",
            .params = {{"schedule", std::string(toText(kind))}, {"nearest", runnable}},
            .fix = "fix.schedule.planned-only"};
}

Problems shapeProblems(const Schedule& schedule) {
    Problems problems;
    const auto positive = [&](int n, const char* what, const char* where) {
        if (n < 1)
            problems.push_back({.code = "schedule.positive",
                                .where = where,
                                .params = {{"quantity", what}, {"value", std::to_string(n)}},
                                .fix = "fix.schedule.positive"});
    };
    positive(schedule.stages, "stages", "--stages");
    positive(schedule.microBatches, "micro-batches", "--micro-batches");
    if (!problems.empty()) return problems;

    const int m = schedule.microBatches, p = schedule.stages;
    std::map<std::string, std::string> params{{"schedule", std::string(toText(schedule.kind))},
                                              {"chunks", std::to_string(schedule.chunks)},
                                              {"pp", std::to_string(p)},
                                              {"micro_batches", std::to_string(m)}};
    const ChunkRange allowed = chunksOf(schedule.kind);
    if (schedule.chunks < allowed.least || schedule.chunks > allowed.most) {
        params["nearest"] = std::to_string(std::clamp(schedule.chunks, allowed.least, allowed.most));
        problems.push_back({.code = "schedule.chunks",
                            .where = "--chunks",
                            .params = params,
                            .fix = "fix.schedule.chunks-flag"});
    } else if (schedule.kind == ScheduleKind::Interleaved && m % p != 0) {
        params["nearest"] = std::to_string((m / p + 1) * p);
        problems.push_back({.code = "schedule.interleaved-multiple",
                            .where = "--micro-batches",
                            .params = params,
                            .fix = "fix.schedule.micro-batches"});
    }
    return problems;
}

}  // namespace

Result<Schedule> buildSchedule(ScheduleKind kind, int stages, int microBatches, int chunks) {
    if (kind == ScheduleKind::Table)
        return refuse(
            {.code = "schedule.no-table", .where = "/schedule_table", .fix = "fix.schedule.no-table"});
    const ScheduleRow* row = findSchedule(kind);
    if (!row) return refuse(plannedOnly(kind));
    Schedule schedule{kind, stages, microBatches, chunks, {}};
    if (Problems problems = shapeProblems(schedule); !problems.empty())
        return tl::make_unexpected(std::move(problems));
    schedule.ranks.resize(std::size_t(stages));
    for (auto& ops : schedule.ranks) ops.reserve(3 * std::size_t(microBatches) * std::size_t(chunks));
    row->generate(schedule);
    return schedule;
}

std::optional<Stage> Schedule::receiverOf(const Op& op) const {
    if (op.kind == OpKind::WeightGradient) return std::nullopt;
    const int to = op.stage.value + (op.kind == OpKind::Forward ? 1 : -1);
    return to < 0 || to > lastStage() ? std::nullopt : std::optional(Stage(to));
}

bool sumsInOrder(const Schedule& schedule) {
    std::vector<int> next(std::size_t(schedule.lastStage()) + 1);
    for (const auto& ops : schedule.ranks)
        for (const Op& op : ops) {
            if (op.kind != OpKind::Backward && op.kind != OpKind::WeightGradient) continue;
            if (op.microBatch.value != next[std::size_t(op.stage.value)]++) return false;
        }
    return true;
}

std::vector<int> peakInFlight(const Schedule& schedule) {
    std::vector<int> peaks;
    for (const auto& ops : schedule.ranks) {
        int held = 0, peak = 0;
        for (const Op& op : ops) {
            if (op.kind == OpKind::Forward) peak = std::max(peak, ++held);
            if (op.kind == OpKind::Backward || op.kind == OpKind::WeightGradient) --held;
        }
        peaks.push_back(peak);
    }
    return peaks;
}

}  // namespace core
