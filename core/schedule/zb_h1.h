// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ZB-H1 (Qi et al. 2024): the weight gradient W is apart from the input gradient I and fills what was a
// bubble, with the memory of 1F1B's first rank on every rank: p micro-batches, held from F to W. Rank r:
// p−r−1 F; r × (F, I); then (F, I, W)*, (I, W)*, W*. Makespan of equal stages m(F+I+W) + (p−1)(F+I−W).
#pragma once

#include "core/schedule/schedule.h"

namespace core::zbH1 {

void generate(Schedule& schedule);

}  // namespace core::zbH1
