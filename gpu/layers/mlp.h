// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The MLP of a block on one tensor rank, behind its norm and before the residual:
//   GPT    down(gelu(up(x)))
//   LLaMA  down(silu(gate(x)) · up(x))
// up and gate are column-parallel, down is row-parallel: the output and the input gradient are partial sums.
#pragma once

#include "gpu/layers/linear.h"
#include "gpu/layers/saved_set.h"

#include <optional>

namespace gpu {

class Mlp {
public:
    Mlp(const LayerContext& context, int unit, const LayerShape& shape);

    // x, y (n, hidden); they may be the same. Without the bias of `down`, which the block adds to the sum.
    void forward(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                 ConstMatrix x, Matrix y) const;
    [[nodiscard]] ConstVector outputBias(const UnitParameters& parameters) const {
        return m_down.bias(parameters);
    }

    // Gradients of what up and gate returned (n, ffn); gate is empty in the GPT family.
    struct Inner {
        Matrix hidden, gate;
    };
    // Columns of a gate's gradient: 0 without a gate.
    [[nodiscard]] std::int64_t gateWidth(const LayerShape& shape) const { return m_gate ? shape.ffn : 0; }
    // dy (n, hidden) → inner.
    void innerGradient(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                       ConstMatrix dy, const Inner& inner) const;
    // inner → dx (n, hidden).
    void inputGradient(const UnitParameters& parameters, const Inner& inner, Matrix dx) const;
    // Of down from dy, of up and gate from inner and x (n, hidden).
    void outputWeights(const LayerShape& shape, const SavedSet& saved, Vector unitGradient, ConstMatrix dy) const;
    void inputWeights(Vector unitGradient, const Inner& inner, ConstMatrix x) const;

private:
    const LayerContext& m_context;
    std::optional<Linear> m_gate;  // of the LLaMA family
    Linear m_up, m_down;
};

}  // namespace gpu
