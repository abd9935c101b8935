// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How cards, layers, heads and the sequence are cut (Megatron-LM, megatron/training/arguments.py and
// megatron/core/transformer/transformer_config.py).
#include "core/config/mega_rules.h"

#include <fmt/format.h>

#include <limits>

namespace core {

namespace {

using C = MegaContext;
using Found = std::optional<MegaFinding>;
using std::int64_t;

std::string text(int64_t number) { return fmt::to_string(number); }

// "4 or 8": the divisors of `whole` beside `wanted`.
std::string nearestDivisors(int64_t whole, int64_t wanted) {
    int64_t below = 0, above = 0;
    for (int64_t d = 1; d <= whole && d <= 100'000; ++d) {
        if (whole % d != 0) continue;
        if (d < wanted) below = d;
        if (d > wanted && above == 0) above = d;
    }
    if (below == 0) return text(above);
    return above == 0 ? text(below) : fmt::format("{} or {}", below, above);
}

std::string nearestMultiples(int64_t step, int64_t wanted) {
    const int64_t below = wanted / step * step;
    return below == 0 ? text(step) : fmt::format("{} or {}", below, below + step);
}

Found world(const C& c) {
    const int64_t shape = c.tp() * c.pp() * c.cp() * c.sp();
    if (!c.world || shape < 1 || *c.world % shape == 0) return {};
    // Megatron-DeepSpeed clamps first; that is another row.
    if (c.flavour == MegaFlavour::MegatronDeepSpeed && (c.tp() > *c.world || c.tp() * c.pp() > *c.world)) return {};
    return MegaFinding{
        "tensor-model-parallel-size",
        {{"world", text(*c.world)}, {"shape", text(shape)}, {"nearest", nearestMultiples(shape, *c.world)}},
        fmt::format("world size ({}) is not divisible by total_model_size ({})", *c.world, shape)};
}

Found sizes(const C& c) {
    for (const char* name :
         {"tensor-model-parallel-size", "pipeline-model-parallel-size", "context-parallel-size", "micro-batch-size",
          "global-batch-size", "num-layers", "hidden-size", "num-attention-heads", "seq-length"})
        if (const auto value = c.whole(name); value && *value < 1)
            return MegaFinding{name, {{"name", name}, {"value", text(*value)}}, ""};
    return {};
}

// Beyond 32 bits no size is one, and products of such sizes would be no numbers here.
Found largeSizes(const C& c) {
    constexpr int64_t kMost = std::numeric_limits<std::int32_t>::max();
    for (const char* name : {"tensor-model-parallel-size", "pipeline-model-parallel-size", "context-parallel-size",
                             "micro-batch-size", "global-batch-size", "num-layers", "hidden-size", "ffn-hidden-size",
                             "num-attention-heads", "num-query-groups", "seq-length", "max-position-embeddings",
                             "vocab-size", "padded-vocab-size", "make-vocab-size-divisible-by", "num-experts"})
        if (const auto value = c.args.whole(name); value && *value > kMost)
            return MegaFinding{name, {{"name", name}, {"value", text(*value)}, {"most", text(kMost)}}, ""};
    return {};
}

// Tensor parallelism speaks in every layer: across nodes it is many times slower.
Found tpOverNodes(const C& c) {
    if (c.launch == nullptr || !c.launch->nodes || *c.launch->nodes < 2 || !c.launch->cardsPerNode) return {};
    const int64_t cards = *c.launch->cardsPerNode;
    if (c.tp() < 2 || (c.tp() <= cards && cards % c.tp() == 0)) return {};
    return MegaFinding{"tensor-model-parallel-size",
                       {{"tp", text(c.tp())}, {"cards", text(cards)}, {"nearest", nearestDivisors(cards, c.tp())}},
                       ""};
}

// Launchers that start nothing on other nodes by themselves take the number of nodes from their own argument.
bool countsNodes(const C& c) {
    return c.launch != nullptr && (c.launch->launcher == Launcher::Torchrun || c.launch->launcher == Launcher::DeepSpeed) &&
           !c.launch->isElastic && c.launch->nodes && c.launch->allocatedNodes;
}
MegaFinding nodesOf(const C& c) {
    return {"", {{"nodes", text(*c.launch->nodes)}, {"allocated", text(*c.launch->allocatedNodes)}}, ""};
}
Found idleNodes(const C& c) {
    if (!countsNodes(c) || *c.launch->nodes >= *c.launch->allocatedNodes) return {};
    return nodesOf(c);
}
Found missingNodes(const C& c) {
    if (!countsNodes(c) || *c.launch->nodes <= *c.launch->allocatedNodes) return {};
    return nodesOf(c);
}

Found headsOfWidth(const C& c) {
    const auto hidden = c.whole("hidden-size"), heads = c.whole("num-attention-heads");
    if (!hidden || !heads || *heads < 1 || c.args.has("kv-channels") || *hidden % *heads == 0) return {};
    return MegaFinding{
        "num-attention-heads",
        {{"hidden", text(*hidden)}, {"heads", text(*heads)}, {"nearest", nearestDivisors(*hidden, *heads)}},
        ""};
}

Found headsOfTp(const C& c) {
    const auto heads = c.whole("num-attention-heads");
    if (!heads || c.tp() < 1 || *heads % c.tp() == 0) return {};
    return MegaFinding{
        "tensor-model-parallel-size",
        {{"heads", text(*heads)}, {"tp", text(c.tp())}, {"nearest", nearestDivisors(*heads, c.tp())}},
        fmt::format("num_attention_heads ({}) must be a multiple of tensor_model_parallel_size ({}).", *heads, c.tp())};
}

Found groupsOfTp(const C& c) {
    auto groups = c.whole("num-query-groups");
    if (!groups) groups = c.whole("num-key-value-heads");
    if (!groups || *groups < 1 || c.tp() < 1 || *groups % c.tp() == 0 || c.tp() % *groups == 0) return {};
    return MegaFinding{
        c.args.has("num-query-groups") ? "num-query-groups" : "num-key-value-heads",
        {{"groups", text(*groups)}, {"tp", text(c.tp())}, {"nearest", nearestDivisors(*groups, c.tp())}},
        fmt::format("num_query_groups ({}) must be a multiple or divisor of tensor_model_parallel_size ({}).", *groups,
                    c.tp())};
}

bool unevenStages(const C& c) {
    return c.args.has("decoder-first-pipeline-num-layers") || c.args.has("decoder-last-pipeline-num-layers") ||
           c.args.has("pipeline-model-parallel-layout");
}

// Embedding and loss may each count as a layer.
std::optional<int64_t> countedLayers(const C& c) {
    const auto layers = c.whole("num-layers");
    if (!layers) return std::nullopt;
    return *layers + (c.args.has("account-for-embedding-in-pipeline-split") ? 1 : 0) +
           (c.args.has("account-for-loss-in-pipeline-split") ? 1 : 0);
}

Found layersOfPp(const C& c) {
    const auto layers = countedLayers(c);
    if (!layers || c.pp() < 1 || *layers % c.pp() == 0 || unevenStages(c) || c.pipelineEngine()) return {};
    return MegaFinding{"pipeline-model-parallel-size",
                       {{"layers", text(*layers)}, {"pp", text(c.pp())}, {"nearest", nearestDivisors(*layers, c.pp())}},
                       ""};
}

Found twoVirtual(const C& c) {
    const int given = int(c.args.has("num-layers-per-virtual-pipeline-stage")) +
                      int(c.args.has("num-virtual-stages-per-pipeline-rank")) +
                      int(c.args.has("pipeline-model-parallel-layout"));
    if (given < 2) return {};
    return MegaFinding{c.args.has("num-virtual-stages-per-pipeline-rank") ? "num-virtual-stages-per-pipeline-rank"
                                                                          : "num-layers-per-virtual-pipeline-stage",
                       {},
                       ""};
}

Found virtualNeedsPp(const C& c) {
    const bool overlap = !c.args.has("no-overlap-p2p-communication") && c.flavour == MegaFlavour::MegatronLm;
    const int64_t least = overlap ? 2 : 3;
    if (!c.virtualStages() || c.pp() >= least) return {};
    return MegaFinding{"pipeline-model-parallel-size",
                       {{"pp", text(c.pp())}, {"least", text(least)}},
                       overlap ? "When interleaved schedule is used and p2p communication overlap is enabled, "
                                 "pipeline-model-parallel size should be greater than 1"
                               : "pipeline-model-parallel size should be greater than 2 with interleaved schedule"};
}

std::optional<int64_t> layersPerStage(const C& c) {
    const auto layers = countedLayers(c);
    if (!layers || c.pp() < 1 || *layers % c.pp() != 0) return std::nullopt;
    return *layers / c.pp();
}

Found virtualOfLayers(const C& c) {
    const auto perStage = layersPerStage(c);
    const auto chunk = c.whole("num-layers-per-virtual-pipeline-stage"),
               stages = c.whole("num-virtual-stages-per-pipeline-rank");
    if (!perStage || unevenStages(c)) return {};
    const int64_t divisor = chunk ? *chunk : stages.value_or(1);
    if (divisor >= 1 && *perStage % divisor == 0) return {};
    return MegaFinding{
        chunk ? "num-layers-per-virtual-pipeline-stage" : "num-virtual-stages-per-pipeline-rank",
        {{"layers", text(*perStage)}, {"value", text(divisor)}, {"nearest", nearestDivisors(*perStage, divisor)}},
        ""};
}

std::optional<int64_t> microBatches(const C& c) {
    const auto global = c.globalBatch(), micro = c.whole("micro-batch-size"), dp = c.dp();
    if (!global || !micro || !dp || *micro < 1 || *global % (*micro * *dp) != 0) return std::nullopt;
    return *global / (*micro * *dp);
}

Found virtualGroup(const C& c) {
    const auto m = microBatches(c);
    if (!c.virtualStages() || !m || c.pp() < 2) return {};
    const int64_t group = c.count("microbatch-group-size-per-virtual-pipeline-stage", c.pp());
    const bool rest = group > 0 && *m % group != 0 && *m % group < c.pp();
    if (group >= c.pp() && group <= *m && !rest) return {};
    return MegaFinding{
        "global-batch-size",
        {{"micro_batches", text(*m)}, {"pp", text(c.pp())}, {"group", text(group)}},
        rest ? ""
             : fmt::format("The number of contiguous micro-batches in a virtual pipeline stageshould range in "
                           "[PP={} , M={}]",
                           c.pp(), *m)};
}

Found spWithoutTp(const C& c) {
    if (!c.args.has("sequence-parallel") || c.tp() > 1) return {};
    return MegaFinding{
        "sequence-parallel", {}, "Disabling sequence parallelism because tensor model parallelism is disabled"};
}

Found sequenceOfTp(const C& c) {
    const auto sequence = c.whole("seq-length");
    if (!sequence || !c.args.has("sequence-parallel") || c.tp() < 2 || *sequence % c.tp() == 0) return {};
    return MegaFinding{
        "seq-length",
        {{"sequence", text(*sequence)}, {"tp", text(c.tp())}, {"nearest", nearestMultiples(c.tp(), *sequence)}},
        ""};
}

Found sequenceOfCp(const C& c) {
    const auto sequence = c.whole("seq-length");
    if (!sequence || c.cp() < 2 || *sequence % (2 * c.cp()) == 0) return {};
    return MegaFinding{
        "seq-length",
        {{"sequence", text(*sequence)}, {"cp", text(c.cp())}, {"nearest", nearestMultiples(2 * c.cp(), *sequence)}},
        ""};
}

Found positions(const C& c) {
    const auto sequence = c.whole("seq-length"), most = c.whole("max-position-embeddings");
    if (!sequence || !most || *most >= *sequence) return {};
    return MegaFinding{"max-position-embeddings", {{"sequence", text(*sequence)}, {"most", text(*most)}}, ""};
}

Found paddedVocabulary(const C& c) {
    const auto vocabulary = c.args.whole("vocab-size");
    const int64_t step = c.count("make-vocab-size-divisible-by", 128) * c.tp();
    if (!vocabulary || *vocabulary > std::numeric_limits<std::int32_t>::max() || step < 1 ||
        c.args.has("make-vocab-size-divisible-by") || *vocabulary % step == 0)
        return {};
    return MegaFinding{
        "vocab-size",
        {{"vocabulary", text(*vocabulary)}, {"tp", text(c.tp())}, {"padded", text((*vocabulary / step + 1) * step)}},
        ""};
}

constexpr char kArguments[] = "megatron/training/arguments.py",
               kTransformer[] = "megatron/core/transformer/transformer_config.py",
               kSchedules[] = "megatron/core/pipeline_parallel/schedules.py";
constexpr MegaRule kRules[] = {
    {"mega.world", Severity::Error, "fix.mega.world", kArguments, world},
    {"mega.size", Severity::Error, "fix.mega.size", kArguments, sizes},
    {"mega.size-large", Severity::Error, "fix.mega.size-large", kArguments, largeSizes},
    {"mega.tp-nodes", Severity::Warning, "fix.mega.tp-nodes", "megatron/core/parallel_state.py", tpOverNodes},
    {"mega.idle-nodes", Severity::Warning, "fix.mega.nodes", "Slurm, sbatch --nodes", idleNodes},
    {"mega.missing-nodes", Severity::Error, "fix.mega.nodes", "Slurm, sbatch --nodes", missingNodes},
    {"mega.heads-width", Severity::Error, "fix.mega.heads-width", kArguments, headsOfWidth},
    {"mega.heads-tp", Severity::Error, "fix.mega.heads-tp", kTransformer, headsOfTp},
    {"mega.groups-tp", Severity::Error, "fix.mega.groups-tp", kTransformer, groupsOfTp},
    {"mega.layers-pp", Severity::Error, "fix.mega.layers-pp", kArguments, layersOfPp},
    {"mega.two-virtual", Severity::Error, "fix.mega.two-virtual", kArguments, twoVirtual},
    {"mega.virtual-pp", Severity::Error, "fix.mega.virtual-pp", kArguments, virtualNeedsPp},
    {"mega.virtual-layers", Severity::Error, "fix.mega.virtual-layers", kArguments, virtualOfLayers},
    {"mega.virtual-group", Severity::Error, "fix.mega.virtual-group", kSchedules, virtualGroup},
    {"mega.sp-without-tp", Severity::Warning, "fix.mega.sp-without-tp", kArguments, spWithoutTp},
    {"mega.sequence-tp", Severity::Error, "fix.mega.sequence", kTransformer, sequenceOfTp},
    {"mega.sequence-cp", Severity::Error, "fix.mega.sequence", kArguments, sequenceOfCp},
    {"mega.positions", Severity::Error, "fix.mega.positions", kArguments, positions},
    {"mega.padded-vocabulary", Severity::Info, "", "megatron/training/tokenizer", paddedVocabulary},
};

}  // namespace

std::span<const MegaRule> megaLayoutRules() { return kRules; }

}  // namespace core
