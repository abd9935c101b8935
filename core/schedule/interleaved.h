// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interleaved 1F1B (Narayanan et al. 2021): rank r holds the model chunks r, r+p, r+2p, …; micro-batches pass
// in groups of p through one chunk after the other. Warm-up 2(p−r−1) + (v−1)p forward passes, then one
// forward and one backward in turn. Makespan of equal stages (m + (p−1)/v)(F+B); p divides m.
#pragma once

#include "core/schedule/schedule.h"

namespace core::interleaved {

void generate(Schedule& schedule);

}  // namespace core::interleaved
