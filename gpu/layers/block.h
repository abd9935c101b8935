// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A pre-norm Transformer block on one tensor rank:
//   r = x + out(attention(norm1(x)));  y = r + mlp(norm2(r))
// The tensors of the unit decide the family (core/layout/shard_map.h): GPT has LayerNorm, biases and GELU, LLaMA
// RMSNorm, rotary positions, shared key-value heads and SwiGLU.
// Heads and MLP features are split over the tensor group: qkv is column-parallel, out row-parallel
// (Shoeybi et al. 2019). Two sums over the group forward, two backward; with sequence parallelism each is a gather and
// a sum-scatter (gpu/layers/row_split.h), and what weight gradients read is gathered again, also in a pass of their own.
#pragma once

#include "gpu/layers/linear.h"
#include "gpu/layers/mlp.h"
#include "gpu/layers/norm.h"
#include "gpu/layers/saved_set.h"

namespace gpu {

class Block {
public:
    Block(const LayerContext& context, int unit, const LayerShape& shape);

    // n tokens, m rows of the residual stream on this rank (n, less under sequence parallelism).
    // saved: "block.input" is filled in, the rest is written. output (m, hidden) may lie in the next layer's
    // saved set.
    void forward(const LayerShape& shape, const SavedSet& saved, Matrix output) const;
    // Scores and weighted values from "attention.qkv": part of the forward pass, and what selective recomputation does
    // again before the backward pass.
    void attentionCore(const LayerShape& shape, const SavedSet& saved) const;

    // gradient (m, hidden), in place: of the output → of the input.
    void backward(const LayerShape& shape, const SavedSet& saved, Matrix gradient) const;
    // The same in two parts, which give the same numbers to the bit. The first leaves the gradients of all linear and
    // norm outputs in `kept` (core::engineGradientTensors); the second needs these and core::engineWeightTensors.
    void inputGradient(const LayerShape& shape, const SavedSet& saved, const SavedSet& kept,
                       Matrix gradient) const;
    void weightGradient(const LayerShape& shape, const SavedSet& saved, const SavedSet& kept) const;

private:
    // Of one half of the block: gradients of what it adds to the residual stream (m, hidden), of what its
    // column-parallel linears returned (n, …), of its norm's output (m, hidden).
    struct HalfGradient {
        Matrix output, inner, norm;
    };
    struct MlpGradient {
        Matrix output;
        Mlp::Inner inner;
        Matrix norm;
    };
    void attentionForward(const LayerShape& shape, const SavedSet& saved,
                          const UnitParameters& parameters) const;
    void mlpForward(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                    Matrix output) const;
    void attentionBackward(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                           Vector unitGradient, Matrix gradient) const;
    void mlpBackward(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                     Vector unitGradient, Matrix gradient) const;
    // From the gradient of the attention's output (n, hidden) to that of what qkv returned.
    void attentionInner(const LayerShape& shape, const SavedSet& saved, const UnitParameters& parameters,
                        ConstMatrix outputGradient, Matrix inner) const;
    // Of out and of qkv; `room` for the rows of qkv's input.
    void outputWeights(const LayerShape& shape, const SavedSet& saved, Vector unitGradient,
                       ConstMatrix outputGradient) const;
    void inputWeights(const LayerShape& shape, const SavedSet& saved, Vector unitGradient, ConstMatrix inner,
                      const Scratch::Lease& room) const;
    [[nodiscard]] HalfGradient keptAttention(const LayerShape& shape, const SavedSet& kept) const;
    [[nodiscard]] MlpGradient keptMlp(const LayerShape& shape, const SavedSet& kept) const;

    // What attention() keeps for its gradient.
    [[nodiscard]] Vector keptOfScores(const SavedSet& saved) const;
    [[nodiscard]] Scratch::Lease attentionScratch(const LayerShape& shape) const;

    const LayerContext& m_context;
    int m_unit;
    Norm m_norm1, m_norm2;
    Linear m_qkv, m_out;
    Mlp m_mlp;
};

}  // namespace gpu
