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
    m_up.forward(kernels, parameters, x, hidden);
    if (m_gate) {
        const Matrix gate = featuresOf(s, saved, kGate);
        m_gate->forward(kernels, parameters, x, gate);
        kernels.swiGlu(gate, hidden, activated);
    } else {
        kernels.biasGelu(hidden, m_up.bias(parameters), activated);
    }
    m_down.forward(kernels, parameters, activated, y);
}

void Mlp::backward(const LayerShape& s, const SavedSet& saved, const UnitParameters& parameters,
                   Vector unitGradient, ConstMatrix x, ConstMatrix dy, Matrix dx) const {
    Kernels& kernels = m_context.kernels;
    const ConstMatrix hidden = featuresOf(s, saved, "mlp.hidden");
    const Scratch::Lease hiddenLease = m_context.scratch.lease(s.tokens(), s.ffn);
    const Matrix hiddenGradient = hiddenLease.matrix();
    m_down.inputGradient(kernels, parameters, dy, hiddenGradient);
    m_down.weightGradient(kernels, unitGradient, dy, featuresOf(s, saved, "mlp.activated"));
    if (m_gate) {
        const Scratch::Lease gateLease = m_context.scratch.lease(s.tokens(), s.ffn);
        const Matrix gateGradient = gateLease.matrix();
        kernels.swiGluInputGradient(featuresOf(s, saved, kGate), hidden, hiddenGradient, gateGradient);
        m_gate->inputGradient(kernels, parameters, gateGradient, dx);
        m_gate->weightGradient(kernels, unitGradient, gateGradient, x);
    } else {
        kernels.geluInputGradient(hidden, hiddenGradient);
    }
    m_up.inputGradient(kernels, parameters, hiddenGradient, dx, m_gate ? Accumulate::Yes : Accumulate::No);
    m_up.weightGradient(kernels, unitGradient, hiddenGradient, x);
}

}  // namespace gpu
