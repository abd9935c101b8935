// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/shell_text.h"

#include <algorithm>

namespace core {

ShellText::ShellText(std::string_view text, TextPosition at) { append(text, at); }

void ShellText::append(char c, TextPosition at) {
    const bool runsOn = !m_marks.empty() && m_marks.back().second.line == at.line &&
                        m_marks.back().second.column + int(m_text.size() - m_marks.back().first) == at.column;
    if (!runsOn) m_marks.emplace_back(m_text.size(), at);
    m_text += c;
}

void ShellText::append(std::string_view text, TextPosition at) {
    if (text.empty()) return;
    m_marks.emplace_back(m_text.size(), at);
    m_text += text;
}

void ShellText::append(const ShellText& other) {
    for (const auto& [offset, at] : other.m_marks) m_marks.emplace_back(m_text.size() + offset, at);
    m_text += other.m_text;
    m_unknown = m_unknown || other.m_unknown;
}

TextPosition ShellText::at(std::size_t offset) const {
    const auto after = std::ranges::upper_bound(m_marks, offset, {}, [](const auto& mark) { return mark.first; });
    if (after == m_marks.begin()) return {};
    const auto& [begin, place] = *std::prev(after);
    return {place.line, place.column + int(offset - begin)};
}

std::vector<ShellText> ShellText::split() const {
    constexpr std::string_view kBlanks = " \t\n\r";
    std::vector<ShellText> words;
    for (std::size_t begin = m_text.find_first_not_of(kBlanks); begin != m_text.npos;) {
        const std::size_t end = std::min(m_text.find_first_of(kBlanks, begin), m_text.size());
        ShellText word(std::string_view(m_text).substr(begin, end - begin), at(begin));
        word.m_unknown = m_unknown;
        words.push_back(std::move(word));
        begin = m_text.find_first_not_of(kBlanks, end);
    }
    return words;
}

}  // namespace core
