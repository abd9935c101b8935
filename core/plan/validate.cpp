// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules of a plan, in the order in which a person would mend them: numbers, model, layout, cards, stages,
// batch, schedule, ZeRO, hardware, then what the named framework would refuse. A rule that needs sound
// numbers is not asked before they are.
#include "core/plan/validate.h"

#include "core/base/suggest.h"
#include "core/layout/layout.h"
#include "core/plan/batch.h"
#include "core/plan/nearest.h"
#include "core/plan/rules.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <set>

namespace core {

namespace {

using Params = std::map<std::string, std::string>;

Problem error(std::string code, std::string where, Params params, std::string fix = {}) {
    return {Severity::Error, std::move(code), std::move(where), std::move(params), std::move(fix)};
}

// Everything is computed in 64 bits later on; this keeps the largest of it, bytes and tokens, well inside.
void checkMagnitudes(const Plan& plan, Problems& problems) {
    constexpr double kLimit = 0x1p62;
    const ModelSpec& model = plan.model;
    const double hidden = model.hidden, layers = model.layers;
    if (approximateParameters(model) * 32 >= kLimit)
        problems.push_back(
            error("plan.too-large", "/model", {{"what", "the model's memory"}}, "fix.plan.smaller"));
    const double tokens = double(plan.batch.global) * plan.sequence();
    if (tokens * std::max(1.0, double(plan.run.steps)) >= kLimit)
        problems.push_back(
            error("plan.too-large", "/batch/global", {{"what", "the number of tokens"}}, "fix.plan.smaller"));
    const ExpertSpec& experts = model.details.experts;
    const double visited = double(experts.perToken) * (2 * hidden + 8.0 * experts.ffn) + 8.0 * experts.sharedFfn;
    const double perToken = 40 * hidden + 8.0 * model.ffn + 8.0 * model.heads * plan.sequence() + 8.0 * model.vocabulary +
                            16.0 * model.heads * model.headSize() + visited;
    if (double(plan.batch.micro) * plan.sequence() * perToken * (layers + 1) >= kLimit / 1024)
        problems.push_back(error("plan.too-large", "/batch/micro",
                                 {{"what", "the memory of one micro-batch"}}, "fix.plan.smaller"));
}

void checkModel(const ModelSpec& model, Problems& problems) {
    if (model.details.headSize == 0 && model.hidden % model.heads != 0)
        problems.push_back(
            error("model.heads-divide-hidden", "/model/heads",
                  {{"heads", fmt::to_string(model.heads)},
                   {"hidden", fmt::to_string(model.hidden)},
                   {"nearest", nearestAccepted(model.heads, model.hidden,
                                               [&](auto v) { return model.hidden % v == 0; })}},
                  "fix.use-nearest"));
    if (model.heads % model.kvHeads != 0)
        problems.push_back(error("model.kv-heads-divide-heads", "/model/kv_heads",
                                 {{"kv_heads", fmt::to_string(model.kvHeads)},
                                  {"heads", fmt::to_string(model.heads)},
                                  {"nearest", nearestAccepted(model.kvHeads, model.heads,
                                                              [&](auto v) { return model.heads % v == 0; })}},
                                 "fix.use-nearest"));
    if (model.family == Family::Llama && model.hidden % model.heads == 0 && model.headSize() % 2 != 0)
        problems.push_back(error("model.head-size-even", "/model/heads",
                                 {{"size", fmt::to_string(model.headSize())},
                                  {"heads", fmt::to_string(model.heads)},
                                  {"hidden", fmt::to_string(model.hidden)}},
                                 "fix.model.head-size-even"));
}

struct TensorRule {
    const char* code;
    std::int64_t count;  // what tp has to divide
};

bool sharesKvHeads(std::int64_t kvHeads, std::int64_t tp) { return kvHeads % tp == 0 || tp % kvHeads == 0; }

std::vector<TensorRule> tensorRules(const Plan& plan) {
    std::vector<TensorRule> rules = {{"layout.tp-divides-heads", plan.model.heads},
                                     {"layout.tp-divides-ffn", plan.model.ffn}};
    const ExpertSpec& experts = plan.model.details.experts;
    if (experts.count > 0) rules.push_back({"layout.tp-divides-expert-ffn", experts.ffn});
    if (experts.sharedFfn > 0) rules.push_back({"layout.tp-divides-expert-ffn", experts.sharedFfn});
    // Megatron pads the vocabulary, FSDP splits unevenly; the engine keeps the table as it is.
    if (plan.framework == Framework::Engine)
        rules.push_back({"layout.tp-divides-vocabulary", plan.model.vocabulary});
    if (plan.sequenceParallel == SequenceParallel::On)
        rules.push_back({"layout.tp-divides-sequence", plan.sequence()});
    return rules;
}

void checkTensorParallel(const Plan& plan, Problems& problems) {
    const std::int64_t tp = plan.layout.tp, kvHeads = plan.model.kvHeads;
    const std::vector<TensorRule> rules = tensorRules(plan);
    const auto accepts = [&](std::int64_t t) {
        return sharesKvHeads(kvHeads, t) &&
               std::ranges::all_of(rules, [&](const TensorRule& rule) { return rule.count % t == 0; });
    };
    if (accepts(tp)) return;
    Params params{{"tp", fmt::to_string(tp)},
                  {"kv_heads", fmt::to_string(kvHeads)},
                  {"nearest", nearestAccepted(tp, plan.model.heads, accepts)}};
    for (const TensorRule& rule : rules) {
        if (rule.count % tp == 0) continue;
        params["count"] = fmt::to_string(rule.count);
        problems.push_back(error(rule.code, "/layout/tp", params, "fix.use-nearest"));
    }
    if (!sharesKvHeads(kvHeads, tp))
        problems.push_back(error("layout.tp-and-kv-heads", "/layout/tp", params, "fix.use-nearest"));
}

void checkContextParallel(const Plan& plan, Problems& problems) {
    const std::int64_t cp = plan.layout.cp, sequence = plan.sequence();
    // Each rank takes one chunk from the front and one from the back, so that causal work is even.
    if (cp > 1 && sequence % (2 * cp) != 0)
        problems.push_back(error(
            "layout.cp-divides-sequence", "/layout/cp",
            {{"cp", fmt::to_string(cp)},
             {"sequence", fmt::to_string(sequence)},
             {"nearest", nearestAccepted(cp, sequence / 2, [&](auto v) { return sequence % (2 * v) == 0; })}},
            "fix.use-nearest"));
}

void checkCards(const Plan& plan, Problems& problems) {
    const std::int64_t cards = std::int64_t(plan.cluster.nodes) * plan.cluster.gpusPerNode;
    const LayoutSpec& layout = plan.layout;
    const std::int64_t needed = layout.cards(), replica = needed / layout.dp;
    if (cards == needed) return;
    Params params{{"cards", fmt::to_string(cards)},
                  {"nodes", fmt::to_string(plan.cluster.nodes)},
                  {"gpus_per_node", fmt::to_string(plan.cluster.gpusPerNode)},
                  {"tp", fmt::to_string(layout.tp)},
                  {"cp", fmt::to_string(layout.cp)},
                  {"dp", fmt::to_string(layout.dp)},
                  {"pp", fmt::to_string(layout.pp)},
                  {"replica", fmt::to_string(replica)},
                  {"needed", fmt::to_string(needed)}};
    if (cards % replica == 0) {
        params["nearest"] = fmt::to_string(cards / replica);
        problems.push_back(error("layout.cards", "/layout/dp", params, "fix.layout.cards"));
        return;
    }
    const std::int64_t below = cards / replica * replica;
    std::vector<std::string> legal;
    for (const std::int64_t count : std::set<std::int64_t>{below, below + replica, needed})
        if (count > 0) legal.push_back(fmt::to_string(count));
    params["nearest"] = joinedByOr(legal);
    problems.push_back(error("layout.cards-not-whole", "/layout", params, "fix.layout.cards-not-whole"));
}

void checkStageLayers(const Plan& plan, Problems& problems) {
    const LayoutSpec& layout = plan.layout;
    const std::vector<int>& split = layout.stageLayers;
    const auto sum = std::accumulate(split.begin(), split.end(), std::int64_t{0});
    const std::int64_t stages = std::int64_t(layout.pp) * layout.virtualStages;
    // Of several chunks the first has the embedding and the last the head: they need no blocks.
    const auto end = layout.virtualStages > 1 ? 1 : 0;
    const Params params{{"entries", fmt::to_string(split.size())},
                        {"stages", fmt::to_string(stages)},
                        {"sum", fmt::to_string(sum)},
                        {"layers", fmt::to_string(plan.model.layers)}};
    const auto isEmpty = [](int layers) { return layers < 1; };
    if (std::int64_t(split.size()) != stages)
        problems.push_back(
            error("layout.stage-layers-count", "/layout/stage_layers", params, "fix.stage-layers-count"));
    else if (std::any_of(split.begin() + end, split.end() - end, isEmpty) ||
             std::ranges::any_of(split, [](int layers) { return layers < 0; }))
        problems.push_back(
            error("layout.stage-layers-empty", "/layout/stage_layers", params, "fix.stage-layers-empty"));
    else if (sum != plan.model.layers)
        problems.push_back(
            error("layout.stage-layers-sum", "/layout/stage_layers", params, "fix.stage-layers-sum"));
}

void checkStages(const Plan& plan, Problems& problems) {
    const std::int64_t layers = plan.model.layers, pp = plan.layout.pp, v = plan.layout.virtualStages;
    const auto nearest = nearestAccepted(pp, layers, [&](auto p) { return layers % (p * v) == 0; });
    const Params params{{"pp", fmt::to_string(pp)},
                        {"virtual_stages", fmt::to_string(v)},
                        {"layers", fmt::to_string(layers)},
                        {"nearest", nearest.empty() ? "fewer" : nearest}};
    if (pp > layers)
        problems.push_back(error("layout.more-stages-than-layers", "/layout/pp", params, "fix.use-nearest"));
    else if (!plan.layout.stageLayers.empty())
        checkStageLayers(plan, problems);
    else if (v > 1 && layers % (pp * v) != 0)
        problems.push_back(
            error("layout.chunks-divide-layers", "/layout/virtual_stages", params, "fix.layout.chunks"));
    else if (layers % pp != 0)
        problems.push_back(
            error("layout.pp-divides-layers", "/layout/pp", params, "fix.layout.pp-divides-layers"));
}

// Ops of all pipeline ranks that a timeline of this plan would hold at most.
constexpr std::int64_t kMostOps = std::int64_t{1} << 21;

void checkBatch(const Plan& plan, Problems& problems) {
    const auto triple = resolveBatch(plan.batch.global, plan.batch.micro, std::nullopt, plan.layout.dp, microBatchRule(plan));
    if (!triple) {
        problems.insert(problems.end(), triple.error().begin(), triple.error().end());
        return;
    }
    const double ops = 3.0 * plan.layout.pp * plan.layout.virtualStages * double(triple->accumulation);
    if (ops > double(kMostOps))
        problems.push_back(error(
            "batch.too-many-micro-batches", "/batch/global",
            {{"micro_batches", fmt::to_string(triple->accumulation)}, {"pp", fmt::to_string(plan.layout.pp)}},
            "fix.batch.fewer-micro-batches"));
}

// As Megatron's --rampup-batch-size: every batch on the way is whole rounds.
void checkRamp(const Plan& plan, Problems& problems) {
    const BatchRampSpec& ramp = plan.batch.ramp;
    if (ramp == BatchRampSpec{}) return;
    const std::int64_t round = std::int64_t(plan.batch.micro) * plan.layout.dp;
    const bool sound = ramp.start > 0 && ramp.increment > 0 && ramp.samples > 0 && ramp.start % round == 0 &&
                       ramp.increment % round == 0 && ramp.start <= plan.batch.global &&
                       (plan.batch.global - ramp.start) % ramp.increment == 0;
    if (!sound)
        problems.push_back(error("batch.ramp", "/batch/ramp",
                                 {{"start", fmt::to_string(ramp.start)},
                                  {"increment", fmt::to_string(ramp.increment)},
                                  {"samples", fmt::to_string(ramp.samples)},
                                  {"global", fmt::to_string(plan.batch.global)},
                                  {"round", fmt::to_string(round)}},
                                 "fix.batch.ramp"));
}

void checkTrained(const Plan& plan, Problems& problems) {
    const Params params{{"blocks", fmt::to_string(plan.frozenBlocks)}};
    if (plan.lora.rank > 0 && plan.frozenBlocks > 0)
        problems.push_back(error("lora.frozen", "/frozen_blocks", params, "fix.lora.frozen"));
    else if (plan.frozenBlocks > 0 && plan.model.embeddings == Embeddings::Tied)
        problems.push_back(error("frozen.tied", "/frozen_blocks", params, "fix.frozen.tied"));
    if (plan.lora.rank > 0 && plan.model.details.latent.kvRank > 0)
        problems.push_back(error("lora.latent", "/lora/rank", params, "fix.lora.latent"));
}

void checkSequence(const Plan& plan, Problems& problems) {
    if (plan.sequence() > plan.model.maxSequence)
        problems.push_back(error("sequence.beyond-model", "/sequence_length",
                                 {{"sequence", fmt::to_string(plan.sequence())},
                                  {"maximum", fmt::to_string(plan.model.maxSequence)},
                                  {"model", plan.model.name}},
                                 "fix.sequence.beyond-model"));
}

}  // namespace

Problems cardsProblems(const Plan& plan) {
    Problems problems;
    checkCards(plan, problems);
    return problems;
}

Problems validate(const Plan& plan) {
    Problems problems = numberProblems(plan);
    const Problems sizes = layoutProblems(plan.layout);
    problems.insert(problems.end(), sizes.begin(), sizes.end());
    if (hasErrors(problems)) return problems;
    checkMagnitudes(plan, problems);
    if (hasErrors(problems)) return problems;

    checkModel(plan.model, problems);
    checkTensorParallel(plan, problems);
    checkContextParallel(plan, problems);
    checkCards(plan, problems);
    checkStages(plan, problems);
    checkBatch(plan, problems);
    checkRamp(plan, problems);
    checkTrained(plan, problems);
    checkSequence(plan, problems);
    for (const auto& rules :
         {scheduleProblems(plan), precisionProblems(plan), learningRateProblems(plan), zeroProblems(plan),
          hardwareProblems(plan), frameworkProblems(plan)})
        problems.insert(problems.end(), rules.begin(), rules.end());
    return problems;
}

}  // namespace core
