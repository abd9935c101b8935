// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules of number formats and of fp16's loss scale.
#include "core/optim/loss_scale.h"
#include "core/plan/rules.h"

#include <fmt/format.h>

namespace core {

namespace {

using Params = std::map<std::string, std::string>;

void checkFp64(const Plan& plan, Problems& problems) {
    const bool wide = plan.precision == Precision::Fp64;
    if (wide && plan.framework != Framework::Engine)
        problems.push_back({Severity::Error,
                            "precision.fp64",
                            "/precision",
                            {{"framework", std::string(toText(plan.framework))}},
                            "fix.precision.bf16"});
    if (plan.gradientDtype && (*plan.gradientDtype == Precision::Fp64) != wide)
        problems.push_back({Severity::Error,
                            "precision.fp64-gradients",
                            "/gradient_dtype",
                            {{"precision", std::string(toText(plan.precision))},
                             {"dtype", std::string(toText(*plan.gradientDtype))}},
                            "fix.precision.fp64-gradients"});
}

void checkUnreadKeys(const LossScaleSpec& spec, Problems& problems) {
    const LossScaleSpec usual;
    const auto check = [&](LossScaleKey key, const char* name, bool given) {
        if (given && !readsKey(spec.rules, key))
            problems.push_back({Severity::Warning,
                                "precision.loss-scale-key-unread",
                                std::string("/loss_scale/") + name,
                                {{"rules", std::string(toText(spec.rules))}, {"name", name}},
                                "fix.precision.loss-scale-key-unread"});
    };
    check(LossScaleKey::Window, "window", spec.window != usual.window);
    check(LossScaleKey::Hysteresis, "hysteresis", spec.hysteresis != usual.hysteresis);
    check(LossScaleKey::Consecutive, "consecutive_hysteresis", spec.consecutive != usual.consecutive);
    check(LossScaleKey::Minimum, "minimum", spec.minimum != usual.minimum);
}

void checkLossScale(const Plan& plan, Problems& problems) {
    const LossScaleSpec& spec = plan.lossScale;
    if (plan.precision != Precision::Fp16) {
        if (spec != LossScaleSpec{})
            problems.push_back({Severity::Warning,
                                "precision.loss-scale-unread",
                                "/loss_scale",
                                {{"precision", std::string(toText(plan.precision))}},
                                "fix.precision.loss-scale-unread"});
        return;
    }
    checkUnreadKeys(spec, problems);
    if (readsKey(spec.rules, LossScaleKey::Minimum) && firstLossScale(spec) < spec.minimum)
        problems.push_back({Severity::Error,
                            "precision.loss-scale-below-minimum",
                            "/loss_scale/minimum",
                            {{"initial", fmt::format("{:g}", firstLossScale(spec))},
                             {"minimum", fmt::format("{:g}", spec.minimum)}},
                            "fix.precision.loss-scale-minimum"});
}

}  // namespace

Problems precisionProblems(const Plan& plan) {
    Problems problems;
    checkFp64(plan, problems);
    checkLossScale(plan, problems);
    return problems;
}

}  // namespace core
