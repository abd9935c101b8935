// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What [ … ] and case decide.
#pragma once

#include "core/config/shell_text.h"

#include <optional>
#include <span>
#include <string_view>

namespace core {

// The words between the brackets; nothing where files, commands or unknown values decide.
[[nodiscard]] std::optional<bool> shellCondition(std::span<const ShellText> words);
// * and ? of a pattern.
[[nodiscard]] bool shellPatternMatches(std::string_view pattern, std::string_view text);

}  // namespace core
