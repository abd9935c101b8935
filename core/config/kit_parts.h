// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of a launch kit, one file each: what the target refuses, the arguments, the ds_config, the comments.
#pragma once

#include "core/config/launch_kit.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core {

// Errors, and warnings about what will differ. `framework` is Megatron or DeepSpeed.
[[nodiscard]] Problems kitProblems(const Plan& plan, Framework framework);
// The first error about one of these fields, by pointer; a search asks for every layout.
[[nodiscard]] std::optional<Problem> kitError(const Plan& plan, Framework framework, std::span<const std::string_view> places);

// One entry per argument: its name and its values, not quoted yet.
using KitArguments = std::vector<std::pair<std::string, std::vector<std::string>>>;
[[nodiscard]] KitArguments kitArguments(const Plan& plan, Framework framework);
[[nodiscard]] KitArguments kitModelArguments(const Plan& plan, Framework framework);
// Whether Megatron-LM's arguments leave nothing of the model's shape out.
[[nodiscard]] bool megatronSaysAll(const Plan& plan);

[[nodiscard]] std::string kitDsConfig(const Plan& plan);

// Lines of comment, each with its "# " and newline: origin, predictions, batch arithmetic.
[[nodiscard]] std::string kitHeader(const Plan& plan, Framework framework);
// "# shardscope: POINTER JSON" for every field in which `imported` is not `plan`.
[[nodiscard]] std::string kitRemarks(const Plan& plan, const Plan& imported);

// For a shell: in single quotes unless nothing in it means anything to one.
[[nodiscard]] std::string shellQuoted(std::string_view text);
// The shortest text that reads back as the same number.
[[nodiscard]] std::string exactNumber(double value);

}  // namespace core
