// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Virtual cards live in the memory of this machine: what a run of a plan takes of it, and what is free. A run
// that does not fit is refused before it starts, for otherwise the system would end it, or something else, at
// random.
#pragma once

#include "core/base/units.h"
#include "core/plan/plan.h"

namespace app {

// What this process may still take: MemAvailable, or less where its control group is capped.
[[nodiscard]] core::Bytes freeHostMemory();

// Σ over ranks of the predicted peak, at most what a card may hold. `plan` must be valid.
[[nodiscard]] core::Bytes memoryOfCards(core::Plan plan);
// Of a parity check: the one-rank run or the layout, whichever is larger, beside the states kept to compare
// with.
[[nodiscard]] core::Bytes memoryOfParity(const core::Plan& plan);

}  // namespace app
