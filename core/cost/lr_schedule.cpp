// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Warm-up and cosine in two conventions.
#include "core/cost/lr_schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace core {

namespace {

// From 1 at x = 0 to `minRatio` at x = 1.
double cosine(double x, double minRatio) {
    return minRatio + (1 - minRatio) * (1 + std::cos(std::numbers::pi * std::clamp(x, 0.0, 1.0))) / 2;
}

double closedForm(const LrScheduleSpec& schedule, double t, double total) {
    const double warmup = double(schedule.warmup);
    if (t < warmup) return t / warmup;
    return cosine((t - warmup) / std::max(1.0, total - warmup), schedule.minRatio);
}

// DeepSpeed steps the scheduler after the optimizer, so update u sees iteration k = u − 1.
double deepSpeed(const LrScheduleSpec& schedule, double k, double total) {
    const double warmup = std::max<double>(2, double(schedule.warmup));
    if (k < 0) return 0;
    if (k < warmup) return k / warmup;
    return std::max(0.0, cosine((k - warmup + 1) / std::max(1.0, total - warmup), schedule.minRatio));
}

}  // namespace

double learningRate(const LrScheduleSpec& schedule, double peak, std::int64_t update,
                    std::int64_t totalUpdates) {
    const double total = double(schedule.total > 0 ? schedule.total : totalUpdates);
    switch (schedule.kind) {
    case LrKind::WarmupCosine:
        return peak * closedForm(schedule, double(update) + 1, total);
    case LrKind::DeepSpeedWarmupCosine:
        return peak * deepSpeed(schedule, double(update) - 1, total);
    case LrKind::Constant:
        break;
    }
    return schedule.warmup > 0 ? peak * std::min(1.0, (double(update) + 1) / double(schedule.warmup)) : peak;
}

}  // namespace core
