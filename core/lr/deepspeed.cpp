// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// DeepSpeed's five schedulers with their quirks. N = max(2, warm-up), T = total, k = u − 1.
//   γ (warm-up)     k < N: ln(k + 1)/ln N (log, reaches 1 at k = N − 1) or k/N (linear, at k = N)
//   WarmupLR        min + (max − min)·γ, then max
//   WarmupDecayLR   the same; k ≥ N: min + (max − min)·max(0, (T − k)/max(1, T − N))
//   WarmupCosineLR  k < 0: 0; k < N: r₀ + (1 − r₀)·γ; then r + (1 − r)·(1 + cos π·x)/2, x = min(1, (k − N + 1)/max(1, T − N))
//   OneCycle        up over the warm-up, down over the rest, then min/(1 + rate·n/step)
//   LRRangeTest     η·(1 + rate·(k + 1)/step), or its floor
#include "core/lr/families.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace core {

namespace {

double warmupSteps(const LrRequest& request) { return std::max<double>(2, double(request.spec.warmup)); }
double iteration(const LrRequest& request) { return double(request.update) - 1; }

double warmupShare(const LrRequest& request) {
    const double k = iteration(request), n = warmupSteps(request);
    return request.spec.warmupType == WarmupType::Log ? std::log(k + 1) / std::log(n) : k / n;
}

// min at 0, max at 1.
double between(const LrRequest& request, double share) {
    const double start = request.spec.startRatio * request.peak;
    return start + (request.peak - start) * share;
}

struct Cycle {
    explicit Cycle(const LrRequest& request)
        : first(std::max<double>(1, double(request.spec.warmup)))
        , total(std::max(first, double(request.total)))
        , second(total - first)
        , at(double(request.update)) {}

    double first, total, second, at;

    [[nodiscard]] bool over() const { return at - 1 >= total; }
    [[nodiscard]] double beyond() const { return at - total; }

    // 0 at the foot, 1 at the peak.
    [[nodiscard]] double height(const OneCycleSpec& spec) const {
        const double ratio = first / total, inCycle = std::fmod(at, total);
        const double x = 1 + at / total - std::floor(1 + at / total);
        const bool rising = x <= ratio;
        const int stairs = rising ? spec.firstStairs : spec.secondStairs;
        if (stairs > 0) {
            // From whole updates: a quotient a rounding below a stair would drop a whole one.
            const double position =
                inCycle <= first ? inCycle * stairs / first : (total - inCycle) * stairs / second;
            return std::floor(position) / stairs;
        }
        return rising ? x / ratio : (x - 1) / (ratio - 1);
    }
};

constexpr double kCycledBeta2 = 0.99;

}  // namespace

double rangeTestRate(const LrRequest& request) {
    const RangeTestSpec& spec = request.spec.rangeTest;
    const double interval = double(request.update) / double(std::max<std::int64_t>(1, spec.stepSize));
    return request.peak *
           (1 + spec.stepRate * (spec.staircase == Stairs::On ? std::floor(interval) : interval));
}

double oneCycleRate(const LrRequest& request) {
    const OneCycleSpec& spec = request.spec.oneCycle;
    const Cycle cycle(request);
    const double low = request.spec.minRatio * request.peak;
    if (!cycle.over()) return low + (request.peak - low) * cycle.height(spec);
    if (spec.decayStep == 0) return low;
    return low / (1 + spec.decayRate * cycle.beyond() / double(spec.decayStep));
}

Betas oneCycleBetas(const LrRequest& request) {
    const OneCycleSpec& spec = request.spec.oneCycle;
    const Cycle cycle(request);
    // The constructor sets the foot; only the first step() puts the momentum where the cycle begins.
    if (request.update == 0) return {spec.minMomentum, kCycledBeta2};
    if (!cycle.over())
        return {spec.maxMomentum - (spec.maxMomentum - spec.minMomentum) * cycle.height(spec), kCycledBeta2};
    if (spec.decayStep == 0) return {spec.maxMomentum, kCycledBeta2};
    return {spec.maxMomentum * (1 + spec.momentumDecayRate * cycle.beyond() / double(spec.decayStep)),
            kCycledBeta2};
}

double deepSpeedWarmupRate(const LrRequest& request) {
    if (iteration(request) < 0) return between(request, 0);
    return between(request, iteration(request) < warmupSteps(request) ? warmupShare(request) : 1);
}

double deepSpeedWarmupDecayRate(const LrRequest& request) {
    const double k = iteration(request), total = double(request.total), n = warmupSteps(request);
    if (k < n) return deepSpeedWarmupRate(request);
    return between(request, std::max(0.0, (total - k) / std::max(1.0, total - n)));
}

double deepSpeedWarmupCosineRate(const LrRequest& request) {
    const double k = iteration(request), n = warmupSteps(request), low = request.spec.minRatio;
    if (k < 0) return 0;
    if (k < n) return between(request, warmupShare(request));
    const double x = std::min(1.0, (k - n + 1) / std::max(1.0, double(request.total) - n));
    return request.peak * std::max(0.0, low + (1 - low) * (1 + std::cos(std::numbers::pi * x)) / 2);
}

}  // namespace core
