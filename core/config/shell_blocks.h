// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where commands and blocks of a script begin and end, over its tokens.
#pragma once

#include "core/config/shell_tokens.h"

#include <initializer_list>
#include <span>
#include <string_view>

namespace core {

class ShellBlocks {
public:
    explicit ShellBlocks(std::span<const ShellToken> tokens)
        : m_tokens(tokens) {}

    [[nodiscard]] bool isWord(std::size_t i, std::string_view raw) const;
    [[nodiscard]] bool isOperator(std::size_t i, std::string_view raw) const;
    // A line end, or an operator between commands.
    [[nodiscard]] bool separates(std::size_t i) const;
    // The first of `words` at the level of the block that begins at `i`; `end` without one.
    [[nodiscard]] std::size_t find(std::size_t i, std::size_t end, std::initializer_list<std::string_view> words) const;
    [[nodiscard]] std::size_t operatorFrom(std::size_t i, std::size_t end, std::string_view raw) const;

private:
    // Words that open or close a block stand first in a command, or behind one that may be followed by a command.
    [[nodiscard]] bool atCommand(std::size_t i, std::size_t begin) const;
    std::span<const ShellToken> m_tokens;
};

}  // namespace core
