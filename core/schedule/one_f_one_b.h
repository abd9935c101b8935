// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One forward, one backward (PipeDream-Flush, Narayanan et al. 2021): rank r warms up with min(p−r, m)
// forward passes, then alternates, then drains. Bubble (p−1)/(m+p−1) as GPipe, but rank r holds only min(p−r,
// m) micro-batches.
#pragma once

#include "core/schedule/schedule.h"

namespace core::oneFOneB {

void generate(Schedule& schedule);
[[nodiscard]] int peak(int stages, int microBatches, int rank);
[[nodiscard]] Seconds makespan(int stages, int microBatches, const ReplayCosts& costs);

}  // namespace core::oneFOneB
