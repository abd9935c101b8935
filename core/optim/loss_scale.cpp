// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optim/loss_scale.h"

#include <algorithm>

namespace core {

namespace {

constexpr double kFactor = 2;  // both frameworks double and halve

double halved(const LossScaleSpec& spec, double scale) { return std::max(scale / kFactor, spec.minimum); }

// DeepSpeed counts the updates behind the first one after an overflow.
bool growsAfter(const LossScaleSpec& spec, std::int64_t stable) {
    return stable > 0 && stable % spec.window == 0;
}

LossScaleEnd advanceZero(const LossScaleSpec& spec, Gradients gradients, LossScaleState& state) {
    if (gradients == Gradients::Overflow) {
        if (spec.hysteresis == 1 || state.chances == 1) {
            if (state.scale == spec.minimum) return LossScaleEnd::AtMinimum;
            state.scale = halved(spec, state.scale);
        } else {
            --state.chances;
        }
        state.stable = 0;
        return LossScaleEnd::GoesOn;
    }
    const bool grows = growsAfter(spec, state.stable);
    if (grows || spec.consecutive == ConsecutiveHysteresis::On) state.chances = spec.hysteresis;
    if (grows) state.scale *= kFactor;
    ++state.stable;
    return LossScaleEnd::GoesOn;
}

void advanceStage0(const LossScaleSpec& spec, Gradients gradients, LossScaleState& state) {
    if (gradients == Gradients::Overflow) {
        state.scale = halved(spec, state.scale);
        state.stable = 0;
        return;
    }
    if (growsAfter(spec, state.stable)) state.scale *= kFactor;
    ++state.stable;
}

void advanceMegatron(const LossScaleSpec& spec, Gradients gradients, LossScaleState& state) {
    if (gradients == Gradients::Overflow) {
        state.stable = 0;
        if (--state.chances <= 0) state.scale = halved(spec, state.scale);
        return;
    }
    if (++state.stable < spec.window) return;
    state = {state.scale * kFactor, spec.hysteresis, 0};
}

}  // namespace

bool readsKey(LossScaleRules rules, LossScaleKey key) {
    switch (rules) {
    case LossScaleRules::DeepSpeedZero:
        return true;
    case LossScaleRules::DeepSpeedStage0:
        return key == LossScaleKey::Window || key == LossScaleKey::Minimum;
    case LossScaleRules::Megatron:
        return key != LossScaleKey::Consecutive;
    case LossScaleRules::Constant:
        return false;
    }
    return false;
}

double firstLossScale(const LossScaleSpec& spec) {
    if (spec.initial > 0) return spec.initial;
    return spec.rules == LossScaleRules::Megatron ? 0x1p32 : 0x1p16;
}

LossScaleState firstLossScaleState(const LossScaleSpec& spec) {
    const bool counts = readsKey(spec.rules, LossScaleKey::Hysteresis);
    return {firstLossScale(spec), counts ? spec.hysteresis : 0, 0};
}

LossScaleEnd advance(const LossScaleSpec& spec, Gradients gradients, LossScaleState& state) {
    switch (spec.rules) {
    case LossScaleRules::DeepSpeedZero:
        return advanceZero(spec, gradients, state);
    case LossScaleRules::DeepSpeedStage0:
        advanceStage0(spec, gradients, state);
        break;
    case LossScaleRules::Megatron:
        advanceMegatron(spec, gradients, state);
        break;
    case LossScaleRules::Constant:
        break;
    }
    return LossScaleEnd::GoesOn;
}

}  // namespace core
