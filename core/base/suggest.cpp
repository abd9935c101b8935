// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Optimal string alignment over three rows of the distance table.
#include "core/base/suggest.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace core {

namespace {

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = char(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

std::string lettersAndDigits(std::string_view text) {
    std::string bare(text);
    std::erase_if(bare, [](unsigned char c) { return std::ispunct(c) != 0; });
    return bare;
}

std::string joined(std::span<const std::string> words, const char* last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? last : ", ";
        text += words[i];
    }
    return text;
}

}  // namespace

int editDistance(std::string_view a, std::string_view b) {
    std::vector<int> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
    std::iota(last.begin(), last.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = int(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, now);
    }
    return last[b.size()];
}

std::optional<std::string> nearestWord(std::string_view word, std::span<const std::string> candidates) {
    const std::string wanted = lowerCase(word), bare = lettersAndDigits(wanted);
    int best = std::max(1, int(word.size()) / 3) + 1;
    std::optional<std::string> nearest;
    for (const std::string& candidate : candidates) {
        const std::string known = lowerCase(candidate);
        if (!bare.empty() && lettersAndDigits(known) == bare) return candidate;  // llama2-7b is llama-2-7b
        const int distance = editDistance(wanted, known);
        if (distance >= best) continue;
        best = distance;
        nearest = candidate;
    }
    return nearest;
}

std::string joinedByOr(std::span<const std::string> words) { return joined(words, " or "); }

std::string joinedByAnd(std::span<const std::string> words) { return joined(words, " and "); }

}  // namespace core
