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

    // x, y (n, hidden). Without the bias of `down`, which the block adds to the sum.
    void forward(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                 ConstMatrix x, Matrix y) const;
    // dy → dx, both (n, hidden); adds the weight gradients.
    void backward(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                  Vector unitGradient, ConstMatrix x, ConstMatrix dy, Matrix dx) const;
    [[nodiscard]] ConstVector outputBias(const UnitParameters& parameters) const {
        return m_down.bias(parameters);
    }

private:
    const LayerContext& m_context;
    std::optional<Linear> m_gate;  // of the LLaMA family
    Linear m_up, m_down;
};

}  // namespace gpu
