// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a plan's schedule runs weight gradients apart from input gradients.
#pragma once

#include "core/plan/plan.h"

#include <algorithm>

namespace core {

[[nodiscard]] inline bool splitsBackward(const Plan& plan) {
    switch (plan.schedule) {
    case ScheduleKind::GPipe:
    case ScheduleKind::OneFOneB:
    case ScheduleKind::Interleaved:
    case ScheduleKind::LoopedBfs:
        return false;
    case ScheduleKind::ZbH1:
    case ScheduleKind::ZbH2:
    case ScheduleKind::ZbV:
    case ScheduleKind::DualPipe:
    case ScheduleKind::DualPipeV:
        return true;
    case ScheduleKind::Table:
        break;
    }
    return std::ranges::any_of(plan.scheduleTable,
                               [](const std::string& ops) { return ops.find('W') != std::string::npos; });
}

}  // namespace core
