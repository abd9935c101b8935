// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Philox4x32-10 (Salmon et al. 2011): a counter-based generator. Equal counters and keys give equal words
// anywhere, so a number belongs to an element, not to the order of drawing.
#pragma once

#include <array>
#include <cstdint>

namespace gpu {

using PhiloxWords = std::array<std::uint32_t, 4>;

[[nodiscard]] constexpr PhiloxWords philox(PhiloxWords counter, std::uint64_t key) {
    std::uint32_t key0 = std::uint32_t(key), key1 = std::uint32_t(key >> 32);
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = std::uint64_t{0xD2511F53u} * counter[0];
        const std::uint64_t product1 = std::uint64_t{0xCD9E8D57u} * counter[2];
        counter = {std::uint32_t(product1 >> 32) ^ counter[1] ^ key0, std::uint32_t(product1),
                   std::uint32_t(product0 >> 32) ^ counter[3] ^ key1, std::uint32_t(product0)};
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return counter;
}

}  // namespace gpu
