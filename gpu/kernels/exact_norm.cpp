// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kernels/exact_norm.h"

#include "gpu/kernels/vectorised.h"

#include <bit>
#include <cmath>

namespace gpu {
namespace {

constexpr double kStep = 2147483648.0;  // 2^31

template <class T>
SHARDSCOPE_VECTORISED std::int32_t largestBits(const T* values, std::int64_t n) {
    std::int32_t largest = 0;
#pragma omp simd reduction(max : largest)
    for (std::int64_t i = 0; i < n; ++i) {
        const std::int32_t bits = std::bit_cast<std::int32_t>(load(values[i])) & 0x7fffffff;
        largest = bits > largest ? bits : largest;
    }
    return largest;
}

// Adding 1.5 · 2^52 quanta rounds to a whole number of them and leaves that number in the low bits of the
// sum: the only conversion to integers that AVX2 vectorises.
template <class T>
SHARDSCOPE_VECTORISED void addSquares(const T* values, std::int64_t n, double quantum, std::int64_t* sums) {
    const double magic1 = 0x1.8p52 * quantum, magic2 = 0x1.8p52 * (quantum / kStep);
    const auto zero1 = std::bit_cast<std::int64_t>(magic1), zero2 = std::bit_cast<std::int64_t>(magic2);
    std::int64_t coarse = 0, fine = 0;
#pragma omp simd reduction(+ : coarse, fine)
    for (std::int64_t i = 0; i < n; ++i) {
        const double g = double(load(values[i]));
        const double square = g * g;
        const double rounded1 = square + magic1;
        const double rest = square - (rounded1 - magic1);
        const double rounded2 = rest + magic2;
        coarse += std::bit_cast<std::int64_t>(rounded1) - zero1;
        fine += std::bit_cast<std::int64_t>(rounded2) - zero2;
    }
    sums[0] += coarse;
    sums[1] += fine;
}

template <class Call>
auto visitExact(ConstVector values, const Call& call) {
    return visitType(values.type, [&]<class T>(TypeTag<T>) {
        if constexpr (std::same_as<T, double>) {
            throw std::logic_error("squares of fp64 numbers are not exact");
            return call(static_cast<const float*>(nullptr));
        } else {
            return call(values.as<T>().data());
        }
    });
}

}  // namespace

std::int64_t largestMagnitude(ConstVector values) {
    return visitExact(values,
                      [&](const auto* data) { return std::int64_t(largestBits(data, values.elements)); });
}

ExactSquares::ExactSquares(std::int64_t largest)
    : m_largest(std::bit_cast<float>(std::int32_t(largest))) {
    if (m_largest == 0 || !std::isfinite(m_largest)) return;
    const int exponent = std::ilogb(m_largest) + 1;  // M < 2^exponent
    m_quantum = std::ldexp(1.0, 2 * exponent) / kStep;
}

void ExactSquares::add(ConstVector values) {
    if (m_quantum == 0) return;
    visitExact(values,
               [&](const auto* data) { addSquares(data, values.elements, m_quantum, m_sums.data()); });
}

double ExactSquares::sumOfSquares() const {
    if (!std::isfinite(m_largest)) return double(m_largest) * double(m_largest);
    return m_quantum * (double(m_sums[0]) + double(m_sums[1]) / kStep);
}

double ExactSquares::norm() const { return std::sqrt(sumOfSquares()); }

}  // namespace gpu
