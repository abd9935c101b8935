// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The arithmetic of one card, as an interface: CPU bodies in cpu_kernels.h; a device body implements the
// same. All matrices are row-major with a row stride in elements; views know their type
// (gpu/device/element.h). Within one call activations and parameters have one type; statistics (means,
// maxima, sums of a row) have its sum type, fp32 for 16-bit numbers; gradients of weights may be kept in
// either. Every sum runs in the sum type and is rounded once. Vectors hold at least what the shapes ask for.
// Nothing is chosen by the data, so equal inputs of equal shapes give equal bits. Called by the rank's thread
// only. Gradients named `…WeightGradient` are *added*.
#pragma once

#include "gpu/kernels/matrix.h"

#include <cstdint>
#include <memory>
#include <span>

namespace gpu {

enum class Transposed { No, Yes };
enum class Accumulate { No, Yes };

// Heads of this tensor rank; heads / kvHeads query heads read the same keys and values.
struct AttentionShape {
    std::int64_t batch = 0, sequence = 0, heads = 0, kvHeads = 0, headSize = 0;
};

// Rows are positions of sequences one after the other; columns are heads.
struct RotaryShape {
    std::int64_t sequence = 0, headSize = 0;
};
enum class Turn { Forward, Back };

// The rows [first, first + rows) of a table that is split by rows over the tensor group.
struct TableSlice {
    std::int64_t first = 0, rows = 0, columns = 0;
};

// AdamW decays the weight apart from the gradient (Loshchilov & Hutter 2019), Adam adds the decay to it (L2).
enum class Decay { Apart, InGradient };

// `gradientScale` carries the clipping.
struct AdamWStep {
    double lr = 0, beta1 = 0, beta2 = 0, eps = 0, weightDecay = 0;
    Decay decay = Decay::Apart;
    std::int64_t update = 1;  // 1-based, for the bias corrections
    double gradientScale = 1;
};

// Decay in the gradient, as PyTorch has it.
struct SgdStep {
    double lr = 0, momentum = 0, weightDecay = 0;
    double gradientScale = 1;
};

class Kernels {
public:
    virtual ~Kernels() = default;

    // c = op(a) · op(b), or c += with Accumulate::Yes.
    virtual void multiply(ConstMatrix a, Transposed transposeA, ConstMatrix b, Transposed transposeB,
                          Matrix c, Accumulate accumulate) = 0;

    // y = x · weightᵀ + bias, an empty bias being none; hidden = x · weightᵀ + bias, activated = gelu(hidden). Bodies
    // that can write a product and its bias in one pass do.
    virtual void linear(ConstMatrix x, ConstMatrix weight, ConstVector bias, Matrix y) {
        multiply(x, Transposed::No, weight, Transposed::Yes, y, Accumulate::No);
        addBias(y, bias);
    }
    virtual void linearGelu(ConstMatrix x, ConstMatrix weight, ConstVector bias, Matrix hidden, Matrix activated) {
        multiply(x, Transposed::No, weight, Transposed::Yes, hidden, Accumulate::No);
        biasGelu(hidden, bias, activated);
    }
    // Backwards through the linear behind linearGelu(): gradient of its hidden = (outputGradient · weight) ∘ gelu'(hidden).
    virtual void linearGeluInputGradient(ConstMatrix outputGradient, ConstMatrix weight, ConstMatrix hidden,
                                         Matrix gradient) {
        multiply(outputGradient, Transposed::No, weight, Transposed::No, gradient, Accumulate::No);
        geluInputGradient(hidden, gradient);
    }

    // y += bias; y += bias + residual; biasGradient += column sums. An empty bias is none.
    virtual void addBias(Matrix y, ConstVector bias) = 0;
    virtual void addBiasAndResidual(Matrix y, ConstVector bias, ConstMatrix residual) = 0;
    virtual void biasWeightGradient(ConstMatrix outputGradient, Vector biasGradient) = 0;

    // y = (x − mean) · rstd · weight + bias per row, variance over the row, eps 1e-5.
    virtual void layerNorm(ConstMatrix x, ConstVector weight, ConstVector bias, Matrix y, Vector mean,
                           Vector rstd) = 0;
    virtual void layerNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector weight,
                                        ConstVector mean, ConstVector rstd, Matrix inputGradient,
                                        Accumulate accumulate) = 0;
    virtual void layerNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector mean,
                                         ConstVector rstd, Vector weightGradient, Vector biasGradient) = 0;

    // y = x · rstd · weight per row, rstd = 1/√(mean of squares + 1e-5).
    virtual void rmsNorm(ConstMatrix x, ConstVector weight, Matrix y, Vector rstd) = 0;
    virtual void rmsNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector weight,
                                      ConstVector rstd, Matrix inputGradient, Accumulate accumulate) = 0;
    virtual void rmsNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector rstd,
                                       Vector weightGradient) = 0;

    // hidden += bias; activated = gelu(hidden), tanh form (GPT-2's "gelu_new").
    virtual void biasGelu(Matrix hidden, ConstVector bias, Matrix activated) = 0;
    // In place: gradient of activated → of hidden.
    virtual void geluInputGradient(ConstMatrix hidden, Matrix gradient) = 0;

    // activated = silu(gate) · up.
    virtual void swiGlu(ConstMatrix gate, ConstMatrix up, Matrix activated) = 0;
    // gradient, in place: of activated → of up; writes gateGradient.
    virtual void swiGluInputGradient(ConstMatrix gate, ConstMatrix up, Matrix gradient, Matrix gateGradient) = 0;

    // In place. Turns features i and i + headSize/2 of every head by the angle of row mod sequence; cosines and
    // sines (sequence, headSize/2) are of the sum type.
    virtual void rotate(Matrix heads, const RotaryShape& shape, ConstVector cosines, ConstVector sines,
                        Turn turn) = 0;

    // qkv (batch·sequence, (heads + 2·kvHeads)·headSize): q, k, v side by side, each split by heads.
    // probabilities (batch, heads, sequence, sequence): softmax of the causal scores; what lies behind the
    // diagonal is 0 inside the diagonal's tile and undefined beyond. output (batch·sequence, heads·headSize).
    // scratch, of the sum type: threads · core::attentionScratch() (core/memory/engine_recipe.h).
    // Bodies that never write the scores to memory (plan.attention Flash) keep log Σ exp of each row's scaled scores
    // instead, (batch, heads, sequence) of the sum type, and need no scratch. `output`: what attention() wrote.
    virtual void attention(const AttentionShape& shape, ConstMatrix qkv, Vector probabilities, Matrix output,
                           Vector scratch) = 0;
    virtual void attentionInputGradient(const AttentionShape& shape, ConstMatrix qkv,
                                        ConstVector probabilities, ConstMatrix output,
                                        ConstMatrix outputGradient, Matrix qkvGradient, Vector scratch) = 0;

    // y[i] = table[token[i] − first], or zeros for a token of another rank's slice.
    virtual void embed(std::span<const std::int32_t> tokens, const TableSlice& slice, ConstVector table,
                       Matrix y) = 0;
    virtual void embedWeightGradient(std::span<const std::int32_t> tokens, const TableSlice& slice,
                                     ConstMatrix outputGradient, Vector tableGradient) = 0;
    // y[i] += table[i mod sequence]
    virtual void addPositions(Matrix y, ConstVector table, std::int64_t sequence) = 0;
    virtual void positionWeightGradient(ConstMatrix outputGradient, std::int64_t sequence,
                                        Vector tableGradient) = 0;

    // Cross-entropy over a vocabulary split by columns: three steps, reductions over the tensor group
    // between.
    virtual void rowMaxima(ConstMatrix logits, Vector maxima) = 0;
    // In place: logits → exp(logits − maximum). sums: of the rows; targetLogits: logit − maximum, 0 if not
    // here.
    virtual void exponentials(Matrix logits, ConstVector maxima, std::span<const std::int32_t> targets,
                              std::int64_t firstColumn, Vector sums, Vector targetLogits) = 0;
    // In place: exponentials → ∂(loss of the row)/∂logits = exponential / sum − [column is the target].
    virtual void logitGradients(Matrix exponentials, ConstVector sums, std::span<const std::int32_t> targets,
                                std::int64_t firstColumn) = 0;
    // The three steps in one, where the rank has the whole vocabulary.
    virtual void crossEntropy(Matrix logits, std::span<const std::int32_t> targets, std::int64_t firstColumn,
                              Vector maxima, Vector sums, Vector targetLogits) {
        rowMaxima(logits, maxima);
        exponentials(logits, maxima, targets, firstColumn, sums, targetLogits);
        logitGradients(logits, sums, targets, firstColumn);
    }
    virtual void scale(Matrix y, double factor) = 0;

    // Rounds where `to` is narrower.
    virtual void convert(ConstVector from, Vector to) = 0;

    // All of equal length; weights and moments have the sum type of the gradients. Every element is updated
    // on its own, so any cut of them gives the same bits.
    virtual void adamW(const AdamWStep& step, Vector weights, ConstVector gradients, Vector firstMoments,
                       Vector secondMoments) = 0;
    // velocity: empty without momentum.
    virtual void sgd(const SgdStep& step, Vector weights, ConstVector gradients, Vector velocity) = 0;
};

}  // namespace gpu
