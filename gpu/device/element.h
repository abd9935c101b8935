// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Storage types of numbers on a card. Sixteen bits are for storage only: arithmetic loads them into fp32,
// sums there and rounds once, to nearest even. No branch and no call, so that loops over them vectorise.
//   bf16: sign, 8 bits of exponent, 7 of mantissa (the upper half of fp32)
//   fp16: sign, 5 bits of exponent, 10 of mantissa (IEEE 754 binary16); largest number 65504, quantum 2^−24
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <stdexcept>

namespace gpu {

enum class DType : std::uint8_t { F32, Bf16, F16, F64 };

[[nodiscard]] constexpr int bytesOf(DType type) {
    switch (type) {
    case DType::F64:
        return 8;
    case DType::F32:
        return 4;
    case DType::Bf16:
    case DType::F16:
        return 2;
    }
    return 4;
}

struct Bf16 {
    std::uint16_t bits = 0;
};
struct Fp16 {
    std::uint16_t bits = 0;
};

template <class T>
concept Sixteen = std::same_as<T, Bf16> || std::same_as<T, Fp16>;
template <class T>
concept Stored = Sixteen<T> || std::same_as<T, float> || std::same_as<T, double>;

template <Stored T>
inline constexpr DType kTypeOf = std::same_as<T, float>  ? DType::F32
                                 : std::same_as<T, Bf16> ? DType::Bf16
                                 : std::same_as<T, Fp16> ? DType::F16
                                                         : DType::F64;

// What sums and statistics over numbers of type T are computed and kept in.
template <Stored T>
using SumOf = std::conditional_t<std::same_as<T, double>, double, float>;
[[nodiscard]] constexpr DType sumType(DType stored) { return stored == DType::F64 ? DType::F64 : DType::F32; }

#define SHARDSCOPE_ELEMENT inline __attribute__((always_inline))

SHARDSCOPE_ELEMENT float load(float value) { return value; }
SHARDSCOPE_ELEMENT double load(double value) { return value; }
SHARDSCOPE_ELEMENT float load(Bf16 value) { return std::bit_cast<float>(std::uint32_t(value.bits) << 16); }

SHARDSCOPE_ELEMENT float load(Fp16 value) {
    // Exponent and mantissa in fp32's places are the number times 2^−112, subnormal ones included.
    const std::uint32_t magnitude = std::uint32_t(value.bits & 0x7fffu) << 13;
    const float finite = std::bit_cast<float>(magnitude) * 0x1p112f;
    const std::uint32_t special = magnitude >= 0x0f800000u ? 0x7f800000u : 0u;  // infinity and NaN
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(finite) | special |
                                std::uint32_t(value.bits & 0x8000u) << 16);
}

SHARDSCOPE_ELEMENT void store(float& place, float value) { place = value; }
SHARDSCOPE_ELEMENT void store(double& place, double value) { place = value; }

SHARDSCOPE_ELEMENT void store(Bf16& place, float value) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t rounded = (word + 0x7fffu + (word >> 16 & 1u)) >> 16;
    const std::uint32_t quietNaN = word >> 16 | 0x40u;
    place.bits = std::uint16_t((word & 0x7fffffffu) > 0x7f800000u ? quietNaN : rounded);
}

SHARDSCOPE_ELEMENT void store(Fp16& place, float value) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t magnitude = word & 0x7fffffffu, sign = word >> 16 & 0x8000u;
    // Below 2^−14: one half has the quantum 2^−24 in fp32, so adding it rounds to fp16's subnormal numbers.
    const std::uint32_t small =
        std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
    const std::uint32_t normal = (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
    std::uint32_t bits = magnitude < 0x38800000u ? small : normal;
    bits = magnitude >= 0x477ff000u ? 0x7c00u : bits;  // 65520 and more round to infinity
    bits = magnitude > 0x7f800000u ? 0x7e00u : bits;
    place.bits = std::uint16_t(sign | bits);
}

#undef SHARDSCOPE_ELEMENT

template <class T>
struct TypeTag {
    using type = T;
};

// Calls `call` with the tag of the storage type: one branch a call, the loops inside know their type.
template <class Call>
decltype(auto) visitType(DType type, Call&& call) {
    switch (type) {
    case DType::Bf16:
        return call(TypeTag<Bf16>{});
    case DType::F16:
        return call(TypeTag<Fp16>{});
    case DType::F64:
        return call(TypeTag<double>{});
    case DType::F32:
        break;
    }
    return call(TypeTag<float>{});
}

// The type of a sum that is kept beside numbers of type T: T itself or, for 16 bits, also fp32.
template <Stored T, class Call>
decltype(auto) visitSum(DType type, Call&& call) {
    if constexpr (Sixteen<T>)
        if (type == DType::F32) return call(TypeTag<float>{});
    if (type != kTypeOf<T>) throw std::logic_error("numbers of this type are not summed into that one");
    return call(TypeTag<T>{});
}

}  // namespace gpu
