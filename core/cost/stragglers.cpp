// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/stragglers.h"

#include <algorithm>
#include <cmath>

namespace core {

double stragglerFactor(const Plan& plan) {
    const double l = std::log2(std::max(1, std::min(plan.cluster.nodes, plan.layout.dp)));
    return 1 + l / (l + 1) * 0.09 * std::sqrt(l);
}

}  // namespace core
