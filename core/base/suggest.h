// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Did you mean": the known word nearest to a mistyped one, and short lists in sentences.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// Insertions, deletions, substitutions and swaps of neighbours, each costing 1 (optimal string alignment).
[[nodiscard]] int editDistance(std::string_view a, std::string_view b);

// The candidate that differs in punctuation alone, else the nearest within a third of the word's length (at least 1); none
// when all are farther away.
[[nodiscard]] std::optional<std::string> nearestWord(std::string_view word,
                                                     std::span<const std::string> candidates);

// "4", "4 or 8", "2, 4 or 8"
[[nodiscard]] std::string joinedByOr(std::span<const std::string> words);
[[nodiscard]] std::string joinedByAnd(std::span<const std::string> words);

}  // namespace core
