// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Learning rate by update, 0-based; one implementation for planner, command line and trainer. An update that
// is skipped (overflow) does not count.
#pragma once

#include "core/plan/plan.h"

#include <optional>

namespace core {

// `totalUpdates`: the run's own length, for schedules that name none.
[[nodiscard]] double learningRate(const LrScheduleSpec& schedule, double peak, std::int64_t update,
                                  std::int64_t totalUpdates);

// Adam's β1 and β2 where the schedule sets them (DeepSpeed's OneCycle), else nothing.
struct Betas {
    double beta1 = 0, beta2 = 0;
};
[[nodiscard]] std::optional<Betas> cycledBetas(const LrScheduleSpec& schedule, std::int64_t update,
                                               std::int64_t totalUpdates);

}  // namespace core
