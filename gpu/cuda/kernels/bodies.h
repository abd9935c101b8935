// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Device bodies of the ops, one source file per purpose; cuda_kernels.cpp calls them. Meaning and shapes:
// gpu/kernels/kernels.h. All enqueue on the stream and return. `workspace` in bytes: gpu/cuda/kernels/workspace.h.
#pragma once

#include "gpu/cuda/kernels/cuda_kernels.h"

namespace gpu::cuda {

void addBias(Stream stream, Matrix y, ConstVector bias);
void addBiasAndResidual(Stream stream, Matrix y, ConstVector bias, ConstMatrix residual);
void scale(Stream stream, Matrix y, double factor);

void biasWeightGradient(Stream stream, ConstMatrix outputGradient, Vector biasGradient, Workspace workspace);
void layerNormWeightGradient(Stream stream, ConstMatrix outputGradient, ConstMatrix x, ConstVector mean,
                             ConstVector rstd, Vector weightGradient, Vector biasGradient, Workspace workspace);
void rmsNormWeightGradient(Stream stream, ConstMatrix outputGradient, ConstMatrix x, ConstVector rstd,
                           Vector weightGradient, Workspace workspace);

void layerNorm(Stream stream, ConstMatrix x, ConstVector weight, ConstVector bias, Matrix y, Vector mean, Vector rstd);
void layerNormInputGradient(Stream stream, ConstMatrix outputGradient, ConstMatrix x, ConstVector weight,
                            ConstVector mean, ConstVector rstd, Matrix inputGradient, Accumulate accumulate);
void rmsNorm(Stream stream, ConstMatrix x, ConstVector weight, Matrix y, Vector rstd);
void rmsNormInputGradient(Stream stream, ConstMatrix outputGradient, ConstMatrix x, ConstVector weight,
                          ConstVector rstd, Matrix inputGradient, Accumulate accumulate);

void biasGelu(Stream stream, Matrix hidden, ConstVector bias, Matrix activated);
void geluInputGradient(Stream stream, ConstMatrix hidden, Matrix gradient);
void swiGlu(Stream stream, ConstMatrix gate, ConstMatrix up, Matrix activated);
void swiGluInputGradient(Stream stream, ConstMatrix gate, ConstMatrix up, Matrix gradient, Matrix gateGradient);
void rotate(Stream stream, Matrix heads, const RotaryShape& shape, ConstVector cosines, ConstVector sines, Turn turn);

// `kept`: fp32 (batch, heads, sequence).
void attention(Stream stream, const AttentionShape& shape, ConstMatrix qkv, Vector kept, Matrix output);
void attentionInputGradient(Stream stream, const AttentionShape& shape, ConstMatrix qkv, ConstVector kept,
                            ConstMatrix output, ConstMatrix outputGradient, Matrix qkvGradient, Workspace workspace);

void embed(Stream stream, std::span<const std::int32_t> tokens, const TableSlice& slice, ConstVector table, Matrix y);
void embedWeightGradient(Stream stream, std::span<const std::int32_t> tokens, const TableSlice& slice,
                         ConstMatrix outputGradient, Vector tableGradient, Workspace workspace);
void addPositions(Stream stream, Matrix y, ConstVector table, std::int64_t sequence);
void positionWeightGradient(Stream stream, ConstMatrix outputGradient, std::int64_t sequence, Vector tableGradient);

void rowMaxima(Stream stream, ConstMatrix logits, Vector maxima);
void exponentials(Stream stream, Matrix logits, ConstVector maxima, std::span<const std::int32_t> targets,
                  std::int64_t firstColumn, Vector sums, Vector targetLogits);
void crossEntropy(Stream stream, Matrix logits, std::span<const std::int32_t> targets, std::int64_t firstColumn,
                  Vector maxima, Vector sums, Vector targetLogits);
void logitGradients(Stream stream, Matrix exponentials, ConstVector sums, std::span<const std::int32_t> targets,
                    std::int64_t firstColumn);

void convert(Stream stream, ConstVector from, Vector to);
void adamW(Stream stream, const AdamWStep& step, Vector weights, ConstVector gradients, Vector firstMoments,
           Vector secondMoments);
void sgd(Stream stream, const SgdStep& step, Vector weights, ConstVector gradients, Vector velocity);

}  // namespace gpu::cuda
