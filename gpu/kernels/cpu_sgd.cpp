// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// SGD with momentum as PyTorch has it (no dampening, no Nesterov): g ← g + λw;  b ← μb + g;  w ← w − lr·b.
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

namespace gpu::cpu {
namespace {

template <class S>
struct Factors {
    S decay, momentum, rate, gradientScale;
};

template <class S, class G>
SHARDSCOPE_VECTORISED void update(const Factors<S>& factors, S* __restrict w, const G* __restrict gradient,
                                  S* __restrict velocity, std::int64_t n) {
    const Factors<S> f = factors;
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) {
        const S moved = f.momentum * velocity[i] + (load(gradient[i]) * f.gradientScale + f.decay * w[i]);
        velocity[i] = moved;
        w[i] = w[i] - f.rate * moved;
    }
}

template <class S, class G>
SHARDSCOPE_VECTORISED void updatePlain(const Factors<S>& factors, S* __restrict w,
                                       const G* __restrict gradient, std::int64_t n) {
    const Factors<S> f = factors;
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i)
        w[i] = w[i] - f.rate * (load(gradient[i]) * f.gradientScale + f.decay * w[i]);
}

}  // namespace

void sgd(const SgdStep& step, Vector weights, ConstVector gradients, Vector velocity) {
    visitType(gradients.type, [&]<class G>(TypeTag<G>) {
        using S = SumOf<G>;
        const Factors<S> factors{S(step.weightDecay), S(step.momentum), S(step.lr), S(step.gradientScale)};
        if (velocity.elements > 0)
            update<S, G>(factors, weights.as<S>().data(), gradients.as<G>().data(), velocity.as<S>().data(),
                         weights.elements);
        else
            updatePlain<S, G>(factors, weights.as<S>().data(), gradients.as<G>().data(), weights.elements);
    });
}

}  // namespace gpu::cpu
