// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of one AdamW step, computed in fp64 once and rounded: the same for CPU and card.
#pragma once

#include "gpu/kernels/kernels.h"

#include <cmath>

namespace gpu {

template <class S>
struct AdamWFactors {
    S decay, inGradient, beta1, oneMinusBeta1, beta2, oneMinusBeta2, rate, inverseRoot, eps, gradientScale;
};

template <class S>
AdamWFactors<S> adamWFactors(const AdamWStep& step) {
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

}  // namespace gpu
