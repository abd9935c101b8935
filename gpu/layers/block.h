// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A pre-norm Transformer block on one tensor rank:
//   r = x + out(attention(norm1(x)));  y = r + mlp(norm2(r))
// The tensors of the unit decide the family (core/layout/shard_map.h): GPT has LayerNorm, biases and GELU, LLaMA
// RMSNorm, rotary positions, shared key-value heads and SwiGLU.
// Heads and MLP features are split over the tensor group: qkv is column-parallel, out row-parallel
// (Shoeybi et al. 2019). Two sums over the group forward, two backward.
#pragma once

#include "gpu/layers/linear.h"
#include "gpu/layers/mlp.h"
#include "gpu/layers/norm.h"
#include "gpu/layers/saved_set.h"

namespace gpu {

class Block {
public:
    Block(const LayerContext& context, int unit, const LayerShape& shape);

    // saved: "block.input" is filled in, the rest is written. output (n, hidden) may lie in the next layer's
    // saved set.
    void forward(const LayerShape& shape, const SavedSet& saved, Matrix output) const;
    // gradient (n, hidden), in place: of the output → of the input.
    void backward(const LayerShape& shape, const SavedSet& saved, Matrix gradient) const;

private:
    void attentionForward(const LayerShape& shape, const SavedSet& saved,
                          const UnitParameters& parameters) const;
    void mlpForward(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                    Matrix output) const;
    void attentionBackward(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                           Vector unitGradient, Matrix gradient) const;
    void mlpBackward(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                     Vector unitGradient, Matrix gradient) const;
    void qkvGradients(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                      Vector unitGradient, ConstMatrix gradient, Matrix qkvGradient) const;

    [[nodiscard]] Scratch::Lease attentionScratch(const LayerShape& shape) const;

    const LayerContext& m_context;
    int m_unit;
    Norm m_norm1, m_norm2;
    Linear m_qkv, m_out;
    Mlp m_mlp;
};

}  // namespace gpu
