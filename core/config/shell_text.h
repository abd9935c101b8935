// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text that remembers where each part of it stood in its file, so that a word put together from variables still has a
// line and a column, and whether a part of it cannot be known without running the script.
#pragma once

#include "core/base/json_text.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core {

class ShellText {
public:
    ShellText() = default;
    ShellText(std::string_view text, TextPosition at);

    void append(char c, TextPosition at);
    void append(std::string_view text, TextPosition at);  // one place for all of it
    void append(const ShellText& other);
    void markUnknown() { m_unknown = true; }

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] bool unknown() const { return m_unknown; }
    [[nodiscard]] TextPosition at(std::size_t offset = 0) const;
    // The words between blanks; all of them unknown where the whole is.
    [[nodiscard]] std::vector<ShellText> split() const;

private:
    std::string m_text;
    std::vector<std::pair<std::size_t, TextPosition>> m_marks;  // offset → place, where a run of characters begins
    bool m_unknown = false;
};

}  // namespace core
