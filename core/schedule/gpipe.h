// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GPipe (Huang et al. 2019): every rank runs all forward passes, then all backward passes.
// Bubble (p−1)/(m+p−1); each rank holds all m micro-batches at its peak.
#pragma once

#include "core/schedule/schedule.h"

namespace core::gpipe {

void generate(Schedule& schedule);
[[nodiscard]] int peak(int stages, int microBatches, int rank);
[[nodiscard]] Seconds makespan(int stages, int microBatches, const ReplayCosts& costs);

}  // namespace core::gpipe
