// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/block.h"

#include "core/memory/engine_recipe.h"
#include "gpu/layers/row_split.h"

namespace gpu {
namespace {

AttentionShape attentionShape(const LayerShape& s) {
    return {s.batch, s.sequence, s.heads, s.kvHeads, s.headSize};
}

// The heads that have positions: those of q and k, without v.
Matrix turnedHeads(const LayerShape& s, Matrix qkv) {
    return qkv.part(0, qkv.rows, 0, (s.heads + s.kvHeads) * s.headSize);
}

Matrix stream(const LayerShape& s, const SavedSet& saved, const char* name) {
    return {saved.values(name), s.rows(), s.hidden};
}

Norm::Saved norm1Of(const LayerShape& s, const SavedSet& saved) {
    return {stream(s, saved, "block.input"), saved};
}

Norm::Saved norm2Of(const LayerShape& s, const SavedSet& saved) {
    return {stream(s, saved, "residual"), saved};
}

}  // namespace

Block::Block(const LayerContext& context, int unit, const LayerShape& s)
    : m_context(context)
    , m_unit(unit)
    , m_norm1(context.shards, unit, "norm1")
    , m_norm2(context.shards, unit, "norm2")
    , m_qkv(context.shards, unit, "attention.qkv", s.fusedWidth(), s.hidden)
    , m_out(context.shards, unit, "attention.out", s.hidden, s.width())
    , m_mlp(context, unit, s) {}

void Block::forward(const LayerShape& shape, const SavedSet& saved, Matrix output) const {
    const UnitParameters parameters(m_context.units, m_unit);
    attentionForward(shape, saved, parameters);
    mlpForward(shape, saved, parameters, output);
}

void Block::attentionForward(const LayerShape& s, const SavedSet& saved,
                             const UnitParameters& parameters) const {
    Kernels& kernels = m_context.kernels;
    const Matrix x = stream(s, saved, "block.input"), normed = stream(s, saved, "norm1.output"),
                 residual = stream(s, saved, "residual");
    const Matrix qkv(saved.values("attention.qkv"), s.tokens(), s.fusedWidth());
    const Matrix heads(saved.values("attention.output"), s.tokens(), s.width());
    m_norm1.forward(kernels, parameters, norm1Of(s, saved), normed);
    {
        const Scratch::Lease room = roomForRows(m_context, s);
        m_qkv.forwardWithBias(kernels, parameters, gatherRows(m_context, s, normed, room), qkv);
    }
    m_context.rotary.turn(kernels, turnedHeads(s, qkv), Turn::Forward);
    attentionCore(s, saved);
    const Scratch::Lease room = roomForRows(m_context, s);
    const Matrix partial = partialRows(s, residual, room);
    m_out.forward(kernels, parameters, heads, partial);
    sumRows(m_context, s, partial, residual);
    kernels.addBiasAndResidual(residual, m_out.bias(parameters), x);
}

void Block::attentionCore(const LayerShape& s, const SavedSet& saved) const {
    const ConstMatrix qkv(saved.values("attention.qkv"), s.tokens(), s.fusedWidth());
    const Matrix heads(saved.values("attention.output"), s.tokens(), s.width());
    const Scratch::Lease scratch = attentionScratch(s);
    m_context.kernels.attention(attentionShape(s), qkv, keptOfScores(saved), heads, scratch.values());
}

Vector Block::keptOfScores(const SavedSet& saved) const {
    return saved.values(m_context.attention == core::AttentionKind::Flash ? "attention.row-sums"
                                                                          : "attention.probabilities");
}

Scratch::Lease Block::attentionScratch(const LayerShape& s) const {
    const Precisions& types = m_context.types;
    const bool none = m_context.attention == core::AttentionKind::Flash;
    return m_context.scratch.lease(none ? 0 : m_context.threads,
                                   core::attentionScratch(s.sequence, s.headSize, bytesOf(types.stored)),
                                   types.statistics);
}

void Block::mlpForward(const LayerShape& s, const SavedSet& saved, const UnitParameters& parameters,
                       Matrix output) const {
    Kernels& kernels = m_context.kernels;
    const Matrix residual = stream(s, saved, "residual"), normed = stream(s, saved, "norm2.output");
    m_norm2.forward(kernels, parameters, norm2Of(s, saved), normed);
    const Scratch::Lease room = roomForRows(m_context, s);
    const Matrix partial = partialRows(s, output, room);
    m_mlp.forward(s, saved, parameters, gatherRows(m_context, s, normed, room), partial);
    sumRows(m_context, s, partial, output);
    kernels.addBiasAndResidual(output, m_mlp.outputBias(parameters), residual);
}

void Block::backward(const LayerShape& shape, const SavedSet& saved, Matrix gradient) const {
    const UnitParameters parameters(m_context.units, m_unit);
    const Vector unitGradient = m_context.units.gradient(m_unit);
    mlpBackward(shape, saved, parameters, unitGradient, gradient);
    attentionBackward(shape, saved, parameters, unitGradient, gradient);
    m_context.units.gradientReady(m_unit);
}

void Block::inputGradient(const LayerShape& s, const SavedSet& saved, const SavedSet& kept,
                          Matrix gradient) const {
    const UnitParameters parameters(m_context.units, m_unit);
    const MlpGradient mlp = keptMlp(s, kept);
    const HalfGradient attention = keptAttention(s, kept);
    const Scratch::Lease room = roomForRows(m_context, s);
    m_context.device.copy(gradient.values(), mlp.output.values());
    m_mlp.innerGradient(s, saved, parameters, gatherRows(m_context, s, mlp.output, room), mlp.inner);
    const Matrix mlpPartial = partialRows(s, mlp.norm, room);
    m_mlp.inputGradient(parameters, mlp.inner, mlpPartial);
    m_norm2.inputGradient(m_context, s, parameters, {mlpPartial, mlp.norm}, norm2Of(s, saved), gradient,
                          Accumulate::Yes);

    m_context.device.copy(gradient.values(), attention.output.values());
    attentionInner(s, saved, parameters, gatherRows(m_context, s, attention.output, room), attention.inner);
    const Matrix attentionPartial = partialRows(s, attention.norm, room);
    m_qkv.inputGradient(m_context.kernels, parameters, attention.inner, attentionPartial);
    m_norm1.inputGradient(m_context, s, parameters, {attentionPartial, attention.norm}, norm1Of(s, saved), gradient,
                          Accumulate::Yes);
}

void Block::weightGradient(const LayerShape& s, const SavedSet& saved, const SavedSet& kept) const {
    const Vector unitGradient = m_context.units.gradient(m_unit);
    const MlpGradient mlp = keptMlp(s, kept);
    const HalfGradient attention = keptAttention(s, kept);
    const Scratch::Lease room = roomForRows(m_context, s);
    m_mlp.outputWeights(s, saved, unitGradient, gatherRows(m_context, s, mlp.output, room));
    m_mlp.inputWeights(unitGradient, mlp.inner, gatherRows(m_context, s, stream(s, saved, "norm2.output"), room));
    m_norm2.weightGradient(m_context.kernels, unitGradient, mlp.norm, norm2Of(s, saved));
    outputWeights(s, saved, unitGradient, gatherRows(m_context, s, attention.output, room));
    inputWeights(s, saved, unitGradient, attention.inner, room);
    m_norm1.weightGradient(m_context.kernels, unitGradient, attention.norm, norm1Of(s, saved));
    m_context.units.gradientReady(m_unit);
}

Block::MlpGradient Block::keptMlp(const LayerShape& s, const SavedSet& kept) const {
    Mlp::Inner inner{{kept.values("mlp.hidden.gradient"), s.tokens(), s.ffn}, {}};
    if (m_mlp.gateWidth(s) > 0) inner.gate = {kept.values("mlp.gate.gradient"), s.tokens(), s.ffn};
    return {stream(s, kept, "mlp.gradient"), inner, stream(s, kept, "norm2.gradient")};
}

Block::HalfGradient Block::keptAttention(const LayerShape& s, const SavedSet& kept) const {
    return {stream(s, kept, "attention.gradient"),
            {kept.values("attention.qkv.gradient"), s.tokens(), s.fusedWidth()},
            stream(s, kept, "norm1.gradient")};
}

void Block::mlpBackward(const LayerShape& s, const SavedSet& saved, const UnitParameters& parameters,
                        Vector unitGradient, Matrix gradient) const {
    const Scratch::Lease hiddenLease = m_context.scratch.lease(s.tokens(), s.ffn),
                         gateLease = m_context.scratch.lease(s.tokens(), m_mlp.gateWidth(s)),
                         room = roomForRows(m_context, s);
    const Mlp::Inner inner{hiddenLease.matrix(), gateLease.matrix()};
    {
        const ConstMatrix whole = gatherRows(m_context, s, gradient, room);
        m_mlp.innerGradient(s, saved, parameters, whole, inner);
        m_mlp.outputWeights(s, saved, unitGradient, whole);
    }
    m_mlp.inputWeights(unitGradient, inner, gatherRows(m_context, s, stream(s, saved, "norm2.output"), room));
    const Scratch::Lease normLease = m_context.scratch.lease(s.rows(), s.hidden);
    const Norm::Gradient normGradient{partialRows(s, normLease.matrix(), room), normLease.matrix()};
    m_mlp.inputGradient(parameters, inner, normGradient.partial);
    m_norm2.backward(m_context, s, parameters, unitGradient, normGradient, norm2Of(s, saved), gradient,
                     Accumulate::Yes);
}

void Block::attentionBackward(const LayerShape& s, const SavedSet& saved, const UnitParameters& parameters,
                              Vector unitGradient, Matrix gradient) const {
    const Scratch::Lease qkvLease = m_context.scratch.lease(s.tokens(), s.fusedWidth()),
                         room = roomForRows(m_context, s);
    const Matrix inner = qkvLease.matrix();
    {
        const ConstMatrix whole = gatherRows(m_context, s, gradient, room);
        attentionInner(s, saved, parameters, whole, inner);
        outputWeights(s, saved, unitGradient, whole);
    }
    inputWeights(s, saved, unitGradient, inner, room);
    const Scratch::Lease normLease = m_context.scratch.lease(s.rows(), s.hidden);
    const Norm::Gradient normGradient{partialRows(s, normLease.matrix(), room), normLease.matrix()};
    m_qkv.inputGradient(m_context.kernels, parameters, inner, normGradient.partial);
    m_norm1.backward(m_context, s, parameters, unitGradient, normGradient, norm1Of(s, saved), gradient,
                     Accumulate::Yes);
}

void Block::attentionInner(const LayerShape& s, const SavedSet& saved, const UnitParameters& parameters,
                           ConstMatrix outputGradient, Matrix inner) const {
    const ConstMatrix qkv(saved.values("attention.qkv"), s.tokens(), s.fusedWidth());
    const Scratch::Lease headsLease = m_context.scratch.lease(s.tokens(), s.width());
    m_out.inputGradient(m_context.kernels, parameters, outputGradient, headsLease.matrix());
    const Scratch::Lease scratch = attentionScratch(s);
    const ConstMatrix heads(saved.values("attention.output"), s.tokens(), s.width());
    m_context.kernels.attentionInputGradient(attentionShape(s), qkv, keptOfScores(saved), heads,
                                             headsLease.matrix(), inner, scratch.values());
    m_context.rotary.turn(m_context.kernels, turnedHeads(s, inner), Turn::Back);
}

void Block::outputWeights(const LayerShape& s, const SavedSet& saved, Vector unitGradient,
                          ConstMatrix outputGradient) const {
    const ConstMatrix heads(saved.values("attention.output"), s.tokens(), s.width());
    m_out.weightGradient(m_context.kernels, unitGradient, outputGradient, heads);
}

void Block::inputWeights(const LayerShape& s, const SavedSet& saved, Vector unitGradient, ConstMatrix inner,
                         const Scratch::Lease& room) const {
    m_qkv.weightGradient(m_context.kernels, unitGradient, inner,
                         gatherRows(m_context, s, stream(s, saved, "norm1.output"), room));
}

}  // namespace gpu
