// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plan ↔ JSON text (*.shardscope.json, version 1). Unknown keys are refused with a suggestion; errors carry
// FILE:LINE:COLUMN (/json/pointer).
#pragma once

#include "core/base/result.h"
#include "core/plan/plan.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace core {

[[nodiscard]] Result<Plan> planFromText(std::string_view json, std::string_view fileName);
[[nodiscard]] std::string planToText(const Plan& plan);
[[nodiscard]] nlohmann::ordered_json planToJson(const Plan& plan);
[[nodiscard]] Result<Plan> loadPlan(const std::filesystem::path& file);
// A plan that nobody has named takes the name of the file it is saved to, without its endings.
[[nodiscard]] Plan namedAfter(Plan plan, const std::filesystem::path& file);
// Written to a temporary name, synced, renamed: the old file is whole until the new one is.
[[nodiscard]] Result<void> savePlan(const Plan& plan, const std::filesystem::path& file);
// Problems of validate() name JSON pointers; this puts FILE:LINE:COLUMN (pointer) of the plan's text in their place.
[[nodiscard]] Problems placedInText(Problems problems, std::string_view text, std::string_view fileName);

}  // namespace core
