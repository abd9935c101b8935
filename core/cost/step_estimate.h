// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// FLOPs, step time and whole-run estimate of a plan: an alpha-beta and roofline model with stated constants.
// MFU counts model FLOPs (6 per parameter and token plus attention), HFU counts recomputation too.
#pragma once

#include "core/base/units.h"
#include "core/cluster/cluster.h"
#include "core/layout/layout.h"
#include "core/layout/shard_map.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

#include <optional>

namespace core {

struct StepEstimate {
    Seconds step;
    double tokensPerSecond = 0;  // whole job
    double tflopsPerGpu = 0;     // model FLOPs
    double mfu = 0, hfu = 0;
    double bubbleFraction = 0;
    // Shares of the step on the busiest stage, summing (with idle) to `step`.
    Seconds forward, backward, tensorCommunication, pipelineCommunication, dataCommunication, optimizer, idle;
    bool operator==(const StepEstimate&) const = default;
};

struct RunEstimate {
    double tokens = 0;
    std::int64_t steps = 0;  // ceil(tokens / (global batch · sequence))
    double days = 0, gpuHours = 0, energyKwh = 0;
    std::optional<double> cost;  // none without a price
    bool operator==(const RunEstimate&) const = default;
};

[[nodiscard]] Flops modelFlopsPerToken(const ModelSpec& model, int sequence);
// 6·Ψ·D / (N·P·MFU)
[[nodiscard]] Seconds trainingSeconds(double parameters, double tokens, int cards, double peakFlops, double mfu);
inline constexpr double kTokensPerParameter = 20;  // rule of thumb (Hoffmann et al. 2022), labelled so wherever shown

struct PlanCosts {
    ReplayCosts replay;                 // per stage
    Seconds dataCommunication;          // exposed, at the end of the step
    Seconds optimizer;
    Seconds tensorCommunicationForward; // inside `replay`, per stage and micro-batch, for the breakdown
    Seconds tensorCommunicationBackward;
};
[[nodiscard]] PlanCosts planCosts(const Plan& plan, const Layout& layout, const ShardMap& shards,
                                  const Calibration& calibration);

}  // namespace core
