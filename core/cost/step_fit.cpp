// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A pattern search over the logarithms of the two constants: four neighbours, half the distance where none is better.
#include "core/cost/step_fit.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr double kLeastSoftware = 0.2, kMostSoftware = 2, kLeastHost = 1e-6, kMostHost = 2e-4;
constexpr double kUsualHost = 8e-6;
constexpr double kPull = 0.02;  // weight of the usual values against one step

double sumOfErrors(std::span<const MeasuredStep> steps, Efficiency efficiency, const StepFit& fit) {
    efficiency.hostSeconds = fit.hostSeconds;
    double sum = kPull * (std::abs(std::log(fit.software)) + std::abs(std::log(fit.hostSeconds / kUsualHost)));
    for (const MeasuredStep& step : steps) sum += std::abs(std::log(step.timer.step(efficiency, fit.software) / step.seconds));
    return sum;
}

}  // namespace

double meanError(std::span<const MeasuredStep> steps, Efficiency efficiency, const StepFit& fit) {
    efficiency.hostSeconds = fit.hostSeconds;
    double sum = 0;
    for (const MeasuredStep& step : steps) sum += std::abs(step.timer.step(efficiency, fit.software) / step.seconds - 1);
    return sum / double(steps.size());
}

StepFit fitSteps(std::span<const MeasuredStep> steps, const Efficiency& efficiency) {
    constexpr double kFirst = 0.7, kLast = 0.004;  // of the logarithm
    StepFit best;
    double least = sumOfErrors(steps, efficiency, best);
    for (double distance = kFirst; distance > kLast;) {
        const StepFit from = best;
        for (const auto& [software, host] : {std::pair(distance, 0.0), {-distance, 0.0}, {0.0, distance}, {0.0, -distance}}) {
            StepFit next;
            next.software = std::clamp(from.software * std::exp(software), kLeastSoftware, kMostSoftware);
            next.hostSeconds = std::clamp(from.hostSeconds * std::exp(host), kLeastHost, kMostHost);
            const double sum = sumOfErrors(steps, efficiency, next);
            if (sum >= least) continue;
            least = sum;
            best = next;
        }
        if (best.software == from.software && best.hostSeconds == from.hostSeconds) distance /= 2;
    }
    best.meanError = meanError(steps, efficiency, best);
    return best;
}

}  // namespace core
