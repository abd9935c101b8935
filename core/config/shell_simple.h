// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A command without blocks: its words as they are written, and where its output goes.
#pragma once

#include "core/config/shell_tokens.h"

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace core {

struct ShellSimple {
    std::vector<std::pair<std::string_view, TextPosition>> words;  // raw
    std::optional<std::size_t> target;    // index of the token behind >
    std::optional<std::size_t> document;  // index of the here-document
};

// `first` is the index of the first of `tokens` in the whole script.
[[nodiscard]] ShellSimple shellSimple(std::span<const ShellToken> tokens, std::size_t first);

// Length of NAME in NAME=… and NAME+=…; 0 for other words.
[[nodiscard]] std::size_t assignedLength(std::string_view raw);

}  // namespace core
