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
        , scorePassesForward(flash ? 0 : plan.framework == Framework::Engine ? 2 : 4.5)
        , scorePassesBackward(flash ? 0 : plan.framework == Framework::Engine ? 3 : 5.5)
        // The engine multiplies gate and up apart, and scores by sequence, head and tile of 64 rows; the frameworks do
        // each in one call.
        , wideCalls(plan.framework == Framework::Engine ? gates - 1 : 1)
        , attentionCalls(plan.framework == Framework::Engine
                             ? plan.batch.micro * heads / tp * std::ceil(sequence / 64)
                             : 1) {}

    double width, tp, tokens, hidden, queries, keys, values, ffn, heads, sequence, vocabulary, gates;
    bool flash;
    double causal, scorePassesForward, scorePassesBackward, wideCalls, attentionCalls;

    [[nodiscard]] double stream() const { return width * tokens * hidden; }
    [[nodiscard]] double wide() const { return width * tokens * ffn / tp; }
    [[nodiscard]] double scores() const { return causal * width * tokens * heads * sequence / tp; }
    [[nodiscard]] double logits() const { return 4 * tokens * vocabulary / tp; }
};

// Scores, softmax and weighted values of one forward pass. Flash attention does both products in one kernel.
Work attentionForward(const Shape& s) {
    const double factors = s.width * s.tokens * (s.queries + s.keys + 2 * s.values) / s.tp;
    return {.flops = s.causal * 2 * s.tokens * (s.queries + s.values) * s.sequence / s.tp,
            .gemms = s.flash ? 1 : 2 * s.attentionCalls,
            .operands = factors + (s.flash ? 0 : 2 * s.scores()),
            .bytes = s.scorePassesForward * s.scores(),
            .passes = s.flash ? 0.0 : 3.0};
}

// Flash attention makes the scores again before it differentiates them.
Work attentionBackward(const Shape& s) {
    return {.flops = (s.flash ? 2.5 : 2) * attentionForward(s).flops,
            .gemms = s.flash ? 1 : 4 * s.attentionCalls,
            .operands = 2 * attentionForward(s).operands,
            .bytes = s.scorePassesBackward * s.scores(),
            .passes = s.flash ? 0.0 : 3.0};
}

// A product of the tokens with a matrix of `in` × `out` of which this rank has a part.
struct Matrix {
    double in, out;
    enum class Split { None, Rows, Columns } split = Split::Columns;  // of the inputs, of the outputs
    double visits = 1;  // products of a token with such matrices
    double calls = 1;   // in so many kernels
};
using Split = Matrix::Split;

Work product(const Shape& s, const Matrix& m) {
    const double in = m.split == Split::Rows ? m.in / s.tp : m.in, out = m.split == Split::Columns ? m.out / s.tp : m.out;
    const double tokens = s.tokens * m.visits;
    return {.flops = 2 * tokens * in * out,
            .gemms = m.calls,
            .operands = s.width * (tokens * (in + out) + m.calls * in * out),
            .bytes = 0,
            .passes = 0};
}

// Narrow projections of latent attention are computed on every tensor rank.
Work attentionLinear(const Plan& plan, const Shape& s) {
    const LatentAttention& l = plan.model.details.latent;
    if (l.kvRank == 0)
        return product(s, {s.hidden, s.queries + 2 * s.keys}) + product(s, {s.queries, s.hidden, Split::Rows});
    Work work = product(s, {s.hidden, double(l.kvRank) + l.rope, Split::None});
    if (l.queryRank > 0) work += product(s, {s.hidden, double(l.queryRank), Split::None});
    work += product(s, {l.queryRank > 0 ? l.queryRank : s.hidden, s.queries});
    work += product(s, {double(l.kvRank), s.heads * (double(l.nope) + l.value)});
    return work + product(s, {s.values, s.hidden, Split::Rows});
}

// Gate and up in one product, or up alone; then down.
Work mlpLinear(const Shape& s, double ffn, double visits, double matrices) {
    Work work = product(s, {s.hidden, (s.gates - 1) * ffn, Split::Columns, visits, matrices});
    work.gemms *= s.wideCalls;
    return work + product(s, {ffn, s.hidden, Split::Rows, visits, matrices});
}

// The experts on a rank get one product each; together they see every visit of its tokens.
Work expertLinear(const Plan& plan, const Shape& s) {
    const ExpertSpec& e = plan.model.details.experts;
    Work work = mlpLinear(s, e.ffn, e.perToken, double(e.count) / plan.layout.ep);
    work += product(s, {s.hidden, double(e.count), Split::None});
    if (e.sharedFfn > 0) work += mlpLinear(s, e.sharedFfn, 1, 1);
    return work;
}

Work linearForward(const Plan& plan, const Shape& s, LayerKind layer) {
    const bool experts = layer == LayerKind::ExpertBlock;
    return attentionLinear(plan, s) +
           (experts ? expertLinear(plan, s) : mlpLinear(s, s.ffn, 1, 1));
}

// The narrow products of one pass; a target matrix of the MLP only where every token meets it.
Work adapters(const Plan& plan, const Shape& s, LayerKind layer) {
    const double r = plan.lora.rank;
    if (plan.lora.rank == 0) return {};
    const auto beside = [&](double in, double out, Split split) {
        return product(s, {in, r, split == Split::Rows ? split : Split::None}) +
               product(s, {r, out, split == Split::Columns ? split : Split::None});
    };
    Work work = beside(s.hidden, s.queries, Split::Columns) + beside(s.hidden, s.keys, Split::Columns) * 2;
    work += beside(s.values, s.hidden, Split::Rows);
    if (plan.lora.targets == LoraTargets::Linear && layer == LayerKind::Block)
        work += beside(s.hidden, s.ffn, Split::Columns) * (s.gates - 1) + beside(s.ffn, s.hidden, Split::Rows);
    return work;
}

// One tensor of the width of the MLPs that a token passes.
double wideBytes(const Plan& plan, const Shape& s, LayerKind layer) {
    if (layer != LayerKind::ExpertBlock) return s.wide();
    const ExpertSpec& e = plan.model.details.experts;
    return s.width * s.tokens * (double(e.perToken) * e.ffn + e.sharedFfn) / s.tp;
}

LayerWork blockWork(const Plan& plan, const Shape& s, LayerKind layer) {
    LayerWork work;
    const Work narrow = adapters(plan, s, layer), linear = linearForward(plan, s, layer) + narrow;
    const Work attention = attentionForward(s);
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
    work.weightGradient = plan.lora.rank > 0 ? narrow : linear;
    if (detailsOf(plan.model).mlpBias && plan.lora.rank == 0)  // bias gradients read every output gradient once
        work.weightGradient += {.bytes = 5 * s.stream() / s.tp + wide, .passes = 4};
    if (plan.recompute == Recompute::Full) work.recompute = work.forward;
    if (plan.recompute == Recompute::Selective) work.recompute = attention;
    return work;
}

LayerWork headWork(const Plan& plan, const Shape& s) {
    const Work logits = product(s, {s.hidden, s.vocabulary});
    LayerWork work{logits, logits, plan.lora.rank > 0 ? Work{} : logits, {}};
    work.forward += {.bytes = 3 * s.logits(), .passes = 2};
    work.inputGradient += {.bytes = 2 * s.logits(), .passes = 1};
    const int modules = plan.model.details.mtpLayers;
    if (modules == 0) return work;
    const bool experts = plan.model.layers > 0 && plan.model.hasExperts(plan.model.layers - 1);
    const LayerWork block = blockWork(plan, s, experts ? LayerKind::ExpertBlock : LayerKind::Block);
    const Work projection = product(s, {2 * s.hidden, s.hidden});
    work.forward += (block.forward + projection + work.forward) * modules;
    work.inputGradient += (block.inputGradient + projection + work.inputGradient) * modules;
    work.weightGradient += (block.weightGradient + projection + work.weightGradient) * modules;
    return work;
}

}  // namespace

Work& Work::operator+=(const Work& other) {
    flops += other.flops;
    gemms += other.gemms;
    operands += other.operands;
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
