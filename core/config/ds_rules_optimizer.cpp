// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The optimizer block. Where the script hands its own optimizer over, the block is inert: only what offload asks of
// that optimizer is left.
#include "core/config/ds_rules.h"

#include "core/base/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace core {

namespace {

using C = DsContext;
using Found = std::optional<DsFinding>;

constexpr char kType[] = "optimizer/type";
constexpr std::string_view kOwn[] = {"adagrad", "adam", "adamw", "lamb", "onebitadam", "onebitlamb",
                                     "zerooneadam", "muadam", "muadamw", "musgd", "lion", "muon"};
constexpr std::string_view kTorch[] = {"ASGD",   "Adadelta", "Adagrad",    "Adam",      "AdamW",
                                       "Adamax", "LBFGS",    "NAdam",      "RAdam",     "RMSprop",
                                       "Rprop",  "SGD",      "SparseAdam", "Adafactor", "Muon"};
constexpr std::string_view kTestedWithZero[] = {"adam", "adamw", "adagrad", "lion", "muon"};

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

bool isOneOf(std::string_view word, std::span<const std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

std::string name(const C& c) { return c.clientOptimizer ? std::string() : lower(c.config.text(kType).value_or("")); }
bool zeroOn(const C& c) { return c.config.zeroStage().value_or(0) > 0; }

Found oneBit(const C& c) {
    static constexpr std::pair<std::string_view, std::string_view> kMessages[] = {
        {"onebitadam", "1bit-Adam is not compatible with ZeRO"},
        {"zerooneadam", "0/1 Adam is not compatible with ZeRO"},
        {"onebitlamb", "1bit-Lamb is not compatible with ZeRO"}};
    for (const auto& [optimizer, upstream] : kMessages)
        if (name(c) == optimizer && zeroOn(c))
            return DsFinding{kType, {{"optimizer", c.config.text(kType).value_or("")},
                                     {"stage", fmt::to_string(*c.config.zeroStage())}},
                             std::string(upstream)};
    return {};
}

Found lambScale(const C& c) {
    if (name(c) != "lamb" && name(c) != "onebitlamb") return {};
    if (!c.config.flag("fp16/enabled") || c.config.real("fp16/loss_scale").value_or(0) == 0) return {};
    return DsFinding{"fp16/loss_scale", {{"optimizer", name(c)}},
                     fmt::format("DeepSpeed {} optimizer requires dynamic loss scaling", name(c))};
}

Found maxGradNorm(const C& c) {
    if (name(c).empty() || !c.config.has("optimizer/params/max_grad_norm")) return {};
    return DsFinding{
        "optimizer/params/max_grad_norm",
        {{"norm", c.config.shown("optimizer/params/max_grad_norm")}},
        "'max_grad_norm' is not supported as an optimizer parameter, please switch to using the deepspeed "
        "parameter 'gradient_clipping' see: https://www.deepspeed.ai/docs/config-json/#gradient-clipping for "
        "more details"};
}

Found unknown(const C& c) {
    const std::string written = c.config.text(kType).value_or("");
    if (name(c).empty() || isOneOf(name(c), kOwn) || isOneOf(written, kTorch)) return {};
    std::vector<std::string> known(std::begin(kOwn), std::end(kOwn));
    known.insert(known.end(), std::begin(kTorch), std::end(kTorch));
    return DsFinding{kType, {{"optimizer", written}, {"meant", nearestWord(written, known).value_or("")}},
                     fmt::format("module 'torch.optim' has no attribute '{}'", written)};
}

Found untested(const C& c) {
    if (name(c).empty() || !zeroOn(c) || isOneOf(name(c), kTestedWithZero) ||
        c.config.flag("zero_allow_untested_optimizer"))
        return {};
    if (name(c).starts_with("onebit") || name(c).starts_with("zeroone")) return {};
    return DsFinding{
        kType,
        {{"optimizer", c.config.text(kType).value_or("")}, {"stage", fmt::to_string(*c.config.zeroStage())}},
        "You are using an untested ZeRO Optimizer. Please add <\"zero_allow_untested_optimizer\": true> in the "
        "configuration file to use it."};
}

Found clientOffload(const C& c) {
    if (!c.clientOptimizer || c.cpuOptimizer || !zeroOn(c) || c.config.optimizerDevice() == "none" ||
        !c.config.flag("zero_force_ds_cpu_optimizer"))
        return {};
    return DsFinding{"zero_optimization/offload_optimizer", {{"device", c.config.optimizerDevice()}},
                     "You are using ZeRO-Offload with a client provided optimizer which in most cases will yield poor "
                     "performance."};
}

Found adamIsAdamW(const C& c) {
    if (name(c) != "adam" || c.config.real("optimizer/params/weight_decay").value_or(0) <= 0 ||
        c.config.has("optimizer/params/adam_w_mode"))
        return {};
    return DsFinding{kType, {{"decay", c.config.shown("optimizer/params/weight_decay")}}, ""};
}

Found noType(const C& c) {
    if (!c.config.has("optimizer") || c.config.has(kType)) return {};
    return DsFinding{"optimizer", {{"block", "optimizer"}}, ""};
}

constexpr char kEngine[] = "runtime/engine.py";
constexpr DsRule kRules[] = {
    {"ds.one-bit-zero", Severity::Error, "fix.ds.zero-off", kEngine, oneBit},
    {"ds.lamb-scale", Severity::Error, "fix.ds.lamb-scale", kEngine, lambScale},
    {"ds.max-grad-norm", Severity::Error, "fix.ds.max-grad-norm", kEngine, maxGradNorm},
    {"ds.optimizer-unknown", Severity::Error, "fix.ds.optimizer-unknown", kEngine, unknown},
    {"ds.optimizer-untested", Severity::Error, "fix.ds.optimizer-untested", "runtime/zero/utils.py, runtime/engine.py",
     untested},
    {"ds.client-offload", Severity::Error, "fix.ds.client-offload", kEngine, clientOffload},
    {"ds.adam-is-adamw", Severity::Info, "fix.ds.adam-is-adamw", "runtime/config.py", adamIsAdamW},
    {"ds.no-type", Severity::Warning, "fix.ds.no-type", "runtime/config.py", noType},
};

}  // namespace

std::span<const DsRule> dsOptimizerRules() { return kRules; }

}  // namespace core
