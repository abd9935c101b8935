// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of numbers of a type chosen at run time, and how far two of them lie apart: for kernels that are held against
// their twins.
#pragma once

#include "gpu/kernels/elements.h"
#include "gpu/kernels/matrix.h"
#include "tests/support/samples.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace test {

// Begins `shift` elements behind an address of 64 bytes.
class Numbers {
public:
    Numbers(gpu::DType type, const std::vector<double>& values, int shift = 0)
        : m_type(type)
        , m_shift(shift)
        , m_elements(std::int64_t(values.size()))
        , m_lines(std::size_t((m_elements + shift) * gpu::bytesOf(type)) / sizeof(Line) + 1) {
        gpu::convertElements(gpu::ConstVector(values), vector());
    }
    static Numbers sample(gpu::DType type, std::int64_t n, unsigned seed, float scale = 1, int shift = 0) {
        const std::vector<float> values = test::sample(n, seed, scale);
        return {type, std::vector<double>(values.begin(), values.end()), shift};
    }
    static Numbers filled(gpu::DType type, std::int64_t n, double value, int shift = 0) {
        return {type, std::vector<double>(std::size_t(n), value), shift};
    }

    [[nodiscard]] gpu::Vector vector() {
        return {reinterpret_cast<std::byte*>(m_lines.data()) + m_shift * gpu::bytesOf(m_type), m_elements, m_type};
    }
    [[nodiscard]] gpu::Matrix matrix(std::int64_t rows, std::int64_t columns) { return {vector(), rows, columns}; }
    // Rows of `stride` numbers.
    [[nodiscard]] gpu::Matrix matrix(std::int64_t rows, std::int64_t columns, std::int64_t stride) {
        return {vector().data, rows, columns, stride, m_type};
    }
    [[nodiscard]] gpu::DType type() const { return m_type; }
    [[nodiscard]] std::vector<double> values() const {
        std::vector<double> wide(static_cast<std::size_t>(m_elements));
        gpu::convertElements(gpu::ConstVector(const_cast<Numbers*>(this)->vector()), wide);
        return wide;
    }
    [[nodiscard]] Numbers as(gpu::DType type) const { return {type, values()}; }
    // To the last bit.
    [[nodiscard]] bool operator==(const Numbers& other) const {
        const gpu::Vector a = const_cast<Numbers*>(this)->vector(), b = const_cast<Numbers&>(other).vector();
        return a.type == b.type && a.elements == b.elements &&
               std::memcmp(a.data, b.data, std::size_t(a.bytes().value())) == 0;
    }

private:
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    gpu::DType m_type;
    int m_shift;
    std::int64_t m_elements;
    std::vector<Line> m_lines;
};

// ‖Δ‖ / ‖expected‖, infinite where a number is not finite.
inline double distance(const Numbers& got, const Numbers& expected) {
    const std::vector<double> a = got.values(), b = expected.values();
    double difference = 0, norm = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        if (!std::isfinite(a[i])) return std::numeric_limits<double>::infinity();
        difference += (a[i] - b[i]) * (a[i] - b[i]);
        norm += b[i] * b[i];
    }
    return std::sqrt(difference) / std::max(std::sqrt(norm), 1e-30);
}

// What rounding once or twice to the type explains.
inline double roundingOf(gpu::DType type) {
    switch (type) {
    case gpu::DType::F64:
        return 1e-14;
    case gpu::DType::F32:
        return 1e-6;
    case gpu::DType::F16:
        return 8e-4;
    case gpu::DType::Bf16:
        return 6e-3;
    }
    return 0;
}

inline const char* nameOf(gpu::DType type) {
    return type == gpu::DType::F32    ? "fp32"
           : type == gpu::DType::Bf16 ? "bf16"
           : type == gpu::DType::F16  ? "fp16"
                                      : "fp64";
}

inline constexpr std::array kCardTypes{gpu::DType::F32, gpu::DType::Bf16, gpu::DType::F16};

}  // namespace test
