// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The registry of pipeline schedules: a new schedule is its own file plus one row here.
// A row without a generator is planned only: it is known by name and refused.
#pragma once

#include "core/schedule/schedule.h"

#include <span>

namespace core {

struct ScheduleRow {
    ScheduleKind kind{};
    // Fills schedule.ranks for schedule.stages, microBatches and chunks; null = planned only.
    void (*generate)(Schedule& schedule) = nullptr;
    // Without the table, where there is a short way; null = build it. Micro-batches held at their most by
    // pipeline rank r; equals peakInFlight().
    int (*peak)(int stages, int microBatches, int rank) = nullptr;
    // Time to the last op; equals replay().makespan to the bit.
    Seconds (*makespan)(int stages, int microBatches, const ReplayCosts& costs) = nullptr;
};

[[nodiscard]] std::span<const ScheduleRow> scheduleRows();
[[nodiscard]] const ScheduleRow* findSchedule(ScheduleKind kind);  // null = planned only

}  // namespace core
