// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A model so small that a few updates take well under a second on virtual cards, cut in any way: 4 GPT layers of width 16, four
// heads, sequences of 8 tokens out of 64, fp32. Parity checks and the bug hunt start from it.
#pragma once

#include "core/plan/plan.h"

namespace core {

// One node with a card for every rank; the batch and the number of updates are the caller's.
[[nodiscard]] Plan toyPlan(int tp, int pp, int dp, int zeroStage, ScheduleKind schedule);

}  // namespace core
