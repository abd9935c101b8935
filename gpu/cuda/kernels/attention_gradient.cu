// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention backward: rowsum(∂O ∘ O), then the gradients of queries, then those of keys and values. The scores are made
// again in both, which spares atomics and keeps the bits equal from run to run.
#include "gpu/cuda/kernels/attention_simt.cuh"
#include "gpu/cuda/kernels/attention_tensor_keys.cuh"
#include "gpu/cuda/kernels/attention_widths.h"
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/workspace.h"

namespace gpu::cuda {
namespace {

constexpr int kRowsOfBlock = 8;  // one a warp

// products[batch, head, i] = ∂O_i · O_i
template <class T>
__global__ void __launch_bounds__(kRowsOfBlock* kWarp)
    rowProducts(std::int64_t rows, Heads shape, Rows<const T> output, Rows<const T> outputGradient, float* products) {
    const std::int64_t index = std::int64_t(blockIdx.x) * kRowsOfBlock + warpOfBlock();  // token · heads + head
    if (index >= rows) return;
    const std::int64_t token = index / shape.heads, head = index - token * shape.heads;
    const T* const o = output.at(token, head * shape.headSize);
    const T* const g = outputGradient.at(token, head * shape.headSize);
    float sum = 0;
    for (int i = laneOfWarp(); i < shape.headSize; i += kWarp) sum += wide(o[i]) * wide(g[i]);
    sum = warpSum(sum);
    const std::int64_t batch = token / shape.sequence;
    if (laneOfWarp() == 0)
        products[(batch * shape.heads + head) * shape.sequence + token - batch * shape.sequence] = sum;
}

}  // namespace

void attentionInputGradient(Stream stream, const AttentionShape& shape, ConstMatrix qkv, ConstVector kept,
                            ConstMatrix output, ConstMatrix outputGradient, Matrix qkvGradient, Workspace workspace) {
    requireHead(shape);
    const float* const logSums = keptNumbers<const float>(shape, kept);
    float* const products = take<float>(workspace, attentionGradientBytes(shape));
    const Heads heads(shape);
    const std::int64_t rows = keptByAttention(shape);
    const Width width = widthOfHeads(shape, qkv.type, qkv, outputGradient, qkvGradient);
    visitHeadWidth(shape.headSize, [&]<int kWidth>(std::integral_constant<int, kWidth>) {
        visitCardType(qkv.type, [&]<class T>(TypeTag<T>) {
            launch(rowProducts<T>, {ceilOf(rows, kRowsOfBlock)}, kRowsOfBlock * kWarp, 0, stream, rows, heads,
                   rowsOf<T>(output), rowsOf<T>(outputGradient), products);
            const auto start = [&](auto* kernel, const Grid& grid, int threads, int bytes) {
                launch(kernel, grid, threads, bytes, stream, heads, rowsOf<T>(qkv), logSums, products,
                       rowsOf<T>(outputGradient), rowsOf<T>(qkvGradient), width);
            };
            const auto tiles = [&](int tileRows, std::int64_t columns) {
                return Grid{ceilOf(shape.sequence, tileRows), columns, shape.batch};
            };
            if constexpr (Sixteen<T>) {
                // Wide heads leave registers for half as many scores.
                constexpr int kOthers = kWidth > 64 ? 32 : 64;
                start(queryGradientTensor<T, kWidth, kOthers>, tiles(kTensorRows, shape.heads), kTensorThreads,
                      kKeyTilesBytes<kWidth, kOthers>);
                start(keyGradientTensor<T, kWidth, kOthers>, tiles(kTensorRows, shape.kvHeads), kTensorThreads,
                      kKeyGradientBytes<kWidth, kOthers>);
            } else {
                start(queryGradientSimt<kWidth>, tiles(kSimtRows, shape.heads), kSimtThreads, simtBytes<kWidth>(4, 1));
                start(keyGradientSimt<kWidth>, tiles(kSimtRows, shape.kvHeads), kSimtThreads, simtBytes<kWidth>(4, 2));
            }
        });
    });
}

}  // namespace gpu::cuda
