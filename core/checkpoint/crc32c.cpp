// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Eight bytes a step by eight tables ("slicing by 8", Kounavis & Berry 2005); table[k][b] is the checksum of
// byte b followed by k zero bytes.
#include "core/checkpoint/crc32c.h"

#include <fmt/format.h>

#include <array>

namespace core {

namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78u;  // reflected
constexpr std::size_t kSlices = 8;
using Tables = std::array<std::array<std::uint32_t, 256>, kSlices>;

constexpr Tables makeTables() {
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? kPolynomial : 0);
        tables[0][byte] = value;
    }
    for (std::size_t slice = 1; slice < kSlices; ++slice)
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t before = tables[slice - 1][byte];
            tables[slice][byte] = (before >> 8) ^ tables[0][before & 0xFF];
        }
    return tables;
}

constexpr Tables kTables = makeTables();

}  // namespace

void Crc32c::add(std::span<const std::byte> bytes) {
    std::uint32_t state = m_state;
    const auto at = [&](std::size_t i) { return std::uint32_t(bytes[i]); };
    while (bytes.size() >= kSlices) {
        const std::uint32_t low = state ^ (at(0) | at(1) << 8 | at(2) << 16 | at(3) << 24);
        state = kTables[7][low & 0xFF] ^ kTables[6][(low >> 8) & 0xFF] ^ kTables[5][(low >> 16) & 0xFF] ^
                kTables[4][low >> 24] ^ kTables[3][at(4)] ^ kTables[2][at(5)] ^ kTables[1][at(6)] ^
                kTables[0][at(7)];
        bytes = bytes.subspan(kSlices);
    }
    for (const std::byte byte : bytes)
        state = (state >> 8) ^ kTables[0][(state ^ std::uint32_t(byte)) & 0xFF];
    m_state = state;
}

std::uint32_t crc32c(std::span<const std::byte> bytes) {
    Crc32c sum;
    sum.add(bytes);
    return sum.value();
}

std::uint32_t crc32c(std::string_view bytes) { return crc32c(std::as_bytes(std::span(bytes))); }

std::string toHex(std::uint32_t checksum) { return fmt::format("{:08x}", checksum); }

}  // namespace core
