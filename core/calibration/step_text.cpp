// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/step_text.h"

#include "core/plan/validate.h"

#include <cmath>
#include <cstdlib>

namespace core {

Result<StepText> readStepText(std::string_view text, std::string_view flag) {
    const auto refused = [&] {
        return refuse({Severity::Error, "calibrate.step", std::string(flag), {{"text", std::string(text)}}, "fix.calibrate.step"});
    };
    const std::size_t sign = text.rfind('=');
    if (sign == text.npos || sign == 0 || sign + 1 == text.size()) return refused();
    const std::string number(text.substr(sign + 1));
    char* end = nullptr;
    const double seconds = std::strtod(number.c_str(), &end);
    if (end != number.c_str() + number.size() || !std::isfinite(seconds) || seconds <= 0) return refused();
    return StepText{std::string(text.substr(0, sign)), Seconds(seconds)};
}

Result<MeasuredStep> measuredStep(Plan plan, const Accelerator& card, Seconds seconds) {
    plan.cluster.own = card;
    plan.cluster.gpu = card.name;
    Problems problems = validate(plan);
    if (hasErrors(problems)) return tl::make_unexpected(std::move(problems));
    auto timer = StepTimer::of(plan);
    if (!timer) return refuse({Severity::Error, "calibrate.no-time", "/layout", {}, {}});
    return MeasuredStep{std::move(*timer), seconds};
}

}  // namespace core
