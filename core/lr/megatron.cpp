// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Megatron's annealing. n = u, W warm-up, T total, x = (n − W)/(T − W).
//   n ≤ W, W > 0           init + (max − init)·n/W
//   n > T                  min (all but constant)
//   constant               max
//   inverse-square-root    max(min, max·√max(W, 1)/√max(n, 1)); Megatron's 1 is a sample, here it is an update
//   linear, cosine         min + (max − min)·(1 − x), …·(1 + cos π·x)/2
//   WSD                    max until T − D, then a tail over D updates
#include "core/lr/families.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace core {

namespace {

double cosine(double x) { return (1 + std::cos(std::numbers::pi * x)) / 2; }

double tail(WsdTail kind, double x) {
    switch (kind) {
    case WsdTail::Exponential:
        return 2 * std::pow(0.5, x) - 1;
    case WsdTail::Linear:
        return 1 - x;
    case WsdTail::Cosine:
        return cosine(x);
    case WsdTail::MinusSqrt:
        break;
    }
    return 1 - std::sqrt(x);
}

// 1 at the peak, 0 at the minimum.
double height(const LrRequest& request) {
    const LrScheduleSpec& spec = request.spec;
    const double n = double(request.update), warmup = double(spec.warmup), total = double(request.total);
    const double x = (n - warmup) / std::max(1.0, total - warmup);
    if (spec.kind == LrKind::MegatronLinear) return 1 - x;
    if (spec.kind == LrKind::MegatronCosine) return cosine(x);
    const double annealing = double(spec.wsd.updates), start = total - annealing;
    return n <= start ? 1 : tail(spec.wsd.tail, (n - start) / annealing);
}

}  // namespace

double megatronRate(const LrRequest& request) {
    const LrScheduleSpec& spec = request.spec;
    const double n = double(request.update), warmup = double(spec.warmup), peak = request.peak;
    const double start = spec.startRatio * peak, low = spec.minRatio * peak;
    if (warmup > 0 && n <= warmup) return start + (peak - start) * n / warmup;
    if (spec.kind == LrKind::MegatronConstant) return peak;
    if (request.update > request.total) return low;
    if (spec.kind == LrKind::MegatronInverseSquareRoot)
        return std::max(low, peak * std::sqrt(std::max(1.0, warmup)) / std::sqrt(std::max(1.0, n)));
    return low + (peak - low) * height(request);
}

}  // namespace core
