// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// FLOPs by the conventions that papers quote.
#include "core/cost/step_estimate.h"

#include "core/memory/stage_units.h"

namespace core {

namespace {

// Scores and weighted values, forward.
double attentionFlopsPerToken(const ModelSpec& model, int sequence) {
    const LatentAttention& latent = model.details.latent;
    const double size = latent.kvRank > 0 ? (model.headSize() + latent.value) / 2.0 : model.headSize();
    return 4.0 * (double(model.layers) + model.details.mtpLayers) * model.heads * size * sequence;
}

}  // namespace

std::int64_t multipliedParameters(const ModelSpec& model) {
    const ParameterCount count = countParameters(model);
    const std::int64_t table = std::int64_t(model.vocabulary) * model.hidden;
    const std::int64_t positions = count.embedding - table;
    // A tied table is looked up and multiplied; of an untied pair only the head is multiplied.
    // A module that predicts a further token multiplies its own part and the head.
    const int modules = model.details.mtpLayers;
    const std::int64_t unvisited = count.total - count.active, blocks = model.expertBlocks();
    const std::int64_t further = count.mtp - (blocks > 0 ? modules * (unvisited / blocks) : 0) + modules * table;
    return count.active - positions - (model.embeddings == Embeddings::Untied ? table : 0) + further;
}

Flops modelFlopsPerToken(const ModelSpec& model, int sequence) {
    return Flops(6.0 * double(multipliedParameters(model)) + 3 * attentionFlopsPerToken(model, sequence));
}

Flops modelFlopsPerToken(const Plan& plan) {
    const ModelSpec& model = plan.model;
    const Flops whole = modelFlopsPerToken(model, plan.sequence());
    if (plan.lora.rank == 0 && plan.frozenBlocks == 0) return whole;
    const ParameterCount count = countParameters(model);
    const double blocks = double(count.attention + count.mlp + count.router - (count.total - count.active));
    if (plan.lora.rank > 0) {
        Plan single = plan;
        single.layout.tp = 1;
        const double dense = double(model.layers - model.expertBlocks());
        const double adapters = dense * double(adapterElements(single, false)) +
                                double(model.expertBlocks()) * double(adapterElements(single, true));
        return whole - Flops(2.0 * double(multipliedParameters(model))) + Flops(6 * adapters);
    }
    const double share = double(plan.frozenBlocks) / model.layers;
    return whole - Flops(share * (4 * blocks + 2 * attentionFlopsPerToken(model, plan.sequence())));
}

Flops hardwareFlopsPerToken(const ModelSpec& model, int sequence, Recompute recompute) {
    const double attention = attentionFlopsPerToken(model, sequence);
    const ParameterCount count = countParameters(model);
    const double blocks = 2.0 * double(count.attention + count.mlp - (count.total - count.active));
    const Flops flops = modelFlopsPerToken(model, sequence);
    switch (recompute) {
    case Recompute::Full:
        return flops + Flops(blocks + attention);
    case Recompute::Selective:
        return flops + Flops(attention);
    case Recompute::None:
        break;
    }
    return flops;
}

Seconds trainingSeconds(double parameters, double tokens, int cards, double peakFlops, double mfu) {
    return Seconds(6 * parameters * tokens / (double(cards) * peakFlops * mfu));
}

}  // namespace core
