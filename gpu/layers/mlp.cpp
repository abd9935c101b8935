// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/mlp.h"

namespace gpu {
namespace {

constexpr const char* kGate = "mlp.gate";

Matrix featuresOf(const LayerShape& s, const SavedSet& saved, const char* name) {
    return {saved.values(name), s.tokens(), s.ffn};
}

}  // namespace

Mlp::Mlp(const LayerContext& context, int unit, const LayerShape& s)
    : m_context(context)
    , m_up(context.shards, unit, "mlp.up", s.ffn, s.hidden)
    , m_down(context.shards, unit, "mlp.down", s.hidden, s.ffn) {
    if (findInUnit(context.shards, unit, "mlp.gate.weight"))
        m_gate.emplace(context.shards, unit, kGate, s.ffn, s.hidden);
}

void Mlp::forward(const LayerShape& s, const SavedSet& saved, const UnitParameters& parameters, ConstMatrix x,
                  Matrix y) const {
    Kernels& kernels = m_context.kernels;
    const Matrix hidden = featuresOf(s, saved, "mlp.hidden"), activated = featuresOf(s, saved, "mlp.activated");
    if (m_gate) {
        m_up.forward(kernels, parameters, x, hidden);
        const Matrix gate = featuresOf(s, saved, kGate);
        m_gate->forward(kernels, parameters, x, gate);
        kernels.swiGlu(gate, hidden, activated);
    } else {
        m_up.forwardWithGelu(kernels, parameters, x, hidden, activated);
    }
    m_down.forward(kernels, parameters, activated, y);
}

void Mlp::innerGradient(const LayerShape& s, const SavedSet& saved, const UnitParameters& parameters,
                        ConstMatrix dy, const Inner& inner) const {
    Kernels& kernels = m_context.kernels;
    const ConstMatrix hidden = featuresOf(s, saved, "mlp.hidden");
    if (!m_gate) return m_down.inputGradientThroughGelu(kernels, parameters, dy, hidden, inner.hidden);
    m_down.inputGradient(kernels, parameters, dy, inner.hidden);
    kernels.swiGluInputGradient(featuresOf(s, saved, kGate), hidden, inner.hidden, inner.gate);
}

void Mlp::inputGradient(const UnitParameters& parameters, const Inner& inner, Matrix dx) const {
    m_up.inputGradient(m_context.kernels, parameters, inner.hidden, dx);
    if (m_gate) m_gate->inputGradient(m_context.kernels, parameters, inner.gate, dx, Accumulate::Yes);
}

void Mlp::outputWeights(const LayerShape& s, const SavedSet& saved, Vector unitGradient, ConstMatrix dy) const {
    m_down.weightGradient(m_context.kernels, unitGradient, dy, featuresOf(s, saved, "mlp.activated"));
}

void Mlp::inputWeights(Vector unitGradient, const Inner& inner, ConstMatrix x) const {
    Kernels& kernels = m_context.kernels;
    m_up.weightGradient(kernels, unitGradient, inner.hidden, x);
    if (m_gate) m_gate->weightGradient(kernels, unitGradient, inner.gate, x);
}

}  // namespace gpu
