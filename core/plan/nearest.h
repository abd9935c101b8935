// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The values near a refused one that would be accepted.
#pragma once

#include "core/base/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace core {

inline constexpr std::int64_t kSearchReach = std::int64_t{1} << 20;  // no remedy is looked for farther away

// The first `most` divisors of n ≥ 1 in rising order.
[[nodiscard]] inline std::vector<std::int64_t> firstDivisors(std::int64_t n, std::size_t most) {
    std::vector<std::int64_t> divisors;
    for (std::int64_t d = 1; d <= std::min(n, kSearchReach) && divisors.size() < most; ++d)
        if (n % d == 0) divisors.push_back(d);
    return divisors;
}

// "4 or 8": the greatest accepted value below and the least above `value`, searched within 1..most.
template <class Accepts>
[[nodiscard]] std::string nearestAccepted(std::int64_t value, std::int64_t most, Accepts accepts) {
    std::vector<std::string> words;
    const std::int64_t start = std::min(value - 1, most);
    for (std::int64_t v = start; v >= std::max<std::int64_t>(1, start - kSearchReach); --v) {
        if (!accepts(v)) continue;
        words.push_back(fmt::to_string(v));
        break;
    }
    for (std::int64_t v = std::max<std::int64_t>(value + 1, 1); v <= std::min(most, value + kSearchReach);
         ++v) {
        if (!accepts(v)) continue;
        words.push_back(fmt::to_string(v));
        break;
    }
    return joinedByOr(words);
}

}  // namespace core
