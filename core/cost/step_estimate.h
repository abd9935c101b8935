// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// FLOPs, step time and whole-run estimate of a plan: an alpha-beta and roofline model with stated constants.
// MFU counts model FLOPs (6 per parameter and token plus attention), HFU counts recomputation too.
#pragma once

#include "core/base/units.h"
#include "core/cluster/cluster.h"
#include "core/cost/goodput.h"
#include "core/cost/step_breakdown.h"
#include "core/layout/layout.h"
#include "core/layout/shard_map.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

#include <optional>
#include <vector>

namespace core {

struct StepEstimate {
    Seconds step;
    double tokensPerSecond = 0;  // whole job
    double tflopsPerGpu = 0;     // model FLOPs
    double mfu = 0, hfu = 0;
    double bubbleFraction = 0;
    // Shares of the step on the busiest pipeline rank, summing (with idle) to `step`.
    // Pipeline communication is what messages add to the makespan; the rest of the waiting is idle.
    Seconds forward, backward, tensorCommunication, pipelineCommunication, dataCommunication, optimizer, idle;
    StepBreakdown mean;  // of all cards, as the engine measures it
    // Virtual cards only: what a person waits, when the ranks' computing shares the machine's cores.
    std::optional<Seconds> wallClock;
    bool operator==(const StepEstimate&) const = default;
};

struct RunEstimate {
    double tokens = 0;
    std::int64_t steps = 0;  // whole updates: tokens / (global batch · sequence), rounded down, at least 1; those of the ramp too
    std::int64_t rampSteps = 0;  // of these, with a smaller batch
    double days = 0, gpuHours = 0, energyKwh = 0;
    std::optional<double> cost;  // none without a price
    Goodput goodput;             // with failures, checkpoints and restarts
    bool operator==(const RunEstimate&) const = default;
};

// Parameters that multiply a token's activations: all but the position table, the token table where it is not the head
// too, and experts that the token does not visit.
[[nodiscard]] std::int64_t multipliedParameters(const ModelSpec& model);
// PaLM convention (Chowdhery et al. 2022, appendix B): 6N + 12·L·a·d·s with N as above, attention of a heads of size d
// counted without the causal mask and over the whole sequence.
[[nodiscard]] Flops modelFlopsPerToken(const ModelSpec& model, int sequence);
// What a plan trains of it: LoRA leaves out the weight gradients (4N) and adds those of its adapters, frozen blocks leave
// out all of the backward pass (2N).
[[nodiscard]] Flops modelFlopsPerToken(const Plan& plan);
// The same plus what recomputation does again: one forward pass of the blocks, or of the attention scores.
[[nodiscard]] Flops hardwareFlopsPerToken(const ModelSpec& model, int sequence, Recompute recompute);
// 6·Ψ·D / (N·P·MFU)
[[nodiscard]] Seconds trainingSeconds(double parameters, double tokens, int cards, double peakFlops, double mfu);
inline constexpr double kTokensPerParameter = 20;  // rule of thumb (Hoffmann et al. 2022), labelled so wherever shown

// Updates of a batch ramp, and their time as a multiple of one update with the whole batch: the pipeline's part of a step
// grows with its micro-batches, (m + (p − 1)/v), the rest does not.
struct RampUpdates {
    std::int64_t updates = 0, samples = 0;
    double asWhole = 0;
};
[[nodiscard]] RampUpdates rampUpdates(const Plan& plan, const StepEstimate& step);

// Whole updates that a budget of tokens pays for; 366e9 tokens at 2048 × 2048 are 87,261.
[[nodiscard]] std::int64_t updatesFor(double tokens, double tokensPerUpdate);

// What of a stage's costs in PlanCosts::replay is communication, per micro-batch. Data communication per micro-batch is
// that of ZeRO 2 (gradients) and 3 (gradients and gathered weights); the last two come once, at the end of the step.
struct StageShares {
    Seconds tensorForward, tensorBackward, dataForward, dataBackward, dataAtEnd, optimizer;
    bool operator==(const StageShares&) const = default;
};

struct PlanCosts {
    ReplayCosts replay;               // one entry per stage (model chunk)
    std::vector<StageShares> shares;  // likewise
    Seconds dataCommunication;        // exposed, at the end of the step; the slowest stage's
    Seconds optimizer;                // the slowest stage's
    bool operator==(const PlanCosts&) const = default;
};
// The accelerator must be known. Data collectives are hidden behind the computing under zero.overlap_comm, by FSDP and by
// DeepSpeed's stage 3; nothing else is overlapped.
[[nodiscard]] PlanCosts planCosts(const Plan& plan, const Layout& layout, const ShardMap& shards,
                                  const Calibration& calibration);
// Peak FLOP/s of one card in the plan's precision; of a virtual card its calibrated rate.
[[nodiscard]] double peakFlopsOf(const Plan& plan, const Calibration& calibration);

// `makespanWithoutMessages`: the same schedule with replay.communication = 0.
[[nodiscard]] StepEstimate estimateStep(const Plan& plan, const PlanCosts& costs, Seconds makespan,
                                        Seconds makespanWithoutMessages, const Calibration& calibration);
[[nodiscard]] RunEstimate estimateRun(const Plan& plan, const StepEstimate& step, const Calibration& calibration);

}  // namespace core
