// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/shell_condition.h"

#include <charconv>
#include <cstdint>

namespace core {

namespace {

std::optional<std::int64_t> numberOf(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<bool> compared(const ShellText& left, std::string_view sign, const ShellText& right) {
    if (left.unknown() || right.unknown()) return std::nullopt;
    if (sign == "=" || sign == "==") return shellPatternMatches(right.text(), left.text());
    if (sign == "!=") return !shellPatternMatches(right.text(), left.text());
    const auto a = numberOf(left.text()), b = numberOf(right.text());
    if (!a || !b) return std::nullopt;
    if (sign == "-eq") return *a == *b;
    if (sign == "-ne") return *a != *b;
    if (sign == "-lt" || sign == "<") return *a < *b;
    if (sign == "-le") return *a <= *b;
    if (sign == "-gt" || sign == ">") return *a > *b;
    if (sign == "-ge") return *a >= *b;
    return std::nullopt;
}

std::optional<bool> single(std::span<const ShellText> words) {
    if (words.empty()) return false;
    if (words.front().text() == "!") {
        const auto rest = single(words.subspan(1));
        return rest ? std::optional(!*rest) : std::nullopt;
    }
    if (words.size() == 1) return words[0].unknown() ? std::nullopt : std::optional(!words[0].text().empty());
    if (words.size() == 2 && (words[0].text() == "-z" || words[0].text() == "-n")) {
        if (words[1].unknown()) return std::nullopt;
        return words[1].text().empty() == (words[0].text() == "-z");
    }
    if (words.size() == 3) return compared(words[0], words[1].text(), words[2]);
    return std::nullopt;
}

}  // namespace

std::optional<bool> shellCondition(std::span<const ShellText> words) {
    std::optional<bool> result;
    std::string_view join;
    for (std::size_t begin = 0; begin <= words.size();) {
        std::size_t end = begin;
        const auto joins = [&] {
            const std::string& text = words[end].text();
            return text == "-a" || text == "-o" || text == "&&" || text == "||";
        };
        while (end < words.size() && !joins()) ++end;
        const std::optional<bool> part = single(words.subspan(begin, end - begin));
        if (join.empty())
            result = part;
        else if (!result || !part)
            result = std::nullopt;
        else
            result = join == "-a" || join == "&&" ? *result && *part : *result || *part;
        if (end >= words.size()) break;
        join = words[end].text();
        begin = end + 1;
    }
    return result;
}

bool shellPatternMatches(std::string_view pattern, std::string_view text) {
    std::size_t p = 0, t = 0, star = pattern.npos, mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (star != pattern.npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

}  // namespace core
