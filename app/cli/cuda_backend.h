// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the ranks of a plan run, as its /run/backend says.
#pragma once

#include "core/plan/plan.h"
#include "gpu/training/backend.h"

#include <memory>

namespace app {

// Null = virtual cards, which "auto" means, too. Problems: why there are no CUDA cards.
[[nodiscard]] core::Result<std::shared_ptr<gpu::Backend>> openBackend(const core::Plan& plan);

// The plan as its cards run it: CUDA cards compute attention by tiles (core::engineLimits() warns of that).
[[nodiscard]] core::Plan asRun(core::Plan plan);

// Where CUDA graphs are asked for and the plan's passes cannot be recorded: why.
[[nodiscard]] core::Problems graphProblems(const core::Plan& plan);

}  // namespace app
