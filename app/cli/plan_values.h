// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// --set POINTER=VALUE: writes any value of a plan file, also those that have no flag of their own.
#pragma once

#include "core/base/result.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace app {

// The plan as if each VALUE stood at its JSON pointer in the file, in their order. VALUE is JSON, or else a text as it
// stands; null takes the value out, so that the default holds. Nothing else follows: cards and dp stay as they are.
// Refused, with "--set POINTER" as the place: what a plan file would be refused for.
[[nodiscard]] core::Result<core::Plan> withValues(core::Plan plan, const std::vector<std::string>& assignments);

}  // namespace app
