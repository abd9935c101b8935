// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/shell_blocks.h"

#include <algorithm>

namespace core {

using Kind = ShellToken::Kind;

bool ShellBlocks::isWord(std::size_t i, std::string_view raw) const {
    return m_tokens[i].kind == Kind::Word && m_tokens[i].raw == raw;
}

bool ShellBlocks::isOperator(std::size_t i, std::string_view raw) const {
    return m_tokens[i].kind == Kind::Operator && m_tokens[i].raw == raw;
}

bool ShellBlocks::separates(std::size_t i) const {
    static constexpr std::string_view kSigns[] = {";", "&", "&&", "||", "|", ";;", ";&", ";;&", "(", ")"};
    if (m_tokens[i].kind == Kind::LineEnd) return true;
    return m_tokens[i].kind == Kind::Operator && std::ranges::find(kSigns, m_tokens[i].raw) != std::end(kSigns);
}

bool ShellBlocks::atCommand(std::size_t i, std::size_t begin) const {
    static constexpr std::string_view kBefore[] = {"then",  "do",    "else", "elif", "if",
                                                   "while", "until", "{",    "!",    "time"};
    if (i == begin || separates(i - 1)) return true;
    return m_tokens[i - 1].kind == Kind::Word && std::ranges::find(kBefore, m_tokens[i - 1].raw) != std::end(kBefore);
}

std::size_t ShellBlocks::find(std::size_t i, std::size_t end, std::initializer_list<std::string_view> words) const {
    static constexpr std::string_view kOpen[] = {"if", "for", "while", "until", "case", "{"},
                                      kClose[] = {"fi", "done", "esac", "}"};
    int depth = 0;
    for (const std::size_t begin = i; i < end; ++i) {
        if (m_tokens[i].kind != Kind::Word || !atCommand(i, begin)) continue;
        const std::string_view raw = m_tokens[i].raw;
        if (depth == 0 && std::ranges::find(words, raw) != words.end()) return i;
        if (std::ranges::find(kOpen, raw) != std::end(kOpen)) ++depth;
        if (std::ranges::find(kClose, raw) != std::end(kClose)) --depth;
    }
    return end;
}

std::size_t ShellBlocks::operatorFrom(std::size_t i, std::size_t end, std::string_view raw) const {
    while (i < end && !isOperator(i, raw)) ++i;
    return i;
}

}  // namespace core
