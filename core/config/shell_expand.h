// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quotes, variables, arrays, defaults and whole-number arithmetic of bash. What only a run would tell (commands in $( ),
// variables that nobody sets) stays as written and is marked unknown.
#pragma once

#include "core/config/shell_text.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct ShellVariable {
    std::vector<ShellText> elements;  // one of a scalar
    bool isArray = false;
};

using ShellVariables = std::map<std::string, ShellVariable, std::less<>>;

// What an unset variable becomes: itself, unknown, or in tests nothing, as in bash.
enum class Unset { Unknown, Empty };

class ShellExpander {
public:
    // Both must outlive it. `bytesLeft` falls with every character put out; at 0 nothing more comes.
    ShellExpander(ShellVariables& variables, std::int64_t& bytesLeft)
        : m_variables(variables)
        , m_bytesLeft(bytesLeft) {}

    // The words that a word of the script becomes: none, one or several.
    [[nodiscard]] std::vector<ShellText> words(std::string_view raw, TextPosition at, Unset unset = Unset::Unknown);
    // Without splitting, as on the right of an assignment.
    [[nodiscard]] ShellText single(std::string_view raw, TextPosition at, Unset unset = Unset::Unknown);
    // Of a here-document that expands: quotes are characters.
    [[nodiscard]] ShellText document(std::string_view body, TextPosition at);
    // Names stand for their values, 0 where unset; nothing for what is no whole number or divides by zero.
    [[nodiscard]] std::optional<std::int64_t> arithmetic(std::string_view text, int depth = 0);

private:
    friend class ShellWordExpansion;
    ShellVariables& m_variables;
    std::int64_t& m_bytesLeft;
};

}  // namespace core
