// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/goodput.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr double kDay = 86'400, kYear = 365.25 * kDay;

double given(double value, double usual) { return value > 0 ? value : usual; }

double secondsBetweenFailures(const Plan& plan) {
    return kYear / (given(plan.assumptions.failuresPerCardYear, kUsualFailures) * std::max(1, plan.layout.cards()));
}

double intervalOf(const Plan& plan) {
    return std::sqrt(2 * given(plan.assumptions.checkpointSeconds, kUsualCheckpoint) * secondsBetweenFailures(plan));
}

// Fewest spare nodes with which more are away only with a probability of kSpareRisk, failures being independent.
int spareNodes(double awayAtOnce) {
    double term = std::exp(-awayAtOnce), sum = term;
    int nodes = 0;
    while (1 - sum > kSpareRisk && nodes < 10'000) sum += term *= awayAtOnce / ++nodes;
    return nodes;
}

}  // namespace

std::int64_t checkpointEvery(const Plan& plan, Seconds step) {
    return step > Seconds(0) ? std::max<std::int64_t>(1, std::int64_t(intervalOf(plan) / step.value())) : 1;
}

Goodput goodputOf(const Plan& plan, Seconds step, double daysWithoutFailures) {
    const double between = secondsBetweenFailures(plan), interval = intervalOf(plan);
    const double checkpoint = given(plan.assumptions.checkpointSeconds, kUsualCheckpoint);
    const double lost = (interval / 2 + given(plan.assumptions.restartSeconds, kUsualRestart)) / between;
    Goodput goodput;
    goodput.meanSecondsBetweenFailures = between;
    goodput.interval = Seconds(interval);
    goodput.every = checkpointEvery(plan, step);
    goodput.fraction = std::max(0.0, interval / (interval + checkpoint) * (1 - lost));
    goodput.spareCards = spareNodes(kRepairSeconds / between) * plan.cluster.gpusPerNode;
    if (goodput.fraction == 0) return goodput;
    goodput.days = daysWithoutFailures / goodput.fraction;
    goodput.gpuHours = goodput.days * 24 * plan.layout.cards();
    goodput.failures = goodput.days * kDay / between;
    return goodput;
}

}  // namespace core
