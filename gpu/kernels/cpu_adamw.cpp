// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// AdamW (Loshchilov & Hutter 2019), one pass over weights, gradients and both moments:
//   w ← (1 − lr·λ) w;  m ← β₁m + (1−β₁)g;  v ← β₂v + (1−β₂)g²;  w ← w − lr/(1−β₁ᵗ) · m / (√v / √(1−β₂ᵗ) + ε).
// Adam with L2 has g + λw for g and leaves out the first step.
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

#include <cmath>

namespace gpu::cpu {
namespace {

// The step's numbers, computed in fp64 once and rounded.
template <class S>
struct Factors {
    S decay, inGradient, beta1, oneMinusBeta1, beta2, oneMinusBeta2, rate, inverseRoot, eps, gradientScale;
};

template <class S>
Factors<S> factorsOf(const AdamWStep& step) {
    const double correction1 = 1 - std::pow(step.beta1, double(step.update));
    const double correction2 = 1 - std::pow(step.beta2, double(step.update));
    const bool apart = step.decay == Decay::Apart;
    return {.decay = S(apart ? 1 - step.lr * step.weightDecay : 1),
            .inGradient = S(apart ? 0 : step.weightDecay),
            .beta1 = S(step.beta1),
            .oneMinusBeta1 = S(1 - step.beta1),
            .beta2 = S(step.beta2),
            .oneMinusBeta2 = S(1 - step.beta2),
            .rate = S(step.lr / correction1),
            .inverseRoot = S(1 / std::sqrt(correction2)),
            .eps = S(step.eps),
            .gradientScale = S(step.gradientScale)};
}

// S: type of weights and moments; G: of gradients.
template <class S, class G>
SHARDSCOPE_VECTORISED void update(const Factors<S>& factors, S* __restrict w, const G* __restrict gradient,
                                  S* __restrict m, S* __restrict v, std::int64_t n) {
    const Factors<S> f = factors;
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
        update(factorsOf<S>(step), weights.as<S>().data(), gradients.as<G>().data(),
               firstMoments.as<S>().data(), secondMoments.as<S>().data(), weights.elements);
    });
}

}  // namespace gpu::cpu
