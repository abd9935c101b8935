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
        , keys(double(plan.model.kvHeads) * plan.model.headSize())
        , ffn(plan.model.ffn)
        , heads(plan.model.heads)
        , sequence(plan.sequence())
        , vocabulary(plan.model.vocabulary)
        , gates(plan.model.family == Family::Llama ? 3 : 2)
        // The engine skips the masked half of the scores; the frameworks here multiply it and mask
        // afterwards.
        , causal(plan.framework == Framework::Engine ? 0.5 : 1.0)
        , scorePassesForward(plan.framework == Framework::Engine ? 2 : 6.5)
        , scorePassesBackward(plan.framework == Framework::Engine ? 3 : 9.5)
        // The engine multiplies by sequence, head and tile of 64 rows; the frameworks batch them in one call.
        , attentionCalls(plan.framework == Framework::Engine
                             ? plan.batch.micro * heads / tp * std::ceil(sequence / 64)
                             : 1) {}

    double width, tp, tokens, hidden, keys, ffn, heads, sequence, vocabulary, gates, causal,
        scorePassesForward, scorePassesBackward, attentionCalls;

    [[nodiscard]] double stream() const { return width * tokens * hidden; }
    [[nodiscard]] double wide() const { return width * tokens * ffn / tp; }
    [[nodiscard]] double scores() const { return causal * width * tokens * heads * sequence / tp; }
    [[nodiscard]] double logits() const { return 4 * tokens * vocabulary / tp; }
};

// Scores, softmax and weighted values of one forward pass.
Work attentionForward(const Shape& s) {
    return {.flops = s.causal * 4 * s.tokens * s.hidden * s.sequence / s.tp,
            .gemms = 2 * s.attentionCalls,
            .bytes = s.scorePassesForward * s.scores(),
            .passes = 3};
}

Work linearForward(const Shape& s) {
    const double weights =
        s.hidden * (s.hidden + 2 * s.keys) + s.hidden * s.hidden + s.gates * s.hidden * s.ffn;
    return {.flops = 2 * s.tokens * weights / s.tp, .gemms = 2 + s.gates, .bytes = 0, .passes = 0};
}

LayerWork blockWork(const Plan& plan, const Shape& s) {
    LayerWork work;
    const Work linear = linearForward(s), attention = attentionForward(s);
    work.forward = linear;
    work.forward += attention;
    work.forward +=
        {.bytes = 10 * s.stream() + s.gates * s.wide(), .passes = 5};  // two norms, two residuals, activation
    // Queries and keys are turned by their positions in place: one read, one write.
    const Work rotary{.bytes = plan.model.family == Family::Llama ? 2 * s.width * s.tokens * (s.hidden + s.keys) / s.tp : 0,
                      .passes = plan.model.family == Family::Llama ? 1.0 : 0.0};
    work.forward += rotary;
    work.inputGradient = linear;
    work.inputGradient += rotary;
    work.inputGradient +=
        {.flops = 2 * attention.flops, .gemms = 4 * s.attentionCalls, .bytes = s.scorePassesBackward * s.scores(), .passes = 3};
    work.inputGradient += {.bytes = 14 * s.stream() + (s.gates + 1) * s.wide(), .passes = 5};
    work.weightGradient = linear;
    if (plan.model.family == Family::Gpt)  // bias gradients read every output gradient once
        work.weightGradient += {.bytes = 5 * s.stream() / s.tp + s.wide(), .passes = 4};
    if (plan.recompute == Recompute::Full) work.recompute = work.forward;
    if (plan.recompute == Recompute::Selective) work.recompute = attention;
    return work;
}

LayerWork headWork(const Shape& s) {
    const Work product{.flops = 2 * s.tokens * s.hidden * s.vocabulary / s.tp, .gemms = 1};
    LayerWork work{product, product, product, {}};
    work.forward += {.bytes = 3 * s.logits(), .passes = 2};
    work.inputGradient += {.bytes = 2 * s.logits(), .passes = 1};
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
        return blockWork(plan, s);
    case LayerKind::FinalNorm:
        return {.forward = {.bytes = 2 * s.stream(), .passes = 1},
                .inputGradient = {.bytes = 4 * s.stream(), .passes = 1},
                .weightGradient = {},
                .recompute = {}};
    case LayerKind::Head:
        break;
    }
    return headWork(s);
}

}  // namespace core
