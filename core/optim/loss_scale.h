// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// fp16's loss scale from update to update, in the rule sets that people meet. An update with a gradient that is no
// finite number is an *overflow*: it is left out, and the learning-rate schedule stands still.
//   deepspeed-zero     DynamicLossScaler of ZeRO 1 to 3: an overflow takes one of `hysteresis` chances; on the last,
//                      which halvings do not bring back, the scale halves. `window` overflow-free updates behind the
//                      one that follows an overflow double it and bring all chances back; with consecutive hysteresis
//                      every good update does. At the minimum the next overflow that would halve it ends the run.
//   deepspeed-stage-0  FP16_Optimizer, fused or not: halves at every overflow, no chances; never ends the run.
//   megatron           DynamicGradScaler: as the first, but `window` good updates in a row double it, chances run
//                      below zero (so each further overflow halves) and the run never ends.
//   constant           does not move.
// Read from DeepSpeed runtime/fp16/{loss_scaler,fused_optimizer}.py and Megatron core/optimizer/grad_scaler.py; held
// against them by tests/golden/loss_scale.json.
#pragma once

#include "core/plan/plan.h"

namespace core {

enum class LossScaleKey { Window, Hysteresis, Consecutive, Minimum };
[[nodiscard]] bool readsKey(LossScaleRules rules, LossScaleKey key);

// Of the first update: the plan's, or the rules' own.
[[nodiscard]] double firstLossScale(const LossScaleSpec& spec);

// Where the scale stands between two updates.
struct LossScaleState {
    double scale = 1;
    int chances = 0;          // overflows left until it halves
    std::int64_t stable = 0;  // updates since the last overflow, as the rules count them
    bool operator==(const LossScaleState&) const = default;
};
[[nodiscard]] LossScaleState firstLossScaleState(const LossScaleSpec& spec);

enum class Gradients { Finite, Overflow };
enum class LossScaleEnd { GoesOn, AtMinimum };  // AtMinimum: DeepSpeed raises here; the state is as before

// Moves the state on by one update.
[[nodiscard]] LossScaleEnd advance(const LossScaleSpec& spec, Gradients gradients, LossScaleState& state);

}  // namespace core
