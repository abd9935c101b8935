// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ways to make a plan fit, as the flags that bring them about, and as JSON and text.
#pragma once

#include "app/cli/answer.h"
#include "core/planner/advice.h"

#include <string>
#include <vector>

namespace app {

// "--attention flash --sequence-parallel"
[[nodiscard]] std::string flagsOf(const core::FitAdvice& way);
// [{change, flags, plan, memory_bytes, step_ratio}]; change is "flash-attention+sequence-parallel"
[[nodiscard]] Json fixesJson(const std::vector<core::FitAdvice>& ways);
// Heading and table; a sentence where there is no way.
[[nodiscard]] std::string fixesText(const std::vector<core::FitAdvice>& ways);

}  // namespace app
