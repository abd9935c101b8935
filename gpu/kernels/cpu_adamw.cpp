// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// AdamW (Loshchilov & Hutter 2019), one pass over weights, gradients and both moments:
//   w ← (1 − lr·λ) w;  m ← β₁m + (1−β₁)g;  v ← β₂v + (1−β₂)g²;  w ← w − lr/(1−β₁ᵗ) · m / (√v / √(1−β₂ᵗ) + ε).
// Adam with L2 has g + λw for g and leaves out the first step.
#include "gpu/kernels/adamw_factors.h"
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

#include <cmath>

namespace gpu::cpu {
namespace {

// S: type of weights and moments; G: of gradients.
template <class S, class G>
SHARDSCOPE_VECTORISED void update(const AdamWFactors<S>& factors, S* __restrict w, const G* __restrict gradient,
                                  S* __restrict m, S* __restrict v, std::int64_t n) {
    const AdamWFactors<S> f = factors;
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) {
        const S g = load(gradient[i]) * f.gradientScale + f.inGradient * w[i];
        const S first = f.beta1 * m[i] + f.oneMinusBeta1 * g;
        const S second = f.beta2 * v[i] + f.oneMinusBeta2 * (g * g);
        m[i] = first;
        v[i] = second;
        w[i] = f.decay * w[i] - f.rate * first / (std::sqrt(second) * f.inverseRoot + f.eps);
    }
}

}  // namespace

void adamW(const AdamWStep& step, Vector weights, ConstVector gradients, Vector firstMoments,
           Vector secondMoments) {
    visitType(gradients.type, [&]<class G>(TypeTag<G>) {
        using S = SumOf<G>;
        update(adamWFactors<S>(step), weights.as<S>().data(), gradients.as<G>().data(),
               firstMoments.as<S>().data(), secondMoments.as<S>().data(), weights.elements);
    });
}

}  // namespace gpu::cpu
