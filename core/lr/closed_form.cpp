// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// η·t/W for t = u + 1 ≤ W, then η·(r + (1 − r)·(1 + cos π·x)/2) with x = (t − W)/(T − W) and r = minRatio.
#include "core/lr/families.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace core {

double warmupCosineRate(const LrRequest& request) {
    const double warmup = double(request.spec.warmup), t = double(request.update) + 1, r = request.spec.minRatio;
    if (t < warmup) return request.peak * t / warmup;
    const double x = std::clamp((t - warmup) / std::max(1.0, double(request.total) - warmup), 0.0, 1.0);
    return request.peak * (r + (1 - r) * (1 + std::cos(std::numbers::pi * x)) / 2);
}

double constantRate(const LrRequest& request) {
    const double warmup = double(request.spec.warmup);
    return warmup > 0 ? request.peak * std::min(1.0, (double(request.update) + 1) / warmup) : request.peak;
}

}  // namespace core
