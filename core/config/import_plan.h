// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Foreign configuration → plan. What the files say is taken, what only a "# shardscope:" remark says too; the rest keeps
// the plan's defaults. Files without a dimension that a plan needs are refused.
#pragma once

#include "core/config/check.h"
#include "core/plan/plan.h"

#include <nlohmann/json_fwd.hpp>

namespace core {

struct ImportOptions {
    CheckOptions check;
    const ModelSpec* model = nullptr;  // where no file describes one
};

struct ImportedPlan {
    Plan plan;
    Problems problems;  // of check, and what was assumed
};

// Errors: nothing could be made of the files. Rules that a configuration breaks are problems of a plan that was made.
[[nodiscard]] Result<ImportedPlan> importPlan(const std::vector<ConfigFile>& files, const ImportOptions& options);

// The plan without its remarks: what the target's own words express.
[[nodiscard]] Result<Plan> planFromJob(const Job& job, const ResolvedConfig& resolved, const ModelSpec* model,
                                       Problems& problems);

// The plan as JSON with every dimension of its model, preset or not: what remarks point into.
[[nodiscard]] nlohmann::ordered_json fullPlanJson(const Plan& plan);

}  // namespace core
