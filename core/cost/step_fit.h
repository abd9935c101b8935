// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two constants that measured steps of one software on one kind of card determine: how fast its computing is against
// the time model (assumptions.efficiency), and how long its host takes to launch a kernel. Everything else stays what the
// accelerator says. Both are bounded, and both are drawn weakly to what is usual, so that a single step cannot send them
// far; the sum of |ln(predicted / measured)| is least.
#pragma once

#include "core/cost/step_timer.h"

#include <span>

namespace core {

struct MeasuredStep {
    StepTimer timer;
    Seconds seconds;
};

struct StepFit {
    double software = 1;       // 0.2 to 2
    double hostSeconds = 8e-6;  // 1 µs to 0.2 ms
    double meanError = 0;      // of the steps it was fitted to, |predicted / measured − 1|
};

// At least one step.
[[nodiscard]] StepFit fitSteps(std::span<const MeasuredStep> steps, const Efficiency& efficiency);
[[nodiscard]] double meanError(std::span<const MeasuredStep> steps, Efficiency efficiency, const StepFit& fit);

}  // namespace core
