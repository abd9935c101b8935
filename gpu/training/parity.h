// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Does a layout compute what one rank computes? In tiers:
//   same weights   at updates 0, 1, 5, 10, 19 of a one-rank run its weights and moments are loaded into the
//   layout;
//                  per tensor (q, k and v apart), before clipping:
//                  error = ‖Δ‖₂ / (‖g‖₂ + 1e-3·‖g_all‖₂·√(n_tensor/N)) ≤ 1e-5; loss and gradient norm ≤ 1e-6,
//                  relative. The second term of the denominator is for gradients that are analytically zero
//                  (the key bias).
//   free run       20 updates from the same start: loss ≤ 1e-5 at each, ‖ΔW‖ / ‖W − W₀‖ ≤ 1e-4 at the end
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
inline constexpr double kGradientTolerance = 1e-5;
inline constexpr double kScalarTolerance = 1e-6;
inline constexpr double kFreeLossTolerance = 1e-5;
inline constexpr double kFreeWeightTolerance = 1e-4;

// What one rank computes: the yardstick for every layout of the same model and batch.
struct ParityReference {
    std::map<std::int64_t, ModelState> states;       // before the update
    std::map<std::int64_t, TensorValues> gradients;  // of the update, before clipping
    std::vector<double> losses, norms;               // by update
    TensorValues finalParameters;
};

struct TensorError {
    std::string tensor;  // "block.0.attention.qkv.weight [k]"
    double error = 0;    // worst of all copies and updates
    std::int64_t update = 0;
};

// The same-weights tier at one update.
struct UpdateErrors {
    std::int64_t update = 0;
    TensorError worst;                    // of all tensors
    double lossError = 0, normError = 0;  // relative
    [[nodiscard]] bool passed() const;
};

struct ParityReport {
    std::vector<TensorError> tensors;     // worst first
    std::vector<UpdateErrors> updates;    // by update
    double lossError = 0, normError = 0;  // same weights, relative
    double freeLossError = 0, freeWeightError = 0;
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

// Throws std::runtime_error if the reference itself fails (out of memory, say).
[[nodiscard]] ParityReference makeReference(const core::Plan& plan, const SampleSource& source,
                                            const ParityProgress& progress = {});
[[nodiscard]] ParityReport checkParity(const core::Plan& plan, const ParityReference& reference,
                                       const SampleSource& source, Fault fault = Fault::None,
                                       const ParityProgress& progress = {});
// Losses and weights after `updates` updates from the plan's own seed, every bit of them.
[[nodiscard]] std::uint64_t fingerprintOf(const core::Plan& plan, std::int64_t updates,
                                          const SampleSource& source);

}  // namespace gpu
