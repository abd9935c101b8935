// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cross-entropy over a vocabulary split by columns (Shoeybi et al. 2019, section 3): loss = log Σ exp(z −
// max) − (z_target − max). The logits' memory becomes the exponentials, then the gradient.
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vector_math.h"

#include <limits>

namespace gpu::cpu {

SHARDSCOPE_VECTORISED void rowMaxima(ConstMatrix logits, float* maxima) {
    for (std::int64_t r = 0; r < logits.rows; ++r) {
        const float* const row = logits.row(r);
        float largest = -std::numeric_limits<float>::infinity();
#pragma omp simd reduction(max : largest)
        for (std::int64_t c = 0; c < logits.columns; ++c) largest = row[c] > largest ? row[c] : largest;
        maxima[r] = largest;
    }
}

SHARDSCOPE_VECTORISED void exponentials(Matrix logits, const float* maxima,
                                        std::span<const std::int32_t> targets, std::int64_t firstColumn,
                                        float* sums, float* targetLogits) {
    for (std::int64_t r = 0; r < logits.rows; ++r) {
        float* const row = logits.row(r);
        const float largest = maxima[r];
        const std::int64_t target = targets[std::size_t(r)] - firstColumn;
        targetLogits[r] = target >= 0 && target < logits.columns ? row[target] - largest : 0.0f;
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t c = 0; c < logits.columns; ++c) {
            const float e = fastExp(row[c] - largest);
            row[c] = e;
            sum += e;
        }
        sums[r] = sum;
    }
}

SHARDSCOPE_VECTORISED void logitGradients(Matrix values, const float* sums,
                                          std::span<const std::int32_t> targets, std::int64_t firstColumn) {
    for (std::int64_t r = 0; r < values.rows; ++r) {
        float* const row = values.row(r);
        const float inverse = 1.0f / sums[r];
#pragma omp simd
        for (std::int64_t c = 0; c < values.columns; ++c) row[c] *= inverse;
        const std::int64_t target = targets[std::size_t(r)] - firstColumn;
        if (target >= 0 && target < values.columns) row[target] -= 1.0f;
    }
}

}  // namespace gpu::cpu
