// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/suggest_words.h"

#include "core/base/suggest.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace core {

namespace {

bool begins(std::string_view text, std::string_view with) {
    const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    return text.size() >= with.size() && std::equal(with.begin(), with.end(), text.begin(), same);
}

}  // namespace

std::optional<std::string> nearestWords(std::string_view word, std::span<const std::string> candidates) {
    constexpr std::size_t kMost = 6;
    std::vector<std::string> begun;
    for (const std::string& candidate : candidates)
        if (word.size() >= 2 && begins(candidate, word)) begun.push_back(candidate);
    if (begun.empty() || begun.size() > kMost) return nearestWord(word, candidates);
    return joinedByOr(begun);
}

}  // namespace core
