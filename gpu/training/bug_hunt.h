// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine's side of the bug hunt: trains the hunt's layout with its planted fault and, beside it, one sound rank, and
// reads the instruments. Losses and norms: two free runs from the same weights. Tensors: gradients of one batch at the
// same weights, those that one rank has after kReadAt updates. Copies: the weights that ranks hold twice, after the run; under
// ZeRO-3, where no rank keeps copies, those that it gathers, and beside them its own slice.
#pragma once

#include "core/lesson/activities/bug_hunt.h"
#include "gpu/training/job.h"
#include "gpu/training/rank_worker.h"

namespace gpu {

inline constexpr std::int64_t kReadAt = 6;

[[nodiscard]] Fault faultOf(core::Suspect suspect);
// Sequences that a small model can learn: counting in steps of one to three, modulo 64.
[[nodiscard]] SampleSource countingSamples(const core::Plan& plan);
// Without a fault the report shows what a sound layout looks like. Throws std::runtime_error if a rank fails.
[[nodiscard]] core::HuntReport runHunt(const core::Plan& plan, Fault fault);

}  // namespace gpu
