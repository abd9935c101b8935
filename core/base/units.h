// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Strong units. A Quantity holds one number of one unit; only quantities of the same unit add and compare.
// Units: Bytes (integer), Flops, Seconds, Tokens (integer). GiB is 2^30 bytes, GB is 10^9.
#pragma once

#include <compare>
#include <cstdint>

namespace core {

template <class Unit, class Number>
class Quantity {
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(Number value) : m_value(value) {}
    [[nodiscard]] constexpr Number value() const { return m_value; }

    constexpr auto operator<=>(const Quantity&) const = default;
    constexpr Quantity& operator+=(Quantity other) { m_value += other.m_value; return *this; }
    constexpr Quantity& operator-=(Quantity other) { m_value -= other.m_value; return *this; }
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.m_value + b.m_value); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.m_value - b.m_value); }
    friend constexpr Quantity operator*(Quantity a, Number factor) { return Quantity(a.m_value * factor); }
    friend constexpr Quantity operator*(Number factor, Quantity a) { return Quantity(a.m_value * factor); }
    friend constexpr Quantity operator/(Quantity a, Number divisor) { return Quantity(a.m_value / divisor); }
    friend constexpr double operator/(Quantity a, Quantity b) { return double(a.m_value) / double(b.m_value); }

private:
    Number m_value{};
};

using Bytes = Quantity<struct BytesUnit, std::int64_t>;
using Tokens = Quantity<struct TokensUnit, std::int64_t>;
using Flops = Quantity<struct FlopsUnit, double>;
using Seconds = Quantity<struct SecondsUnit, double>;

inline constexpr std::int64_t kMiB = std::int64_t{1} << 20;
inline constexpr std::int64_t kGiB = std::int64_t{1} << 30;

constexpr Bytes mebibytes(double n) { return Bytes(std::int64_t(n * double(kMiB))); }
constexpr Bytes gibibytes(double n) { return Bytes(std::int64_t(n * double(kGiB))); }
constexpr double toMiB(Bytes b) { return double(b.value()) / double(kMiB); }
constexpr double toGiB(Bytes b) { return double(b.value()) / double(kGiB); }

}  // namespace core
