// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a kind to its op table, and the small texts of ops.
#include "core/schedule/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

Result<Schedule> buildSchedule(ScheduleKind kind, int stages, int microBatches, int chunks) {
    const ScheduleRow* row = findSchedule(kind);
    if (!row) {
        std::string runnable;
        for (const ScheduleRow& other : scheduleRows())
            runnable += (runnable.empty() ? "" : ", ") + std::string(toText(other.kind));
        return refuse({.code = "schedule.planned-only",
                       .where = "/schedule",
                       .params = {{"schedule", std::string(toText(kind))}, {"nearest", runnable}},
                       .fix = "fix.schedule.planned-only"});
    }
    const auto positive = [](int n, const char* what, const char* where) -> Problems {
        if (n >= 1) return {};
        return {Problem{.code = "schedule.positive",
                        .where = where,
                        .params = {{"quantity", what}, {"value", std::to_string(n)}},
                        .fix = "fix.schedule.positive"}};
    };
    if (auto p = positive(stages, "stages", "--stages"); !p.empty()) return tl::make_unexpected(p);
    if (auto p = positive(microBatches, "micro-batches", "--micro-batches"); !p.empty())
        return tl::make_unexpected(p);
    if (chunks != 1)
        return refuse({.code = "schedule.one-chunk",
                       .where = "--chunks",
                       .params = {{"schedule", std::string(toText(kind))}, {"value", std::to_string(chunks)}},
                       .fix = "fix.schedule.one-chunk"});
    Schedule schedule{kind, stages, microBatches, chunks, std::vector<std::vector<Op>>(std::size_t(stages))};
    for (auto& ops : schedule.ranks) ops.reserve(2 * std::size_t(microBatches));
    row->generate(schedule);
    return schedule;
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
