// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of the schedule registry.
#include "core/schedule/registry.h"

#include "core/schedule/gpipe.h"
#include "core/schedule/interleaved.h"
#include "core/schedule/looped_bfs.h"
#include "core/schedule/one_f_one_b.h"
#include "core/schedule/zb_h1.h"

#include <array>

namespace core {

std::span<const ScheduleRow> scheduleRows() {
    static constexpr std::array rows{
        ScheduleRow{ScheduleKind::GPipe, gpipe::generate, gpipe::peak, gpipe::makespan},
        ScheduleRow{ScheduleKind::OneFOneB, oneFOneB::generate, oneFOneB::peak, oneFOneB::makespan},
        ScheduleRow{ScheduleKind::Interleaved, interleaved::generate},
        ScheduleRow{ScheduleKind::LoopedBfs, loopedBfs::generate},
        ScheduleRow{ScheduleKind::ZbH1, zbH1::generate},
    };
    return rows;
}

const ScheduleRow* findSchedule(ScheduleKind kind) {
    for (const ScheduleRow& row : scheduleRows())
        if (row.kind == kind) return &row;
    return nullptr;
}

}  // namespace core
