// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A trial of plans, before and after its runs, as JSON and as text.
#pragma once

#include "app/cli/answer.h"
#include "core/planner/trial.h"

#include <string>
#include <vector>

namespace app {

[[nodiscard]] Json trialJson(const std::vector<core::TrialCandidate>& candidates, const std::string& folder);
[[nodiscard]] std::string trialText(const std::vector<core::TrialCandidate>& candidates, const std::string& folder);
[[nodiscard]] Json rankingJson(const core::TrialRanking& ranking);
[[nodiscard]] std::string rankingText(const core::TrialRanking& ranking);

}  // namespace app
