// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exponential and logistic function in fp32 that a compiler can vectorise: no branch, no table, no call. In
// fp64, which only checks use, those of the library.
#pragma once

#include "gpu/kernels/vectorised.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace gpu {

// exp(x) to 2e-7 relative for |x| <= 87; clamped outside. x = n·ln2 + r, Taylor-like polynomial of degree 7
// in r.
SHARDSCOPE_INLINED float fastExp(float x) {
    constexpr float kLog2e = 1.44269504088896341f;
    constexpr float kLn2High = 0.693359375f,
                    kLn2Low = -2.12194440e-4f;  // their sum is ln 2, the first exact in 10 bits
    constexpr float kRound = 0x1.8p23f;         // adding it rounds to a whole number, kept in the low bits
    x = x < -87.0f ? -87.0f : x;
    x = x > 88.0f ? 88.0f : x;
    const float shifted = x * kLog2e + kRound;
    const float n = shifted - kRound;
    const float r = (x - n * kLn2High) - n * kLn2Low;
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    // n + 127 moved into the exponent; the bits of kRound above the number fall out at the left.
    const std::uint32_t power = (std::bit_cast<std::uint32_t>(shifted) << 23) + 0x3f800000u;
    return p * std::bit_cast<float>(power);
}

SHARDSCOPE_INLINED double fastExp(double x) { return std::exp(x); }

SHARDSCOPE_INLINED float fastSigmoid(float x) { return 1.0f / (1.0f + fastExp(-x)); }
SHARDSCOPE_INLINED double fastSigmoid(double x) { return 1.0 / (1.0 + fastExp(-x)); }

}  // namespace gpu
