// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Experts of Megatron-LM: how many, on which cards, in which blocks.
#include "core/config/layer_pattern.h"
#include "core/config/mega_rules.h"

#include <fmt/format.h>

namespace core {

namespace {

using C = MegaContext;
using Found = std::optional<MegaFinding>;
using std::int64_t;

constexpr char kEp[] = "expert-model-parallel-size";

int64_t ep(const C& c) { return c.count(kEp); }
int64_t experts(const C& c) { return c.count("num-experts", 0); }

Found splitOfNothing(const C& c) {
    if (ep(c) <= 1 || c.args.has("num-experts")) return {};
    return MegaFinding{
        kEp, {{"ep", fmt::to_string(ep(c))}}, "num_experts must be non None to use expert model parallelism"};
}

Found unevenSplit(const C& c) {
    if (ep(c) <= 1 || experts(c) < 1 || experts(c) % ep(c) == 0) return {};
    int64_t nearest = ep(c);
    while (experts(c) % nearest != 0) --nearest;
    return MegaFinding{
        kEp,
        {{"ep", fmt::to_string(ep(c))}, {"experts", fmt::to_string(experts(c))}, {"nearest", fmt::to_string(nearest)}},
        "Number of experts should be a multiple of expert model parallel_size."};
}

Found splitInFp16(const C& c) {
    if (ep(c) <= 1 || !c.args.has("fp16")) return {};
    return MegaFinding{
        "fp16", {{"ep", fmt::to_string(ep(c))}}, "Expert parallelism is not supported with fp16 training."};
}

Found withoutSequenceParallel(const C& c) {
    if (experts(c) <= 1 || c.tp() <= 1 || c.args.has("sequence-parallel")) return {};
    return MegaFinding{
        "num-experts",
        {{"tp", fmt::to_string(c.tp())}},
        "During training, performance may degrade if MoE and tensor parallelism are enabled without also enabling "
        "sequence parallelism."};
}

// The experts have cards of their own order: etp · ep · pp of them hold all experts once.
Found cards(const C& c) {
    const int64_t split = c.count("expert-tensor-parallel-size", c.tp());
    if (!c.world || experts(c) < 1 || ep(c) < 1 || split < 1 || c.pp() < 1) return {};
    const int64_t shape = split * ep(c) * c.pp();
    if (*c.world % shape == 0) return {};
    int64_t nearest = ep(c);
    while (nearest > 1 && (experts(c) % nearest != 0 || *c.world % (split * nearest * c.pp()) != 0)) --nearest;
    return MegaFinding{
        kEp,
        {{"world", fmt::to_string(*c.world)}, {"shape", fmt::to_string(shape)}, {"nearest", fmt::to_string(nearest)}},
        fmt::format("world_size ({}) is not divisible by expert_tensor_model_pipeline_parallel size ({})", *c.world,
                    shape)};
}

Found mapping(const C& c) {
    if (!c.args.has("use-tp-pp-dp-mapping") || c.cp() * std::max<int64_t>(1, ep(c)) <= 1) return {};
    return MegaFinding{"use-tp-pp-dp-mapping",
                       {{"cp", fmt::to_string(c.cp())}, {"ep", fmt::to_string(ep(c))}},
                       "context_parallel and expert_model_parallel can't be used with tp-pp-dp mapping."};
}

Found blocks(const C& c) {
    const auto freq = c.args.text("moe-layer-freq");
    const int64_t layers = c.count("num-layers", 0);
    if (!freq || layers < 1 || layerPattern(*freq, int(layers))) return {};
    return MegaFinding{"moe-layer-freq", {{"value", *freq}, {"layers", fmt::to_string(layers)}}, ""};
}

constexpr char kArguments[] = "megatron/training/arguments.py";
constexpr MegaRule kRules[] = {
    {"mega.experts-none", Severity::Error, "fix.mega.experts-none", kArguments, splitOfNothing, MegaFor::Lm},
    {"mega.experts-ep", Severity::Error, "fix.mega.experts-ep", kArguments, unevenSplit, MegaFor::Lm},
    {"mega.experts-fp16", Severity::Error, "fix.mega.experts-fp16", kArguments, splitInFp16, MegaFor::Lm},
    {"mega.experts-sequence", Severity::Error, "fix.mega.experts-sequence",
     "megatron/core/transformer/moe/moe_layer.py", withoutSequenceParallel, MegaFor::Lm},
    {"mega.experts-cards", Severity::Error, "fix.mega.experts-cards", "megatron/core/parallel_state.py", cards,
     MegaFor::Lm},
    {"mega.mapping-groups", Severity::Error, "fix.mega.mapping-groups", kArguments, mapping, MegaFor::Lm},
    {"mega.expert-blocks", Severity::Error, "fix.mega.expert-blocks", "megatron/core/models/gpt/gpt_layer_specs.py",
     blocks, MegaFor::Lm},
};

}  // namespace

std::span<const MegaRule> megaExpertRules() { return kRules; }

}  // namespace core
