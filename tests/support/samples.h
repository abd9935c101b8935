// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sample numbers for kernels and the distance of a result from its fp64 reference.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace test {

inline std::vector<float> sample(std::int64_t n, unsigned seed, float scale = 1) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, scale);
    std::vector<float> values(static_cast<std::size_t>(n));
    for (float& v : values) v = normal(random);
    return values;
}

inline std::vector<std::int32_t> sampleTokens(std::int64_t n, int vocabulary, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::int32_t> tokens(static_cast<std::size_t>(n));
    for (auto& t : tokens) t = std::int32_t(random() % unsigned(vocabulary));
    return tokens;
}

// ‖Δ‖ / ‖expected‖
inline double relative(std::span<const float> got, std::span<const double> expected) {
    double difference = 0, norm = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        difference += std::pow(double(got[i]) - expected[i], 2);
        norm += expected[i] * expected[i];
    }
    return std::sqrt(difference) / std::max(std::sqrt(norm), 1e-30);
}

}  // namespace test
