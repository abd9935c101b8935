// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The schedules, family by family. `update` is 0-based; `total` is never 0.
#pragma once

#include "core/lr/lr_schedule.h"

namespace core {

struct LrRequest {
    const LrScheduleSpec& spec;
    double peak = 0;  // optimizer.lr
    std::int64_t update = 0;
    std::int64_t total = 1;
};

// closed_form.cpp: the textbook's. Update u of a warm-up of W has η·(u + 1)/W, so that none is wasted at 0.
[[nodiscard]] double warmupCosineRate(const LrRequest& request);
[[nodiscard]] double constantRate(const LrRequest& request);

// deepspeed.cpp: deepspeed/runtime/lr_schedules.py. The scheduler steps behind the optimizer, so update u sees
// iteration k = u − 1; the warm-ups therefore stay at the minimum for two updates.
[[nodiscard]] double rangeTestRate(const LrRequest& request);
[[nodiscard]] double oneCycleRate(const LrRequest& request);
[[nodiscard]] Betas oneCycleBetas(const LrRequest& request);
[[nodiscard]] double deepSpeedWarmupRate(const LrRequest& request);
[[nodiscard]] double deepSpeedWarmupDecayRate(const LrRequest& request);
[[nodiscard]] double deepSpeedWarmupCosineRate(const LrRequest& request);

// megatron.cpp: megatron/core/optimizer_param_scheduler.py, whose steps are samples; at a constant global batch
// the batch cancels, and update u sees step u: the first one has the initial rate.
[[nodiscard]] double megatronRate(const LrRequest& request);

}  // namespace core
