// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A snapshot in the form that `estimate` promises: plan, layout, memory, time and run; null where problems
// leave them undefined.
#pragma once

#include "app/cli/answer.h"
#include "app/cli/plan_flags.h"
#include "core/evaluate.h"

namespace app {

[[nodiscard]] Json layoutJson(const core::LayoutSpec& layout);
// Where dp could not be settled: null, and the cards as they were given.
[[nodiscard]] Json layoutJson(const FlaggedPlan& flagged);
[[nodiscard]] Json snapshotJson(const core::Snapshot& snapshot);

}  // namespace app
