// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What surrounds matrix products: biases, residuals, column sums, scaling.
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

namespace gpu::cpu {

SHARDSCOPE_VECTORISED void addBias(Matrix y, const float* bias) {
    for (std::int64_t r = 0; r < y.rows; ++r) {
        float* const row = y.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < y.columns; ++c) row[c] += bias[c];
    }
}

SHARDSCOPE_VECTORISED void addBiasAndResidual(Matrix y, const float* bias, ConstMatrix residual) {
    for (std::int64_t r = 0; r < y.rows; ++r) {
        float* const row = y.row(r);
        const float* const other = residual.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < y.columns; ++c) row[c] = (row[c] + bias[c]) + other[c];
    }
}

SHARDSCOPE_VECTORISED void addColumnSums(ConstMatrix x, float* sums) {
    for (std::int64_t r = 0; r < x.rows; ++r) {
        const float* const row = x.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < x.columns; ++c) sums[c] += row[c];
    }
}

SHARDSCOPE_VECTORISED void scale(Matrix y, float factor) {
    for (std::int64_t r = 0; r < y.rows; ++r) {
        float* const row = y.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < y.columns; ++c) row[c] *= factor;
    }
}

}  // namespace gpu::cpu
