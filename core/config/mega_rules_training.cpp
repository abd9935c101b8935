// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Batch, length of the run, rates, precision, recomputation, overlap, sharding, environment.
#include "core/config/mega_rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

using C = MegaContext;
using Found = std::optional<MegaFinding>;
using std::int64_t;

std::string text(int64_t number) { return fmt::to_string(number); }

Found noMicroBatch(const C& c) {
    if (c.args.has("micro-batch-size") || c.args.has("batch-size") || c.flavour == MegaFlavour::NeoX) return {};
    return MegaFinding{"", {}, ""};
}

Found batch(const C& c) {
    const auto global = c.whole("global-batch-size"), micro = c.whole("micro-batch-size"), dp = c.dp();
    if (!global || !micro || !dp || *micro < 1 || c.args.has("decrease-batch-size-if-needed") ||
        c.args.has("rampup-batch-size"))
        return {};
    const int64_t step = *micro * *dp;
    if (*global % step == 0) return {};
    const int64_t below = *global / step * step;
    return MegaFinding{
        "global-batch-size",
        {{"global", text(*global)},
         {"micro", text(*micro)},
         {"dp", text(*dp)},
         {"nearest", below > 0 ? fmt::format("{} or {}", below, below + step) : text(step)}},
        fmt::format("global batch size ({}) is not divisible by micro batch size ({}) times data parallel size "
                    "({})",
                    *global, *micro, *dp)};
}

Found rampup(const C& c) {
    if (!c.args.has("rampup-batch-size")) return {};
    return MegaFinding{"rampup-batch-size", {}, ""};
}

Found rampupValues(const C& c) {
    const auto found = c.args.all().find("rampup-batch-size");
    if (found == c.args.all().end() || found->second.values.size() == 3) return {};
    return MegaFinding{
        "rampup-batch-size",
        {{"count", text(int64_t(found->second.values.size()))}},
        "expected the following format: --rampup-batch-size <start batch size> <batch size increment> <ramp-up "
        "samples>"};
}

Found stepSchedule(const C& c) {
    if (!c.args.has("step-batch-size-schedule") || !c.args.has("global-batch-size")) return {};
    return MegaFinding{"step-batch-size-schedule", {}, ""};
}

Found bothLengths(const C& c) {
    if (!c.args.has("train-iters") || !c.args.has("train-samples")) return {};
    return MegaFinding{"train-samples", {}, "expected iteration-based training"};
}

// Names counted in samples beside a run counted in iterations, or the other way round.
Found mixedLengths(const C& c) {
    const bool iterations = c.args.has("train-iters"), samples = c.args.has("train-samples");
    if (iterations == samples) return {};
    const char* wrong[] = {iterations ? "lr-decay-samples" : "lr-decay-iters",
                           iterations ? "lr-warmup-samples" : "lr-warmup-iters"};
    for (const char* name : wrong)
        if (c.args.has(name) && c.whole(name).value_or(1) != 0)
            return MegaFinding{name,
                               {{"name", name}, {"run", iterations ? "train-iters" : "train-samples"}},
                               iterations ? (name == wrong[0] ? "expected iteration-based learning rate decay"
                                                              : "expected iteration-based learning rate warmup")
                                          : (name == wrong[0] ? "expected sample-based learning rate decay"
                                                              : "expected sample-based learning rate warmup")};
    return {};
}

Found twoWarmups(const C& c) {
    if (!c.args.has("lr-warmup-fraction")) return {};
    for (const char* name : {"lr-warmup-iters", "lr-warmup-samples"})
        if (c.whole(name).value_or(0) != 0)
            return MegaFinding{
                name, {{"name", name}}, "can only specify one of lr-warmup-fraction and " + std::string(name)};
    return {};
}

Found longWarmup(const C& c) {
    const auto decay = c.whole(c.args.has("train-samples") ? "lr-decay-samples" : "lr-decay-iters"),
               total = c.whole(c.args.has("train-samples") ? "train-samples" : "train-iters"),
               warmup = c.whole(c.args.has("train-samples") ? "lr-warmup-samples" : "lr-warmup-iters");
    const auto length = decay ? decay : total;
    if (!length || !warmup || *warmup < *length) return {};
    return MegaFinding{c.args.has("train-samples") ? "lr-warmup-samples" : "lr-warmup-iters",
                       {{"warmup", text(*warmup)}, {"decay", text(*length)}},
                       "assert self.lr_warmup_steps < self.lr_decay_steps"};
}

Found rates(const C& c) {
    const auto most = c.args.real("lr"), least = c.args.real("min-lr");
    if (!most || !least || *least <= *most) return {};
    return MegaFinding{
        "min-lr", {{"least", c.args.text("min-lr").value_or("")}, {"most", c.args.text("lr").value_or("")}}, ""};
}

Found bothHalves(const C& c) {
    if (!c.args.has("fp16") || !c.args.has("bf16")) return {};
    return MegaFinding{"bf16", {}, ""};
}

Found bf16Gradients(const C& c) {
    if (!c.args.has("bf16") || c.args.has("grad-reduce-in-bf16") || c.args.has("accumulate-allreduce-grads-in-fp32"))
        return {};
    return MegaFinding{"bf16", {}, "accumulate and all-reduce gradients in fp32 for bfloat16 data type."};
}

Found granularity(const C& c) {
    const auto given = c.args.text("recompute-granularity");
    if (!given || *given == "full" || *given == "selective") return {};
    return MegaFinding{
        "recompute-granularity",
        {{"value", *given}},
        fmt::format("error: argument --recompute-granularity: invalid choice: '{}' (choose from 'full', 'selective')",
                    *given)};
}

Found fullRecompute(const C& c) {
    if (c.args.text("recompute-granularity") != "full") return {};
    const auto method = c.args.text("recompute-method");
    if (method && (*method == "uniform" || *method == "block") && c.args.has("recompute-num-layers")) return {};
    const bool noMethod = !method || (*method != "uniform" && *method != "block");
    return MegaFinding{"recompute-granularity",
                       {{"missing", noMethod ? "recompute-method" : "recompute-num-layers"}},
                       noMethod
                           ? "Using recompute_granularity: full so recompute_method must be \"block\" or \"uniform\""
                           : "When using recompute_granularity: full recompute_num_layers must be between 1 and "
                             "num_layers_per_pipeline_rank"};
}

Found selectiveRecompute(const C& c) {
    if (c.args.text("recompute-granularity") != "selective" || !c.args.has("recompute-method")) return {};
    return MegaFinding{
        "recompute-method", {}, "recompute method is not yet supported for selective recomputing granularity"};
}

Found distributeSaved(const C& c) {
    if (!c.args.has("distribute-saved-activations")) return {};
    const char* reason = c.tp() < 2                                       ? "tensor parallelism"
                         : c.args.text("recompute-granularity") != "full" ? "full recomputation"
                         : c.args.has("sequence-parallel")                ? "no sequence parallelism"
                                                                          : nullptr;
    if (reason == nullptr) return {};
    return MegaFinding{"distribute-saved-activations",
                       {{"needs", reason}},
                       c.tp() < 2 ? "can distribute recomputed activations only across tensor model parallel groups"
                                  : ""};
}

Found overlapGather(const C& c) {
    if (!c.args.has("overlap-param-gather")) return {};
    const char* missing = !c.args.has("use-distributed-optimizer") && !c.args.has("use-megatron-fsdp")
                              ? "use-distributed-optimizer"
                          : !c.args.has("overlap-grad-reduce") ? "overlap-grad-reduce"
                                                               : nullptr;
    if (missing == nullptr) return {};
    return MegaFinding{"overlap-param-gather",
                       {{"missing", missing}},
                       std::string_view(missing) == "use-distributed-optimizer"
                           ? "--overlap-param-gather only supported with distributed optimizer or megatron fsdp"
                           : "Must use --overlap-param-gather with --overlap-grad-reduce"};
}

Found fsdpStrategy(const C& c) {
    const auto strategy = c.args.text("data-parallel-sharding-strategy");
    static constexpr std::string_view kKnown[] = {"no_shard", "optim", "optim_grads", "optim_grads_params"};
    if (!strategy) return {};
    if (std::ranges::find(kKnown, *strategy) == std::end(kKnown))
        return MegaFinding{
            "data-parallel-sharding-strategy",
            {{"value", *strategy}},
            fmt::format("error: argument --data-parallel-sharding-strategy: invalid choice: '{}'", *strategy)};
    if (c.args.has("use-megatron-fsdp") || c.args.has("use-custom-fsdp") || *strategy == "no_shard") return {};
    return MegaFinding{"data-parallel-sharding-strategy", {{"value", *strategy}}, ""};
}

Found torchFsdp(const C& c) {
    if (!c.args.has("use-torch-fsdp2")) return {};
    const char* other = c.pp() > 1                                           ? "pipeline-model-parallel-size"
                        : c.count("expert-model-parallel-size") > 1          ? "expert-model-parallel-size"
                        : c.args.has("use-distributed-optimizer")            ? "use-distributed-optimizer"
                        : c.args.has("fp16")                                 ? "fp16"
                        : !c.args.has("untie-embeddings-and-output-weights") ? "tied embeddings"
                                                                             : nullptr;
    if (other == nullptr) return {};
    return MegaFinding{"use-torch-fsdp2", {{"other", other}}, ""};
}

std::optional<std::string> connections(const C& c) {
    if (c.launch == nullptr) return std::nullopt;
    const auto found = c.launch->environment.find("CUDA_DEVICE_MAX_CONNECTIONS");
    return found == c.launch->environment.end() ? std::string() : found->second;
}

Found connectionsMissing(const C& c) {
    const auto value = connections(c);
    if (!value || *value == "1" || (c.tp() < 2 && c.cp() < 2) || c.args.has("use-torch-fsdp2") ||
        c.args.has("use-megatron-fsdp"))
        return {};
    return MegaFinding{"",
                       {{"value", value->empty() ? "not set" : *value}},
                       "Using tensor model parallelism or context parallelism require setting the environment variable "
                       "CUDA_DEVICE_MAX_CONNECTIONS to 1"};
}

Found connectionsFsdp(const C& c) {
    const auto value = connections(c);
    if (!value || *value != "1" || (!c.args.has("use-torch-fsdp2") && !c.args.has("use-megatron-fsdp"))) return {};
    return MegaFinding{"", {}, "FSDP always requires CUDA_DEVICE_MAX_CONNECTIONS value large than one"};
}

Found removed(const C& c) {
    for (const MegaRemoved& old : megaRemoved()) {
        const bool stillThere = c.flavour != MegaFlavour::MegatronLm && old.name == "checkpoint-activations";
        if (!stillThere && c.args.has(old.name) && c.flavour != MegaFlavour::NeoX)
            return MegaFinding{
                std::string(old.name),
                {{"name", std::string(old.name)}, {"instead", std::string(old.instead)}},
                fmt::format("--{} argument is no longer valid, use --{} instead", old.name, old.instead)};
    }
    return {};
}

Found swiglu(const C& c) {
    const auto hidden = c.whole("hidden-size");
    if (!hidden || !c.args.has("swiglu") || c.args.has("ffn-hidden-size") || *hidden < 1 || *hidden > 10'000'000)
        return {};
    return MegaFinding{"swiglu", {{"width", text(int64_t(double(4 * *hidden) * 2 / 3) / 64 * 64)}}, ""};
}

constexpr char kArguments[] = "megatron/training/arguments.py",
               kTransformer[] = "megatron/core/transformer/transformer_config.py",
               kNumbers[] = "megatron/core/num_microbatches_calculator.py",
               kScheduler[] = "megatron/core/optimizer_param_scheduler.py";
constexpr MegaRule kBatch[] = {
    {"mega.no-micro-batch", Severity::Error, "fix.mega.no-micro-batch", kArguments, noMicroBatch},
    {"mega.batch", Severity::Error, "fix.mega.batch", kNumbers, batch},
    {"mega.rampup", Severity::Warning, "fix.mega.rampup", "Megatron-LM #4411", rampup, MegaFor::Lm},
    {"mega.rampup-values", Severity::Error, "fix.mega.rampup-values", kNumbers, rampupValues},
    {"mega.step-schedule", Severity::Error, "fix.mega.step-schedule", "Megatron-LM #4411", stepSchedule, MegaFor::Lm},
};
constexpr MegaRule kTraining[] = {
    {"mega.both-lengths", Severity::Error, "fix.mega.both-lengths", kArguments, bothLengths},
    {"mega.mixed-lengths", Severity::Error, "fix.mega.mixed-lengths", kArguments, mixedLengths},
    {"mega.two-warmups", Severity::Error, "fix.mega.two-warmups", kArguments, twoWarmups},
    {"mega.long-warmup", Severity::Error, "fix.mega.long-warmup", kScheduler, longWarmup},
    {"mega.rates", Severity::Error, "fix.mega.rates", kScheduler, rates},
    {"mega.fp16-and-bf16", Severity::Error, "fix.mega.fp16-and-bf16", kArguments, bothHalves},
    {"mega.bf16-gradients", Severity::Info, "", kArguments, bf16Gradients, MegaFor::Lm},
    {"mega.recompute-granularity", Severity::Error, "fix.mega.recompute-granularity", kArguments, granularity},
    {"mega.recompute-full", Severity::Error, "fix.mega.recompute-full", kTransformer, fullRecompute},
    {"mega.recompute-selective", Severity::Error, "fix.mega.recompute-selective", kTransformer, selectiveRecompute},
    {"mega.distribute-saved", Severity::Error, "fix.mega.distribute-saved", kArguments, distributeSaved},
    {"mega.overlap-gather", Severity::Error, "fix.mega.overlap-gather", kArguments, overlapGather, MegaFor::Lm},
    {"mega.fsdp-strategy", Severity::Error, "fix.mega.fsdp-strategy", kArguments, fsdpStrategy, MegaFor::Lm},
    {"mega.torch-fsdp", Severity::Error, "fix.mega.torch-fsdp", kArguments, torchFsdp, MegaFor::Lm},
    {"mega.connections", Severity::Error, "fix.mega.connections", kArguments, connectionsMissing, MegaFor::Lm},
    {"mega.connections-fsdp", Severity::Error, "fix.mega.connections-fsdp", kArguments, connectionsFsdp, MegaFor::Lm},
    {"mega.removed", Severity::Error, "fix.mega.removed", kArguments, removed},
    {"mega.swiglu-width", Severity::Info, "", kArguments, swiglu},
};

}  // namespace

std::span<const MegaRule> megaBatchRules() { return kBatch; }
std::span<const MegaRule> megaTrainingRules() { return kTraining; }

}  // namespace core
