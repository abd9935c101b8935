// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Does a layout compute what one rank computes in the same precision? In tiers:
//   same weights   at updates 0, 1, 5, 10, 19 of a one-rank run its weights and moments are loaded into the
//   layout;
//                  per tensor (q, k and v apart), before clipping:
//                  error = ‖Δ‖₂ / (‖g‖₂ + 1e-3·‖g_all‖₂·√(n_tensor/N)). The second term of the denominator is
//                  for gradients that are analytically zero (the key bias). In 16 bits each error stands beside
//                  one rank's own distance to fp32 from the same weights.
//   free run       20 updates from the same start: loss at each, ‖ΔW‖ / ‖W − W₀‖ at the end. In 16 bits Adam makes
//                  whole steps out of rounding where gradients are small: weights are measured and not judged, and
//                  losses are judged by how far one rank's own free run in 16 bits comes from one in fp32. Both runs
//                  are that far from fp32, on whichever side, so they may be twice as far from each other, and
//                  once more for luck: kFreeLossPerOwn.
//   bitwise        runs that sum in the same order end in the same fingerprint: rerun, schedule, pipeline split,
//                  recomputation, ZeRO 0 and 1, 2 and 3, all four without accumulation. (Looped BFS sums the
//                  micro-batches from the last: with accumulation it is bitwise equal to itself only.)
// Copies (replicated tensors, replicas, the tied head) are compared one by one; the worst counts.
#pragma once

#include "gpu/training/model_state.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gpu {

inline constexpr std::int64_t kParityUpdates = 20;
inline constexpr std::int64_t kParityCheckpoints[] = {0, 1, 5, 10, 19};

// Relative. Infinite: measured and not judged.
struct ParityTolerances {
    double gradient = 1e-5;
    double scalar = 1e-6;  // loss and gradient norm of the same weights
    double freeLoss = 1e-5;
    double freeWeights = 1e-4;
};
inline constexpr double kFreeLossPerOwn = 3;  // times what one rank itself is away from fp32
// Of the precision alone; a report's freeLoss is larger where one rank's own distance to fp32 asks for it.
[[nodiscard]] ParityTolerances parityTolerances(core::Precision precision);

// What one rank computes: the yardstick for every layout of the same model and batch.
struct ParityReference {
    std::map<std::int64_t, ModelState> states;       // before the update
    std::map<std::int64_t, TensorValues> gradients;  // of the update, before clipping, times the state's loss scale
    std::map<std::int64_t, std::vector<double>> ownErrors;  // to fp32, by probe; 16 bits only
    std::vector<double> losses, norms;               // by update
    double ownFreeLossError = 0;  // of these losses to those of a free run in fp32, worst of all updates; 16 bits only
    TensorValues finalParameters;
};

struct TensorError {
    std::string tensor;  // "block.0.attention.qkv.weight [k]"
    double error = 0;    // worst of all copies and updates
    std::int64_t update = 0;
    double ownError = 0;  // of one rank to fp32 at that update; 0 unless the plan has 16 bits
};

// The same-weights tier at one update.
struct UpdateErrors {
    std::int64_t update = 0;
    TensorError worst;                    // of all tensors
    double lossError = 0, normError = 0;  // relative
    [[nodiscard]] bool passed(const ParityTolerances& tolerances) const;
};

struct ParityReport {
    ParityTolerances tolerances;
    std::vector<TensorError> tensors;     // worst first
    std::vector<UpdateErrors> updates;    // by update
    double lossError = 0, normError = 0;  // same weights, relative
    double freeLossError = 0, freeWeightError = 0;
    double ownFreeLossError = 0;  // of one rank to fp32; 0 unless the plan has 16 bits
    std::uint64_t fingerprint = 0;  // of the free run: losses and final weights, every bit
    std::optional<RankFailure> failure;

    [[nodiscard]] double maxRelativeError() const { return tensors.empty() ? 0 : tensors.front().error; }
    [[nodiscard]] bool sameWeightsPassed() const;
    [[nodiscard]] bool freeRunPassed() const;
    [[nodiscard]] bool passed() const { return !failure && sameWeightsPassed() && freeRunPassed(); }
};

using ParityProgress = std::function<void(std::int64_t done, std::int64_t of)>;  // updates computed

// The same plan on one rank: model, batch and optimizer are equal, all else is one.
[[nodiscard]] core::Plan onOneRank(core::Plan plan);

// The reference is always of a virtual card, whatever `backend` the layout is run on (null = virtual cards).
// Throws std::runtime_error if the reference itself fails (out of memory, say).
[[nodiscard]] ParityReference makeReference(const core::Plan& plan, const SampleSource& source,
                                            const ParityProgress& progress = {});
[[nodiscard]] ParityReport checkParity(const core::Plan& plan, const ParityReference& reference,
                                       const SampleSource& source, Fault fault = Fault::None,
                                       const ParityProgress& progress = {},
                                       std::shared_ptr<Backend> backend = {});
// Losses and weights after `updates` updates from the plan's own seed, every bit of them.
[[nodiscard]] std::uint64_t fingerprintOf(const core::Plan& plan, std::int64_t updates,
                                          const SampleSource& source);

}  // namespace gpu
