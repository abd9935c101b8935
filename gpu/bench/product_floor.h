// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast a training step could be if nothing but its matrix products took time: the roofline of the
// training benchmark.
#pragma once

#include "core/plan/plan.h"

namespace gpu {

struct ProductFloor {
    double seconds = 0;         // of one step on one rank
    double flopsPerSecond = 0;  // reached by the products of the linear layers
};

// Times the products of one micro-batch's linear layers (forward, input and weight gradients) at their own
// sizes, each as often as `rounds` says, the best counted; scores and values of attention, of which the
// causal mask needs half, are charged at the rate of those. fp32, `plan.run.threadsPerRank` threads; `plan`
// is on one rank.
[[nodiscard]] ProductFloor measureProductFloor(const core::Plan& plan, int rounds);

}  // namespace gpu
