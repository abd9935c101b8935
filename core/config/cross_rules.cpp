// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Between a script of Megatron-DeepSpeed and its ds_config. Both say the batch, the stage and the precision, nobody
// holds them equal, and most of the ds_config is inert: optimizer and scheduler are Megatron's own.
#include "core/config/mega_rules.h"

#include <fmt/format.h>

#include <cmath>

namespace core {

namespace {

using C = MegaContext;
using Found = std::optional<MegaFinding>;
using std::int64_t;

std::string text(int64_t number) { return fmt::to_string(number); }
bool paired(const C& c) { return c.deepspeed != nullptr && c.flavour == MegaFlavour::MegatronDeepSpeed; }

Found different(const C& c, const char* name, std::optional<int64_t> argument, const char* path) {
    const auto configured = c.deepspeed->whole(path);
    if (!argument || !configured || *argument == *configured) return {};
    return MegaFinding{
        name, {{"name", name}, {"argument", text(*argument)}, {"key", path}, {"configured", text(*configured)}}, ""};
}

Found micro(const C& c) {
    if (!paired(c)) return {};
    return different(c, "micro-batch-size", c.whole("micro-batch-size"), "train_micro_batch_size_per_gpu");
}

Found global(const C& c) {
    if (!paired(c)) return {};
    return different(c, "global-batch-size", c.whole("global-batch-size"), "train_batch_size");
}

Found stage(const C& c) {
    if (!paired(c) || !c.args.has("deepspeed")) return {};
    const double argument = c.args.real("zero-stage").value_or(1);
    const auto configured = c.deepspeed->zeroStage();
    if (!configured || int64_t(argument) == *configured) return {};
    return MegaFinding{"zero-stage",
                       {{"argument", fmt::format("{:g}{}", argument, c.args.has("zero-stage") ? "" : " (the default)")},
                        {"configured", text(*configured)}},
                       ""};
}

std::string precision(bool fp16, bool bf16) { return fp16 ? "fp16" : bf16 ? "bf16" : "fp32"; }

Found precisions(const C& c) {
    if (!paired(c) || !c.args.has("deepspeed") || c.deepspeed->isAuto("fp16/enabled") ||
        c.deepspeed->isAuto("bf16/enabled"))
        return {};
    const std::string script = precision(c.args.has("fp16"), c.args.has("bf16")),
                      config = precision(c.deepspeed->flag("fp16/enabled"),
                                         c.deepspeed->flag("bf16/enabled") || c.deepspeed->flag("bfloat16/enabled"));
    if (script == config) return {};
    return MegaFinding{script == "fp32" ? "" : script, {{"script", script}, {"configured", config}}, ""};
}

Found clipping(const C& c) {
    if (!paired(c) || !c.args.has("deepspeed")) return {};
    const double argument = c.args.real("clip-grad").value_or(1);
    const auto written = c.deepspeed->real("gradient_clipping");
    if (written ? std::abs(*written - argument) < 1e-9 : argument == 1) return {};
    return MegaFinding{"clip-grad", {{"argument", fmt::format("{:g}", argument)},
                                     {"configured", written ? fmt::format("{:g}", *written) : "its default"}}, ""};
}

Found inert(const C& c, const char* block) {
    if (!paired(c) || !c.args.has("deepspeed") || !c.deepspeed->has(block)) return {};
    return MegaFinding{"deepspeed_config", {{"block", block}}, ""};
}
Found inertOptimizer(const C& c) { return inert(c, "optimizer"); }
Found inertScheduler(const C& c) { return inert(c, "scheduler"); }

Found checkpointingBlock(const C& c) {
    if (!paired(c) || !c.args.has("deepspeed") || !c.deepspeed->has("activation_checkpointing") ||
        c.args.has("deepspeed-activation-checkpointing"))
        return {};
    return MegaFinding{"deepspeed_config", {}, ""};
}

Found prescale(const C& c) {
    if (!paired(c) || !c.deepspeed->flag("prescale_gradients") || c.deepspeed->zeroStage().value_or(0) != 1) return {};
    return MegaFinding{"deepspeed_config", {{"stage", text(*c.deepspeed->zeroStage())}}, ""};
}

Found megatronLmIgnores(const C& c) {
    if (c.deepspeed == nullptr || c.flavour != MegaFlavour::MegatronLm) return {};
    return MegaFinding{"", {}, ""};
}

constexpr char kTraining[] = "Megatron-DeepSpeed, megatron/training.py",
               kArguments[] = "Megatron-DeepSpeed, megatron/arguments.py";
constexpr MegaRule kRules[] = {
    {"cross.batch", Severity::Error, "fix.cross.same", kTraining, micro},
    {"cross.batch", Severity::Error, "fix.cross.same", kTraining, global},
    {"cross.stage", Severity::Error, "fix.cross.stage", kArguments, stage},
    {"cross.precision", Severity::Error, "fix.cross.precision", kTraining, precisions},
    {"cross.clipping", Severity::Warning, "fix.cross.clipping", kTraining, clipping},
    {"cross.inert", Severity::Warning, "fix.cross.inert", kTraining, inertOptimizer},
    {"cross.inert", Severity::Warning, "fix.cross.inert", kTraining, inertScheduler},
    {"cross.checkpointing", Severity::Warning, "fix.cross.checkpointing", kArguments, checkpointingBlock},
    {"cross.prescale", Severity::Warning, "fix.cross.prescale", "Megatron-DeepSpeed templates", prescale},
    {"cross.unused", Severity::Warning, "fix.cross.unused", "megatron/training/arguments.py", megatronLmIgnores},
};

}  // namespace

std::span<const MegaRule> crossRules() { return kRules; }

}  // namespace core
