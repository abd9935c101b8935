// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pieces of a line of a foreign training log: numbers as people and formats write them, "name: value" pairs, and the
// colours, prefixes and time stamps around them. No allocation but in cleaned().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core {

inline constexpr std::size_t kMaxLogLine = std::size_t{1} << 20;

// Without ANSI escapes, and what a carriage return has overwritten. Points into `line`, or into `buffer`.
[[nodiscard]] std::string_view cleaned(std::string_view line, std::string& buffer);

[[nodiscard]] bool contains(std::string_view line, std::string_view token);
// Behind the first `token`; empty where there is none.
[[nodiscard]] std::string_view behind(std::string_view line, std::string_view token);
[[nodiscard]] std::string_view trimmed(std::string_view text);

// "1.25e-5", "5,762", "634K", "1.5M", "nan", "inf", blanks before it; a unit behind it is left alone.
[[nodiscard]] std::optional<double> numberAt(std::string_view text);
// Of the value behind a token; nothing where either is missing.
[[nodiscard]] std::optional<double> numberBehind(std::string_view line, std::string_view token);

}  // namespace core
