// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// fp16, bf16, apex, the dtype of accumulation, the loss scale.
#include "core/config/ds_rules.h"

#include <fmt/format.h>

namespace core {

namespace {

using C = DsContext;
using Found = std::optional<DsFinding>;

bool on(const C& c, std::string_view path) { return c.config.boolean(path).value_or(false); }
bool bf16(const C& c) { return on(c, "bf16/enabled") || (!c.config.has("bf16") && on(c, "bfloat16/enabled")); }
bool fp16(const C& c) { return on(c, "fp16/enabled"); }
bool zeroOn(const C& c) { return c.config.zeroStage().value_or(1) > 0; }
bool dynamicScale(const C& c) { return fp16(c) && c.config.real("fp16/loss_scale").value_or(0) == 0; }

Found bothHalves(const C& c) {
    if (!fp16(c) || !bf16(c)) return {};
    return DsFinding{"bf16/enabled", {}, "bfloat16 and fp16 modes cannot be simultaneously enabled"};
}

Found negativeScale(const C& c) {
    if (c.config.real("fp16/loss_scale").value_or(0) >= 0) return {};
    return DsFinding{"fp16/loss_scale", {{"value", c.config.shown("fp16/loss_scale")}},
                     "fp16.loss_scale must be >= 0 (0 enables dynamic loss scaling)"};
}

Found noWindow(const C& c) {
    if (!dynamicScale(c) || c.config.whole("fp16/loss_scale_window").value_or(1000) > 0) return {};
    return DsFinding{"fp16/loss_scale_window", {{"value", c.config.shown("fp16/loss_scale_window")}},
                     "fp16.loss_scale_window must be > 0 when dynamic loss scaling is enabled (loss_scale=0)"};
}

Found noFloor(const C& c) {
    if (!dynamicScale(c) || c.config.whole("fp16/min_loss_scale").value_or(1) > 0) return {};
    return DsFinding{"fp16/min_loss_scale", {{"value", c.config.shown("fp16/min_loss_scale")}},
                     "fp16.min_loss_scale must be > 0 when dynamic loss scaling is enabled (loss_scale=0)"};
}

// 2^power halves on every overflow; fp16 ends at 65504, so each doubling above costs the run a skipped update or two.
Found hugeScale(const C& c) {
    const std::int64_t power = c.config.whole("fp16/initial_scale_power").value_or(16);
    if (!dynamicScale(c) || power <= 24) return {};
    return DsFinding{
        "fp16/initial_scale_power", {{"power", fmt::to_string(power)}, {"skipped", fmt::to_string(power - 16)}}, ""};
}

Found master(const C& c, const char* path, const char* upstream) {
    if (!on(c, path) || zeroOn(c)) return {};
    return DsFinding{path, {{"key", path}}, upstream};
}
Found fp16Master(const C& c) {
    return master(c, "fp16/fp16_master_weights_and_grads",
                  "Fp16_master_weights_and_grads is only supported with ZeRO Stage 1, 2, or 3.");
}
Found bf16Master(const C& c) {
    return master(c, "bf16/bf16_master_weights_and_grads",
                  "Bf16_master_weights_and_grads is only supported with ZeRO Stage 1, 2, or 3.");
}
Found bf16StatesZero(const C& c) {
    return master(c, "bf16/bf16_optimizer_states",
                  "bf16_optimizer_states is only supported with ZeRO Stage 1, 2, or 3.");
}
Found bf16StatesMaster(const C& c) {
    if (!on(c, "bf16/bf16_optimizer_states") || !zeroOn(c) || on(c, "bf16/bf16_master_weights_and_grads")) return {};
    return DsFinding{"bf16/bf16_optimizer_states", {},
                     "bf16_optimizer_states requires bf16_master_weights_and_grads to be enabled."};
}

// "fp32" of a config → "torch.float32" of a message.
std::string torchName(std::string_view name) {
    if (name == "fp16") return "torch.float16";
    return name == "bf16" ? "torch.bfloat16" : "torch.float32";
}

std::string modelType(const C& c) { return fp16(c) ? "fp16" : bf16(c) ? "bf16" : "fp32"; }

// ZeRO's own optimizers take any pair; without ZeRO only bf16 beside fp32 has one.
Found mixedAccumulation(const C& c) {
    const auto wanted = c.config.text("data_types/grad_accum_dtype");
    if (!wanted || zeroOn(c) || *wanted == modelType(c)) return {};
    if (modelType(c) == "bf16" && *wanted == "fp32") return {};
    return DsFinding{"data_types/grad_accum_dtype",
                     {{"model", modelType(c)}, {"accumulation", *wanted}},
                     fmt::format("unsupported mix of model_dtype={} and grad_accum_dtype={}", torchName(modelType(c)),
                                 torchName(*wanted))};
}

Found bf16Accumulation(const C& c) {
    if (!bf16(c) || zeroOn(c) || c.config.has("data_types/grad_accum_dtype")) return {};
    return DsFinding{"bf16/enabled", {},
                     c.pipelineEngine ? "**** BF16 gradient accumulation is not safe numerically with large number of "
                                        "accumulation steps, proceed with caution *****"
                                      : ""};
}

Found ampZero(const C& c) {
    if (!on(c, "amp/enabled") || !zeroOn(c)) return {};
    return DsFinding{
        "amp/enabled",
        {},
        "Amp and ZeRO are not currently compatible, please use (legacy) fp16 mode which performs similar to "
        "amp opt_mode=O2"};
}

Found ampHalf(const C& c) {
    if (!on(c, "amp/enabled") || zeroOn(c) || (!fp16(c) && !bf16(c))) return {};
    return DsFinding{"amp/enabled", {}, "Cannot enable both amp with (legacy) fp16 or bfloat16 mode"};
}

Found parameterType(const C& c) {
    const auto wanted = c.config.text("data_types/param_dtype");
    if (!wanted || modelType(c) == "fp32" || *wanted == modelType(c)) return {};
    return DsFinding{
        "data_types/param_dtype",
        {{"value", *wanted}, {"model", modelType(c)}},
        fmt::format("data_types.param_dtype='{}' conflicts with the enabled precision mode (model dtype {}). "
                    "Set the matching fp16/bf16 'enabled' flag or omit data_types.param_dtype.",
                    *wanted, torchName(modelType(c)))};
}

constexpr Version kScaleChecks{0, 19, 3};
constexpr DsRule kRules[] = {
    {"ds.fp16-and-bf16", Severity::Error, "fix.ds.fp16-and-bf16", "runtime/config.py", bothHalves},
    {"ds.loss-scale-negative", Severity::Error, "fix.ds.loss-scale-negative", "runtime/precision_config.py",
     negativeScale, kScaleChecks},
    {"ds.loss-scale-window", Severity::Error, "fix.ds.at-least-one", "runtime/precision_config.py", noWindow,
     kScaleChecks},
    {"ds.loss-scale-floor", Severity::Error, "fix.ds.at-least-one", "runtime/precision_config.py", noFloor,
     kScaleChecks},
    {"ds.loss-scale-huge", Severity::Info, "fix.ds.loss-scale-huge", "runtime/fp16/loss_scaler.py", hugeScale},
    {"ds.master-needs-zero", Severity::Error, "fix.ds.zero-one", "runtime/config.py", fp16Master},
    {"ds.master-needs-zero", Severity::Error, "fix.ds.zero-one", "runtime/config.py", bf16Master},
    {"ds.master-needs-zero", Severity::Error, "fix.ds.zero-one", "runtime/config.py", bf16StatesZero},
    {"ds.states-need-master", Severity::Error, "fix.ds.states-need-master", "runtime/config.py", bf16StatesMaster},
    {"ds.accumulation-mix", Severity::Error, "fix.ds.accumulation-mix", "runtime/engine.py", mixedAccumulation},
    {"ds.bf16-accumulation", Severity::Warning, "fix.ds.bf16-accumulation", "runtime/engine.py", bf16Accumulation},
    {"ds.amp-zero", Severity::Error, "fix.ds.amp", "runtime/engine.py", ampZero},
    {"ds.amp-half", Severity::Error, "fix.ds.amp", "runtime/engine.py", ampHalf},
    {"ds.parameter-type", Severity::Error, "fix.ds.parameter-type", "runtime/engine.py", parameterType, {0, 19, 1}},
};

}  // namespace

std::span<const DsRule> dsPrecisionRules() { return kRules; }

}  // namespace core
