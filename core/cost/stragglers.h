// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What waiting for the slowest card costs a long run on many nodes: the empirical rule of SimuMax (a public
// simulator, version 1.2), with l = log2 of the smaller of nodes and replicas:
//   1 + l/(l + 1) · 0.09 · √l
// Benchmarks that papers print as the best of a tuned machine show none of it; runs of weeks do.
#pragma once

#include "core/plan/plan.h"

namespace core {

[[nodiscard]] double stragglerFactor(const Plan& plan);  // at least 1

}  // namespace core
