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
[[nodiscard]] QString nameOf(core::ScheduleKind kind);  // "1F1B", "GPipe"
[[nodiscard]] std::optional<int> stageOfRank(const core::Snapshot& snapshot, int rank);

}  // namespace ui
