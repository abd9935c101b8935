// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// CRC-32C (Castagnoli; RFC 3720, appendix B.4): finds every burst of up to 32 damaged bits and misses one in
// 4·10⁹ of other damage. Against accidents, not against forgers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace core {

class Crc32c {
public:
    void add(std::span<const std::byte> bytes);
    void add(std::string_view bytes) { add(std::as_bytes(std::span(bytes))); }
    [[nodiscard]] std::uint32_t value() const { return ~m_state; }

private:
    std::uint32_t m_state = ~std::uint32_t{0};
};

[[nodiscard]] std::uint32_t crc32c(std::span<const std::byte> bytes);
[[nodiscard]] std::uint32_t crc32c(std::string_view bytes);
[[nodiscard]] std::string toHex(std::uint32_t checksum);  // eight digits

}  // namespace core
