// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Facts about a plan in the words that several views share.
#pragma once

#include "core/evaluate.h"

#include <QString>

#include <optional>

namespace ui {

// "tiny-2x2x2, 3.26 M parameters, ZeRO-1, 1F1B, seed 1"
[[nodiscard]] QString planLine(const core::Snapshot& snapshot);
// "T4 P8 D2, ZeRO-1, micro 2, recompute selective"
[[nodiscard]] QString layoutWords(const core::Plan& plan);
[[nodiscard]] QString nameOf(core::Recompute recompute);    // "none", "selective", "full"
[[nodiscard]] QString nameOf(core::ScheduleKind kind);  // "1F1B", "GPipe"
// Whether the plan's step times are virtual time: each virtual card as if it had cores of its own.
[[nodiscard]] bool inVirtualTime(const core::Plan& plan);
// What bubble and idle mean, wherever they are shown; for tooltips.
[[nodiscard]] QString bubbleDefinition();
[[nodiscard]] QString idleDefinition();
[[nodiscard]] std::optional<int> stageOfRank(const core::Snapshot& snapshot, int rank);

}  // namespace ui
