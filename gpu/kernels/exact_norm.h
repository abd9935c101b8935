// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Euclidean norm of all gradients, equal to the last bit for every split of them over ranks.
// Floating-point sums depend on their order; integers do not. With the largest magnitude M of all elements
// known, every square is counted in multiples of two quanta, q₁ = 2^(e−31) and q₂ = q₁ · 2^−31 with M² < 2^e:
//   g² = a·q₁ + b·q₂ + rest, |rest| ≤ q₂/2     (a, b integers; g² is exact in fp64, so is each difference)
// and Σa, Σb are added as 64-bit integers. For n ≤ 2^31 elements no sum overflows and the relative error of
// the sum of squares is below n · 2^−60 (an M² of at least 2^(e−2) is part of the sum): under 1e-9 for a
// billion elements. 16-bit numbers are exact in fp32 and so exact here; fp64 numbers are refused, their
// squares are not exact in fp64.
#pragma once

#include "gpu/device/tensor.h"

#include <array>
#include <cstdint>
#include <span>

namespace gpu {

// Bit pattern of the largest |value|: ordered like the magnitudes, infinities above all numbers, NaN above
// those. The maximum over ranks is a maximum of integers. 0 for an empty span.
[[nodiscard]] std::int64_t largestMagnitude(ConstVector values);

class ExactSquares {
public:
    // `largest`: of all elements of all ranks that will be added.
    explicit ExactSquares(std::int64_t largest);

    void add(ConstVector values);
    // To be summed over ranks in place, once, after the last add().
    [[nodiscard]] std::span<std::int64_t> sums() { return m_sums; }
    // q₁; 0 when nothing is to be added: all elements are 0 or one is not finite. For passes of other devices, which add
    // to sums() themselves.
    [[nodiscard]] double quantum() const { return m_quantum; }

    // Infinity or NaN if an element was.
    [[nodiscard]] double sumOfSquares() const;
    [[nodiscard]] double norm() const;

private:
    float m_largest = 0;
    double m_quantum = 0;  // q₁; 0 when all elements are 0 or one is not finite
    std::array<std::int64_t, 2> m_sums{};
};

}  // namespace gpu
