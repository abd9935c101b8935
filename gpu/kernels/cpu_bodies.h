// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Single-threaded CPU bodies on a range of rows (or columns, heads, elements); cpu_kernels.cpp cuts the
// ranges. Meaning and shapes: gpu/kernels/kernels.h.
#pragma once

#include "gpu/kernels/kernels.h"

namespace gpu::cpu {

void addBias(Matrix y, const float* bias);
void addBiasAndResidual(Matrix y, const float* bias, ConstMatrix residual);
void addColumnSums(ConstMatrix x, float* sums);
void scale(Matrix y, float factor);

void layerNorm(ConstMatrix x, const float* weight, const float* bias, Matrix y, float* mean, float* rstd);
void layerNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, const float* weight, const float* mean,
                            const float* rstd, Matrix inputGradient, Accumulate accumulate);
void layerNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, const float* mean, const float* rstd,
                             float* weightGradient, float* biasGradient);

void biasGelu(Matrix hidden, const float* bias, Matrix activated);
void geluInputGradient(ConstMatrix hidden, Matrix gradient);

// `pair` counts heads of all sequences: sequence · heads + head.
void attentionHead(const AttentionShape& shape, std::int64_t pair, ConstMatrix qkv, float* probabilities,
                   Matrix output);
void attentionHeadInputGradient(const AttentionShape& shape, std::int64_t pair, ConstMatrix qkv,
                                const float* probabilities, ConstMatrix outputGradient, Matrix qkvGradient,
                                float* tile);

void embed(std::span<const std::int32_t> tokens, const TableSlice& slice, const float* table, Matrix y);
void addRows(Matrix y, std::int64_t firstRow, const float* table, std::int64_t sequence);
void embedWeightGradient(std::span<const std::int32_t> tokens, const TableSlice& slice,
                         ConstMatrix outputGradient, float* tableGradient);
void positionWeightGradient(ConstMatrix outputGradient, std::int64_t sequence, float* tableGradient,
                            std::int64_t tableStride);

void rowMaxima(ConstMatrix logits, float* maxima);
void exponentials(Matrix logits, const float* maxima, std::span<const std::int32_t> targets,
                  std::int64_t firstColumn, float* sums, float* targetLogits);
void logitGradients(Matrix exponentials, const float* sums, std::span<const std::int32_t> targets,
                    std::int64_t firstColumn);

void adamW(const AdamWStep& step, std::span<float> weights, std::span<const float> gradients,
           std::span<float> firstMoments, std::span<float> secondMoments);

}  // namespace gpu::cpu
