// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Learning rate by update, 0-based; one implementation for planner and trainer.
// WarmupCosine: closed form η·(u+1)/T_w during warm-up, then cosine to minRatio·η. DeepSpeedWarmupCosine: DeepSpeed's
// WarmupCosineLR to the letter (linear warm-up; k = u − 1, the first two updates at the minimum).
#pragma once

#include "core/plan/plan.h"

namespace core {

[[nodiscard]] double learningRate(const LrScheduleSpec& schedule, double peak, std::int64_t update,
                                  std::int64_t totalUpdates);

}  // namespace core
