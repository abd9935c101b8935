// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// AdamW (Loshchilov & Hutter 2019), one pass over weights, gradients and both moments:
//   w ← (1 − lr·λ) w;  m ← β₁m + (1−β₁)g;  v ← β₂v + (1−β₂)g²;  w ← w − lr/(1−β₁ᵗ) · m / (√v / √(1−β₂ᵗ) + ε).
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

#include <cmath>

namespace gpu::cpu {
namespace {

// The step's numbers, computed in fp64 once and rounded.
struct Factors {
    float decay, beta1, oneMinusBeta1, beta2, oneMinusBeta2, rate, inverseRoot, eps, gradientScale;
};

Factors factorsOf(const AdamWStep& step) {
    const double correction1 = 1 - std::pow(step.beta1, double(step.update));
    const double correction2 = 1 - std::pow(step.beta2, double(step.update));
    return {.decay = float(1 - step.lr * step.weightDecay),
            .beta1 = float(step.beta1),
            .oneMinusBeta1 = float(1 - step.beta1),
            .beta2 = float(step.beta2),
            .oneMinusBeta2 = float(1 - step.beta2),
            .rate = float(step.lr / correction1),
            .inverseRoot = float(1 / std::sqrt(correction2)),
            .eps = float(step.eps),
            .gradientScale = float(step.gradientScale)};
}

SHARDSCOPE_VECTORISED void update(const Factors& factors, float* __restrict w,
                                  const float* __restrict gradient, float* __restrict m, float* __restrict v,
                                  std::int64_t n) {
    const Factors f = factors;
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) {
        const float g = gradient[i] * f.gradientScale;
        const float first = f.beta1 * m[i] + f.oneMinusBeta1 * g;
        const float second = f.beta2 * v[i] + f.oneMinusBeta2 * (g * g);
        m[i] = first;
        v[i] = second;
        w[i] = f.decay * w[i] - f.rate * first / (std::sqrt(second) * f.inverseRoot + f.eps);
    }
}

}  // namespace

void adamW(const AdamWStep& step, std::span<float> weights, std::span<const float> gradients,
           std::span<float> firstMoments, std::span<float> secondMoments) {
    update(factorsOf(step), weights.data(), gradients.data(), firstMoments.data(), secondMoments.data(),
           std::int64_t(weights.size()));
}

}  // namespace gpu::cpu
