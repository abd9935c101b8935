// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counts of matrix products and element-wise passes.
#include "core/cost/layer_work.h"

#include "core/memory/framework_states.h"

#include <cmath>

namespace core {

namespace {

struct Shape {
    explicit Shape(const Plan& plan)
        : width(parameterBytes(plan))
        , tp(plan.layout.tp)
        , tokens(double(plan.batch.micro) * plan.sequence() / plan.layout.cp)
        , hidden(plan.model.hidden)
        , queries(double(plan.model.heads) * plan.model.headSize())
        , keys(double(plan.model.kvHeads) * plan.model.headSize())
        , values(plan.model.details.latent.kvRank > 0 ? double(plan.model.heads) * plan.model.details.latent.value
                                                      : queries)
        , ffn(plan.model.ffn)
        , heads(plan.model.heads)
        , sequence(plan.sequence())
        , vocabulary(plan.model.vocabulary)
        , gates(detailsOf(plan.model).mlp == MlpKind::Gated ? 3 : 2)
        , flash(plan.framework != Framework::Engine && plan.attention == AttentionKind::Flash)
        // The engine and flash attention skip the masked half of the scores; the frameworks here multiply it
        // and mask afterwards.
        , causal(flash || plan.framework == Framework::Engine ? 0.5 : 1.0)
        , scorePassesForward(flash ? 0 : plan.framework == Framework::Engine ? 2 : 6.5)
        , scorePassesBackward(flash ? 0 : plan.framework == Framework::Engine ? 3 : 9.5)
        // The engine multiplies by sequence, head and tile of 64 rows; the frameworks batch them in one call.
        , attentionCalls(plan.framework == Framework::Engine
                             ? plan.batch.micro * heads / tp * std::ceil(sequence / 64)
                             : 1) {}

    double width, tp, tokens, hidden, queries, keys, values, ffn, heads, sequence, vocabulary, gates;
    bool flash;
    double causal, scorePassesForward, scorePassesBackward, attentionCalls;

    [[nodiscard]] double stream() const { return width * tokens * hidden; }
    [[nodiscard]] double wide() const { return width * tokens * ffn / tp; }
    [[nodiscard]] double scores() const { return causal * width * tokens * heads * sequence / tp; }
    [[nodiscard]] double logits() const { return 4 * tokens * vocabulary / tp; }
};

// Scores, softmax and weighted values of one forward pass. Flash attention does both products in one kernel.
Work attentionForward(const Shape& s) {
    return {.flops = s.causal * 2 * s.tokens * (s.queries + s.values) * s.sequence / s.tp,
            .gemms = s.flash ? 1 : 2 * s.attentionCalls,
            .bytes = s.scorePassesForward * s.scores(),
            .passes = s.flash ? 0.0 : 3.0};
}

// Flash attention makes the scores again before it differentiates them.
Work attentionBackward(const Shape& s) {
    return {.flops = (s.flash ? 2.5 : 2) * attentionForward(s).flops,
            .gemms = s.flash ? 1 : 4 * s.attentionCalls,
            .bytes = s.scorePassesBackward * s.scores(),
            .passes = s.flash ? 0.0 : 3.0};
}

Work product(const Shape& s, double weights, double gemms, double tp) {
    return {.flops = 2 * s.tokens * weights / tp, .gemms = gemms, .bytes = 0, .passes = 0};
}

// Narrow projections of latent attention are computed on every tensor rank.
Work attentionLinear(const Plan& plan, const Shape& s) {
    const LatentAttention& l = plan.model.details.latent;
    if (l.kvRank == 0) return product(s, s.hidden * (s.queries + 2 * s.keys) + s.queries * s.hidden, 2, s.tp);
    const double narrow = s.hidden * (double(l.queryRank) + l.kvRank + l.rope);
    const double fromQueries = (l.queryRank > 0 ? l.queryRank : s.hidden) * s.queries;
    const double wide = fromQueries + l.kvRank * s.heads * (double(l.nope) + l.value) + s.values * s.hidden;
    return product(s, narrow, l.queryRank > 0 ? 2 : 1, 1) + product(s, wide, 3, s.tp);
}

// The experts on a rank get one product each; together they see every visit of its tokens.
Work expertLinear(const Plan& plan, const Shape& s) {
    const ExpertSpec& e = plan.model.details.experts;
    const double each = s.gates * s.hidden * e.ffn;
    Work work = product(s, e.perToken * each, s.gates * e.count / plan.layout.ep, s.tp);
    work += product(s, s.hidden * e.count, 1, s.tp);
    if (e.sharedFfn > 0) work += product(s, s.gates * s.hidden * e.sharedFfn, s.gates, s.tp);
    return work;
}

Work linearForward(const Plan& plan, const Shape& s, LayerKind layer) {
    const bool experts = layer == LayerKind::ExpertBlock;
    return attentionLinear(plan, s) +
           (experts ? expertLinear(plan, s) : product(s, s.gates * s.hidden * s.ffn, s.gates, s.tp));
}

// One tensor of the width of the MLPs that a token passes.
double wideBytes(const Plan& plan, const Shape& s, LayerKind layer) {
    if (layer != LayerKind::ExpertBlock) return s.wide();
    const ExpertSpec& e = plan.model.details.experts;
    return s.width * s.tokens * (double(e.perToken) * e.ffn + e.sharedFfn) / s.tp;
}

LayerWork blockWork(const Plan& plan, const Shape& s, LayerKind layer) {
    LayerWork work;
    const Work linear = linearForward(plan, s, layer), attention = attentionForward(s);
    const double wide = wideBytes(plan, s, layer);
    work.forward = linear;
    work.forward += attention;
    work.forward +=
        {.bytes = 10 * s.stream() + s.gates * wide, .passes = 5};  // two norms, two residuals, activation
    // Tokens are gathered into the experts' order and back.
    const double visits = layer == LayerKind::ExpertBlock ? plan.model.details.experts.perToken : 0;
    const Work order{.bytes = 4 * visits * s.stream(), .passes = visits > 0 ? 2.0 : 0.0};
    work.forward += order;
    // Queries and keys are turned by their positions in place: one read, one write.
    const bool turns = detailsOf(plan.model).positions == PositionKind::Rotary;
    const Work rotary{.bytes = turns ? 2 * s.width * s.tokens * (s.queries + s.keys) / s.tp : 0,
                      .passes = turns ? 1.0 : 0.0};
    work.forward += rotary;
    work.inputGradient = linear;
    work.inputGradient += rotary;
    work.inputGradient += order;
    work.inputGradient += attentionBackward(s);
    work.inputGradient += {.bytes = 14 * s.stream() + (s.gates + 1) * wide, .passes = 5};
    work.weightGradient = linear;
    if (detailsOf(plan.model).mlpBias)  // bias gradients read every output gradient once
        work.weightGradient += {.bytes = 5 * s.stream() / s.tp + wide, .passes = 4};
    if (plan.recompute == Recompute::Full) work.recompute = work.forward;
    if (plan.recompute == Recompute::Selective) work.recompute = attention;
    return work;
}

LayerWork headWork(const Plan& plan, const Shape& s) {
    const Work logits = product(s, s.hidden * s.vocabulary, 1, s.tp);
    LayerWork work{logits, logits, logits, {}};
    work.forward += {.bytes = 3 * s.logits(), .passes = 2};
    work.inputGradient += {.bytes = 2 * s.logits(), .passes = 1};
    const int modules = plan.model.details.mtpLayers;
    if (modules == 0) return work;
    const bool experts = plan.model.layers > 0 && plan.model.hasExperts(plan.model.layers - 1);
    const LayerWork block = blockWork(plan, s, experts ? LayerKind::ExpertBlock : LayerKind::Block);
    const Work projection = product(s, 2 * s.hidden * s.hidden, 1, s.tp);
    work.forward += (block.forward + projection + work.forward) * modules;
    work.inputGradient += (block.inputGradient + projection + work.inputGradient) * modules;
    work.weightGradient += (block.weightGradient + projection + work.weightGradient) * modules;
    return work;
}

}  // namespace

Work& Work::operator+=(const Work& other) {
    flops += other.flops;
    gemms += other.gemms;
    bytes += other.bytes;
    passes += other.passes;
    return *this;
}

LayerWork layerWork(const Plan& plan, LayerKind layer) {
    const Shape s(plan);
    switch (layer) {
    case LayerKind::Embedding:
        return {.forward = {.bytes = 3 * s.stream(), .passes = 2},
                .inputGradient = {},
                .weightGradient = {.bytes = 3 * s.stream(), .passes = 2},
                .recompute = {}};
    case LayerKind::Block:
    case LayerKind::ExpertBlock:
        return blockWork(plan, s, layer);
    case LayerKind::FinalNorm:
        return {.forward = {.bytes = 2 * s.stream(), .passes = 1},
                .inputGradient = {.bytes = 4 * s.stream(), .passes = 1},
                .weightGradient = {},
                .recompute = {}};
    case LayerKind::Head:
        break;
    }
    return headWork(plan, s);
}

}  // namespace core
