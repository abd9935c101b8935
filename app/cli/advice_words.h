// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Advice on a plan, as JSON and as lines.
#pragma once

#include "app/cli/answer.h"
#include "core/planner/advice_rules.h"

#include <vector>

namespace app {

// "--tp 4 --dp 8": the flags that lead from one plan to the other; empty where no flag does.
[[nodiscard]] std::string flagsBetween(const core::Plan& from, const core::Plan& to);
[[nodiscard]] Json adviceJson(const core::Plan& plan, const std::vector<core::Advice>& advice);
[[nodiscard]] std::string adviceText(const core::Plan& plan, const std::vector<core::Advice>& advice);

}  // namespace app
