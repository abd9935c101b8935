// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// LayerNorm (Ba et al. 2016). With x̂ = (x − mean) · rstd and w the weight:
//   ∂x = rstd · (g·w − mean(g·w) − x̂ · mean(g·w·x̂)),  ∂w = Σ g·x̂,  ∂b = Σ g.
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

#include <cmath>

namespace gpu::cpu {
namespace {

constexpr float kEpsilon = 1e-5f;

}  // namespace

SHARDSCOPE_VECTORISED void layerNorm(ConstMatrix x, const float* weight, const float* bias, Matrix y,
                                     float* mean, float* rstd) {
    const std::int64_t n = x.columns;
    for (std::int64_t r = 0; r < x.rows; ++r) {
        const float* const in = x.row(r);
        float* const out = y.row(r);
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t c = 0; c < n; ++c) sum += in[c];
        const float m = sum / float(n);
        float squares = 0;
#pragma omp simd reduction(+ : squares)
        for (std::int64_t c = 0; c < n; ++c) squares += (in[c] - m) * (in[c] - m);
        const float s = 1.0f / std::sqrt(squares / float(n) + kEpsilon);
#pragma omp simd
        for (std::int64_t c = 0; c < n; ++c) out[c] = (in[c] - m) * s * weight[c] + bias[c];
        mean[r] = m;
        rstd[r] = s;
    }
}

SHARDSCOPE_VECTORISED void layerNormInputGradient(ConstMatrix outputGradient, ConstMatrix x,
                                                  const float* weight, const float* mean, const float* rstd,
                                                  Matrix inputGradient, Accumulate accumulate) {
    const std::int64_t n = x.columns;
    for (std::int64_t r = 0; r < x.rows; ++r) {
        const float* const g = outputGradient.row(r);
        const float* const in = x.row(r);
        float* const out = inputGradient.row(r);
        const float m = mean[r], s = rstd[r];
        float sum = 0, dot = 0;
#pragma omp simd reduction(+ : sum, dot)
        for (std::int64_t c = 0; c < n; ++c) {
            const float gw = g[c] * weight[c];
            sum += gw;
            dot += gw * ((in[c] - m) * s);
        }
        const float meanSum = sum / float(n), meanDot = dot / float(n);
        if (accumulate == Accumulate::No) {
#pragma omp simd
            for (std::int64_t c = 0; c < n; ++c)
                out[c] = s * (g[c] * weight[c] - meanSum - (in[c] - m) * s * meanDot);
        } else {
#pragma omp simd
            for (std::int64_t c = 0; c < n; ++c)
                out[c] += s * (g[c] * weight[c] - meanSum - (in[c] - m) * s * meanDot);
        }
    }
}

SHARDSCOPE_VECTORISED void layerNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x,
                                                   const float* mean, const float* rstd,
                                                   float* weightGradient, float* biasGradient) {
    for (std::int64_t r = 0; r < x.rows; ++r) {
        const float* const g = outputGradient.row(r);
        const float* const in = x.row(r);
        const float m = mean[r], s = rstd[r];
#pragma omp simd
        for (std::int64_t c = 0; c < x.columns; ++c) {
            weightGradient[c] += g[c] * ((in[c] - m) * s);
            biasGradient[c] += g[c];
        }
    }
}

}  // namespace gpu::cpu
