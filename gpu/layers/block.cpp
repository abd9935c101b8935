// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/block.h"

#include "core/memory/engine_recipe.h"

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
    return {saved.values(name), s.tokens(), s.hidden};
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
    m_norm1.forward(kernels, parameters, x, saved, normed);
    m_qkv.forward(kernels, parameters, normed, qkv);
    kernels.addBias(qkv, m_qkv.bias(parameters));
    m_context.rotary.turn(kernels, turnedHeads(s, qkv), Turn::Forward);
    {
        const Scratch::Lease scratch = attentionScratch(s);
        kernels.attention(attentionShape(s), qkv, saved.values("attention.probabilities"), heads,
                          scratch.values());
    }
    m_out.forward(kernels, parameters, heads, residual);
    sumOverTensorGroup(m_context, residual);
    kernels.addBiasAndResidual(residual, m_out.bias(parameters), x);
}

Scratch::Lease Block::attentionScratch(const LayerShape& s) const {
    const Precisions& types = m_context.types;
    return m_context.scratch.lease(m_context.threads,
                                   core::attentionScratch(s.sequence, s.headSize, bytesOf(types.stored)),
                                   types.statistics);
}

void Block::mlpForward(const LayerShape& s, const SavedSet& saved, const UnitParameters& parameters,
                       Matrix output) const {
    Kernels& kernels = m_context.kernels;
    const Matrix residual = stream(s, saved, "residual"), normed = stream(s, saved, "norm2.output");
    m_norm2.forward(kernels, parameters, residual, saved, normed);
    m_mlp.forward(s, saved, parameters, normed, output);
    sumOverTensorGroup(m_context, output);
    kernels.addBiasAndResidual(output, m_mlp.outputBias(parameters), residual);
}

void Block::backward(const LayerShape& shape, const SavedSet& saved, Matrix gradient) const {
    const UnitParameters parameters(m_context.units, m_unit);
    const Vector unitGradient = m_context.units.gradient(m_unit);
    mlpBackward(shape, saved, parameters, unitGradient, gradient);
    attentionBackward(shape, saved, parameters, unitGradient, gradient);
    m_context.units.gradientReady(m_unit);
}

void Block::mlpBackward(const LayerShape& s, const SavedSet& saved, const UnitParameters& parameters,
                        Vector unitGradient, Matrix gradient) const {
    const Scratch::Lease normLease = m_context.scratch.lease(s.tokens(), s.hidden);
    m_mlp.backward(s, saved, parameters, unitGradient, stream(s, saved, "norm2.output"), gradient,
                   normLease.matrix());
    m_norm2.backward(m_context, parameters, unitGradient, normLease.matrix(), stream(s, saved, "residual"), saved,
                     gradient, Accumulate::Yes);
}

void Block::attentionBackward(const LayerShape& s, const SavedSet& saved, const UnitParameters& parameters,
                              Vector unitGradient, Matrix gradient) const {
    Kernels& kernels = m_context.kernels;
    const Scratch::Lease qkvLease = m_context.scratch.lease(s.tokens(), s.fusedWidth());
    qkvGradients(s, saved, parameters, unitGradient, gradient, qkvLease.matrix());
    m_context.rotary.turn(kernels, turnedHeads(s, qkvLease.matrix()), Turn::Back);

    const Scratch::Lease normLease = m_context.scratch.lease(s.tokens(), s.hidden);
    m_qkv.inputGradient(kernels, parameters, qkvLease.matrix(), normLease.matrix());
    m_qkv.weightGradient(kernels, unitGradient, qkvLease.matrix(), stream(s, saved, "norm1.output"));
    m_norm1.backward(m_context, parameters, unitGradient, normLease.matrix(), stream(s, saved, "block.input"),
                     saved, gradient, Accumulate::Yes);
}

void Block::qkvGradients(const LayerShape& s, const SavedSet& saved, const UnitParameters& parameters,
                         Vector unitGradient, ConstMatrix gradient, Matrix qkvGradient) const {
    Kernels& kernels = m_context.kernels;
    const ConstMatrix qkv(saved.values("attention.qkv"), s.tokens(), s.fusedWidth());
    const ConstMatrix heads(saved.values("attention.output"), s.tokens(), s.width());
    const Scratch::Lease headsLease = m_context.scratch.lease(s.tokens(), s.width());
    m_out.inputGradient(kernels, parameters, gradient, headsLease.matrix());
    m_out.weightGradient(kernels, unitGradient, gradient, heads);
    const Scratch::Lease scratch = attentionScratch(s);
    kernels.attentionInputGradient(attentionShape(s), qkv, saved.values("attention.probabilities"),
                                   headsLease.matrix(), qkvGradient, scratch.values());
}

}  // namespace gpu
