// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole-number arithmetic of $(( )): + - * / % **, brackets, comparisons, names with or without $.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace core {

using ShellNumber = std::optional<std::int64_t>;

// Nothing for what is not understood, overflows, divides by zero, or needs a name that `valueOf` does not know.
[[nodiscard]] ShellNumber shellArithmetic(std::string_view text,
                                          const std::function<ShellNumber(std::string_view)>& valueOf);

}  // namespace core
