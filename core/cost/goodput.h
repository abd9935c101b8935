// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What failures cost a long run. One card in the job fails every M = year / (failures per card and year · cards); a
// checkpoint of δ seconds is taken every T = √(2·δ·M) seconds of training (Young 1974, Daly 2006), by which the sum of
// checkpoints and of lost work is least; a failure costs T/2 of training, and R until training goes on:
//   goodput = T / (T + δ) · (1 − (T/2 + R) / M)
#pragma once

#include "core/base/units.h"
#include "core/plan/plan.h"

#include <cstdint>

namespace core {

// Grattafiori et al. 2024, table 5: 419 unexpected interruptions of 16,384 H100 in 54 days.
inline constexpr double kUsualFailures = 0.173;   // a card and year
inline constexpr double kUsualCheckpoint = 30;    // seconds that training stands still
inline constexpr double kUsualRestart = 300;      // seconds
inline constexpr double kRepairSeconds = 86'400;  // that a node is away
inline constexpr double kSpareRisk = 0.01;        // that more nodes are away than there are spare ones

struct Goodput {
    double meanSecondsBetweenFailures = 0;
    Seconds interval;             // between checkpoints
    std::int64_t every = 0;       // updates, likewise; at least 1
    double fraction = 1;          // of the time, that training advances; 0 where it does not
    double failures = 0;          // of the whole run
    int spareCards = 0;           // whole nodes
    double days = 0, gpuHours = 0;  // of the run with all this; 0 where it never ends
    bool operator==(const Goodput&) const = default;
};

[[nodiscard]] Goodput goodputOf(const Plan& plan, Seconds step, double daysWithoutFailures);
[[nodiscard]] std::int64_t checkpointEvery(const Plan& plan, Seconds step);  // updates

}  // namespace core
