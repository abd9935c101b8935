// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Did you mean" for a sentence: several words where the mistyped one is the beginning of several.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace core {

// The candidates that begin with the word ("h100-pcie or h100-sxm"), else the nearest one of nearestWord().
[[nodiscard]] std::optional<std::string> nearestWords(std::string_view word, std::span<const std::string> candidates);

}  // namespace core
