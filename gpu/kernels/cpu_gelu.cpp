// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GELU in its tanh form (Hendrycks & Gimpel 2016; GPT-2's "gelu_new", not the exact erf):
//   gelu(x) = x/2 · (1 + tanh u) = x · σ(2u),  u = √(2/π) · (x + 0.044715 x³).
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vector_math.h"

namespace gpu::cpu {
namespace {

constexpr float kCubic = 0.044715f;
constexpr float kTwoRootTwoOverPi = 1.59576912160573071f;

SHARDSCOPE_INLINED float twoU(float x) { return kTwoRootTwoOverPi * (x + kCubic * x * x * x); }

}  // namespace

SHARDSCOPE_VECTORISED void biasGelu(Matrix hidden, const float* bias, Matrix activated) {
    for (std::int64_t r = 0; r < hidden.rows; ++r) {
        float* const in = hidden.row(r);
        float* const out = activated.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < hidden.columns; ++c) {
            const float x = in[c] + bias[c];
            in[c] = x;
            out[c] = x * fastSigmoid(twoU(x));
        }
    }
}

SHARDSCOPE_VECTORISED void geluInputGradient(ConstMatrix hidden, Matrix gradient) {
    for (std::int64_t r = 0; r < hidden.rows; ++r) {
        const float* const in = hidden.row(r);
        float* const g = gradient.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < hidden.columns; ++c) {
            const float x = in[c];
            const float s = fastSigmoid(twoU(x));
            g[c] *= s + x * s * (1.0f - s) * kTwoRootTwoOverPi * (1.0f + 3.0f * kCubic * x * x);
        }
    }
}

}  // namespace gpu::cpu
