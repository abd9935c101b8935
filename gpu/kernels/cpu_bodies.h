// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Single-threaded CPU bodies on a range of rows (or columns, heads, elements); cpu_kernels.cpp cuts the
// ranges. Meaning and shapes: gpu/kernels/kernels.h.
#pragma once

#include "gpu/kernels/kernels.h"

namespace gpu::cpu {

void addBias(Matrix y, ConstVector bias);
void addBiasAndResidual(Matrix y, ConstVector bias, ConstMatrix residual);
void addColumnSums(ConstMatrix x, Vector sums);
void scale(Matrix y, double factor);

void layerNorm(ConstMatrix x, ConstVector weight, ConstVector bias, Matrix y, Vector mean, Vector rstd);
void layerNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector weight, ConstVector mean,
                            ConstVector rstd, Matrix inputGradient, Accumulate accumulate);
void layerNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector mean, ConstVector rstd,
                             Vector weightGradient, Vector biasGradient);

void rmsNorm(ConstMatrix x, ConstVector weight, Matrix y, Vector rstd);
void rmsNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector weight, ConstVector rstd,
                          Matrix inputGradient, Accumulate accumulate);
void rmsNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector rstd, Vector weightGradient);

void swiGlu(ConstMatrix gate, ConstMatrix up, Matrix activated);
void swiGluInputGradient(ConstMatrix gate, ConstMatrix up, Matrix gradient, Matrix gateGradient);

void rotate(Matrix heads, std::int64_t firstRow, const RotaryShape& shape, ConstVector cosines,
            ConstVector sines, Turn turn);

void biasGelu(Matrix hidden, ConstVector bias, Matrix activated);
void geluInputGradient(ConstMatrix hidden, Matrix gradient);

// `pair` counts heads of all sequences: sequence · heads + head. `scratch`: of one thread.
void attentionHead(const AttentionShape& shape, std::int64_t pair, ConstMatrix qkv, Vector probabilities,
                   Matrix output, Vector scratch);
// `group` counts key-value heads of all sequences: sequence · kvHeads + key-value head.
void attentionGroupInputGradient(const AttentionShape& shape, std::int64_t group, ConstMatrix qkv,
                                ConstVector probabilities, ConstMatrix outputGradient, Matrix qkvGradient,
                                Vector scratch);

void embed(std::span<const std::int32_t> tokens, const TableSlice& slice, ConstVector table, Matrix y);
void addRows(Matrix y, std::int64_t firstRow, ConstVector table, std::int64_t sequence);
void embedWeightGradient(std::span<const std::int32_t> tokens, const TableSlice& slice,
                         ConstMatrix outputGradient, Vector tableGradient);
void positionWeightGradient(ConstMatrix outputGradient, std::int64_t sequence, Vector tableGradient,
                            std::int64_t tableStride);

void rowMaxima(ConstMatrix logits, Vector maxima);
void exponentials(Matrix logits, ConstVector maxima, std::span<const std::int32_t> targets,
                  std::int64_t firstColumn, Vector sums, Vector targetLogits);
void logitGradients(Matrix exponentials, ConstVector sums, std::span<const std::int32_t> targets,
                    std::int64_t firstColumn);

void adamW(const AdamWStep& step, Vector weights, ConstVector gradients, Vector firstMoments,
           Vector secondMoments);

void sgd(const SgdStep& step, Vector weights, ConstVector gradients, Vector velocity);

}  // namespace gpu::cpu
