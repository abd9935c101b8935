// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention backward: rowsum(∂O ∘ O), then the gradients of queries, then those of keys and values. The scores are made
// again in both, which spares atomics and keeps the bits equal from run to run.
#include "gpu/cuda/kernels/attention_simt.cuh"
#include "gpu/cuda/kernels/attention_tensor.cuh"
#include "gpu/cuda/kernels/attention_tensor_keys.cuh"
#include "gpu/cuda/kernels/attention_widths.h"
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/workspace.h"

namespace gpu::cuda {
namespace {

constexpr int kProductThreads = 256;

// products[batch, head, i] = ∂O_i · O_i. Neighbouring lanes, one a pack of the head's width, share a row.
template <class T, int kWidth>
__global__ void __launch_bounds__(kProductThreads)
    rowProducts(std::int64_t rows, Heads shape, Rows<const T> output, Rows<const T> outputGradient, Width width,
                float* products) {
    constexpr int kCount = kPack<T>, kLanes = kWidth / kCount;
    const std::int64_t thread = std::int64_t(blockIdx.x) * kProductThreads + threadIdx.x;
    const std::int64_t index = thread / kLanes;  // token · heads + head
    const std::int64_t token = index / shape.heads, head = index - token * shape.heads;
    const int column = int(thread % kLanes) * kCount;
    float sum = 0;
    if (index < rows && column < shape.headSize) {
        const T* const o = output.at(token, head * shape.headSize + column);
        const T* const g = outputGradient.at(token, head * shape.headSize + column);
        float left[kCount] = {}, right[kCount] = {};
        if (width == Width::Packs) {
            readPack<kCount>(o, left);
            readPack<kCount>(g, right);
        } else {
#pragma unroll
            for (int i = 0; i < kCount; ++i)
                if (column + i < shape.headSize) {
                    left[i] = wide(o[i]);
                    right[i] = wide(g[i]);
                }
        }
#pragma unroll
        for (int i = 0; i < kCount; ++i) sum += left[i] * right[i];
    }
#pragma unroll
    for (int mask = 1; mask < kLanes; mask *= 2) sum += exchanged(sum, mask);
    if (column != 0 || index >= rows) return;
    const std::int64_t batch = token / shape.sequence;
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
            launch(rowProducts<T, kWidth>, {ceilOf(rows * (kWidth / kPack<T>), kProductThreads)}, kProductThreads, 0,
                   stream, rows, heads, rowsOf<T>(output), rowsOf<T>(outputGradient),
                   widthOfHeads(shape, qkv.type, output, outputGradient), products);
            const auto start = [&](auto* kernel, const Grid& grid, int threads, int bytes) {
                launch(kernel, grid, threads, bytes, stream, heads, rowsOf<T>(qkv), logSums, products,
                       rowsOf<T>(outputGradient), rowsOf<T>(qkvGradient), width);
            };
            const auto tiles = [&](int tileRows, std::int64_t columns) {
                return Grid{ceilOf(shape.sequence, tileRows), columns, shape.batch};
            };
            if constexpr (Sixteen<T>) {
                constexpr int kRows = kBlockRows<kRowTilesOf<kWidth>>;
                start(queryGradientTensor<T, kWidth>, tiles(kRows, shape.heads), kTensorThreads,
                      kQueryGradientBytes<kWidth>);
                start(keyGradientTensor<T, kWidth>, tiles(kRows, shape.kvHeads), kTensorThreads,
                      kKeyGradientBytes<kWidth>);
            } else {
                start(queryGradientSimt<kWidth>, tiles(kSimtRows, shape.heads), kSimtThreads, simtBytes<kWidth>(4, 1));
                start(keyGradientSimt<kWidth>, tiles(kSimtRows, shape.kvHeads), kSimtThreads, simtBytes<kWidth>(4, 2));
            }
        });
    });
}

}  // namespace gpu::cuda
