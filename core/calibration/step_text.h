// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step that somebody measured, as it is given on a command line: PLAN=SECONDS.
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/cost/step_fit.h"

#include <string>
#include <string_view>

namespace core {

struct StepText {
    std::string plan;  // a file; may hold "=" itself
    Seconds seconds;
};

// Refused: no file, no finite number above 0 behind the last "=".
[[nodiscard]] Result<StepText> readStepText(std::string_view text, std::string_view flag);

// The step of a plan on this card. Refused: what validate() has an error against, or a plan without a time model.
[[nodiscard]] Result<MeasuredStep> measuredStep(Plan plan, const Accelerator& card, Seconds seconds);

}  // namespace core
