// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is particular to Megatron-DeepSpeed (megatron/arguments.py, megatron/training.py) and the deepspeed launcher.
#include "core/config/mega_rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

using C = MegaContext;
using Found = std::optional<MegaFinding>;
using std::int64_t;

std::string text(int64_t number) { return fmt::to_string(number); }

bool usesDeepSpeed(const C& c) { return c.args.has("deepspeed") || c.flavour == MegaFlavour::NeoX; }
int64_t stage(const C& c) {
    const double argument = c.args.real("zero-stage").value_or(1);
    return c.deepspeed != nullptr ? c.deepspeed->zeroStage().value_or(0) : int64_t(argument);
}

// tp = min(tp, cards), pp = min(pp, cards / tp): another layout than was asked for, without a word.
Found clampedTp(const C& c) {
    if (!c.world || c.tp() <= *c.world || c.flavour == MegaFlavour::NeoX) return {};
    return MegaFinding{"tensor-model-parallel-size", {{"tp", text(c.tp())}, {"world", text(*c.world)}}, ""};
}

Found clampedPp(const C& c) {
    if (!c.world || c.flavour == MegaFlavour::NeoX || c.tp() < 1) return {};
    const int64_t tp = std::min(c.tp(), *c.world);
    if (c.pp() <= *c.world / tp) return {};
    return MegaFinding{
        "pipeline-model-parallel-size",
        {{"pp", text(c.pp())}, {"world", text(*c.world)}, {"tp", text(tp)}, {"clamped", text(*c.world / tp)}},
        ""};
}

Found sequenceAlone(const C& c) {
    if (c.sp() <= 1 || (c.tp() == 1 && c.pp() == 1)) return {};
    return MegaFinding{"ds-sequence-parallel-size", {{"tp", text(c.tp())}, {"pp", text(c.pp())}}, ""};
}

Found pipelineZero(const C& c) {
    if (!c.pipelineEngine() || stage(c) < 2 || c.deepspeed != nullptr) return {};  // with a ds_config it says so
    return MegaFinding{"zero-stage",
                       {{"stage", text(stage(c))}, {"pp", text(c.pp())}},
                       "ZeRO-2 and ZeRO-3 are incompatible with pipeline parallelism"};
}

Found noPipelineAtPp(const C& c) {
    if (!c.args.has("no-pipeline-parallel") || c.pp() == 1) return {};
    return MegaFinding{"no-pipeline-parallel", {{"pp", text(c.pp())}}, ""};
}

Found noDeepSpeed(const C& c) {
    if (c.flavour != MegaFlavour::MegatronDeepSpeed || c.args.has("deepspeed")) return {};
    for (const char* name : {"deepspeed_config", "deepspeed-config", "zero-stage", "deepspeed-activation-checkpointing",
                             "no-pipeline-parallel"})
        if (c.args.has(name)) return MegaFinding{name, {{"name", name}}, ""};
    return {};
}

Found noConfig(const C& c) {
    if (c.flavour != MegaFlavour::MegatronDeepSpeed || !c.args.has("deepspeed") || c.args.has("deepspeed_config") ||
        c.args.has("deepspeed-config"))
        return {};
    return MegaFinding{"deepspeed", {}, "DeepSpeed requires --deepspeed_config to specify configuration file"};
}

Found checkpointingPair(const C& c) {
    if (!c.args.has("deepspeed") ||
        c.args.has("checkpoint-activations") == c.args.has("deepspeed-activation-checkpointing"))
        return {};
    const bool first = c.args.has("checkpoint-activations");
    return MegaFinding{first ? "checkpoint-activations" : "deepspeed-activation-checkpointing",
                       {{"given", first ? "checkpoint-activations" : "deepspeed-activation-checkpointing"},
                        {"missing", first ? "deepspeed-activation-checkpointing" : "checkpoint-activations"}},
                       ""};
}

Found zeroBubble(const C& c) {
    if (!c.args.has("enable-zbh1-pipeline")) return {};
    const char* reason = !c.args.has("deepspeed")          ? "needs --deepspeed"
                         : c.args.has("sequence-parallel") ? "does not go with --sequence-parallel"
                                                           : nullptr;
    if (reason == nullptr) return {};
    return MegaFinding{"enable-zbh1-pipeline", {{"reason", reason}}, ""};
}

Found virtualWithDeepSpeed(const C& c) {
    if (!c.args.has("deepspeed") || !c.virtualStages()) return {};
    return MegaFinding{"num-layers-per-virtual-pipeline-stage", {}, ""};
}

Found routedData(const C& c) {
    if (!c.pipelineEngine() || c.pp() < 2) return {};
    for (const char* name : {"curriculum-learning-legacy", "data-efficiency-curriculum-learning", "random-ltd"})
        if (c.args.has(name)) return MegaFinding{name, {{"name", name}}, ""};
    return {};
}

Found expertsAtThree(const C& c) {
    const auto experts = c.whole("num-experts");
    if (!usesDeepSpeed(c) || !experts || *experts < 2 || stage(c) != 3) return {};
    return MegaFinding{"num-experts", {{"experts", text(*experts)}}, "MoE not supported with Stage 3"};
}

// deepspeed --num_gpus counts the cards of one node.
Found cardsPerNode(const C& c) {
    if (c.launch == nullptr || c.launch->launcher != Launcher::DeepSpeed || !c.launch->cardsPerNode ||
        *c.launch->cardsPerNode <= 16)
        return {};
    const int64_t cards = *c.launch->cardsPerNode;
    return MegaFinding{"", {{"cards", text(cards)}, {"nodes", text((cards + 7) / 8)}}, ""};
}

constexpr char kArguments[] = "Megatron-DeepSpeed, megatron/arguments.py";
constexpr MegaFor kOwn = MegaFor::DeepSpeed;
constexpr MegaRule kRules[] = {
    {"mds.clamped-tp", Severity::Warning, "fix.mds.clamped", kArguments, clampedTp, kOwn},
    {"mds.clamped-pp", Severity::Warning, "fix.mds.clamped", kArguments, clampedPp, kOwn},
    {"mds.sequence-alone", Severity::Error, "fix.mds.sequence-alone", kArguments, sequenceAlone, kOwn},
    {"mds.pipeline-zero", Severity::Error, "fix.ds.pipeline-zero", "Megatron-DeepSpeed #474", pipelineZero, kOwn},
    {"mds.no-pipeline", Severity::Error, "fix.mds.no-pipeline", kArguments, noPipelineAtPp, kOwn},
    {"mds.no-deepspeed", Severity::Warning, "fix.mds.no-deepspeed", kArguments, noDeepSpeed, kOwn},
    {"mds.no-config", Severity::Error, "fix.mds.no-config", "deepspeed/runtime/engine.py", noConfig, kOwn},
    {"mds.checkpointing-pair", Severity::Warning, "fix.mds.checkpointing-pair", kArguments, checkpointingPair, kOwn},
    {"mds.zero-bubble", Severity::Error, "fix.mds.zero-bubble", kArguments, zeroBubble, kOwn},
    {"mds.virtual", Severity::Error, "fix.mds.virtual", "Megatron-DeepSpeed, megatron/training.py",
     virtualWithDeepSpeed, kOwn},
    {"mds.routed-data", Severity::Error, "fix.mds.routed-data", kArguments, routedData, kOwn},
    {"mds.experts-stage", Severity::Error, "fix.mds.experts-stage", "deepspeed/runtime/engine.py", expertsAtThree,
     kOwn},
    {"mds.cards-per-node", Severity::Warning, "fix.mds.cards-per-node", "deepspeed/launcher/runner.py", cardsPerNode},
};

}  // namespace

std::span<const MegaRule> megaDeepSpeedRules() { return kRules; }

}  // namespace core
