// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention forward: the kernels for the type and the width of the heads.
#include "gpu/cuda/kernels/attention_simt.cuh"
#include "gpu/cuda/kernels/attention_tensor.cuh"
#include "gpu/cuda/kernels/attention_widths.h"
#include "gpu/cuda/kernels/bodies.h"

namespace gpu::cuda {

void attention(Stream stream, const AttentionShape& shape, ConstMatrix qkv, Vector kept, Matrix output) {
    requireHead(shape);
    float* const logSums = keptNumbers<float>(shape, kept);
    const Width width = widthOfHeads(shape, qkv.type, qkv, output);
    visitHeadWidth(shape.headSize, [&]<int kWidth>(std::integral_constant<int, kWidth>) {
        visitCardType(qkv.type, [&]<class T>(TypeTag<T>) {
            const auto start = [&](auto* kernel, int rows, int threads, int bytes) {
                launch(kernel, {ceilOf(shape.sequence, rows), shape.heads, shape.batch}, threads, bytes, stream,
                       Heads(shape), rowsOf<T>(qkv), logSums, rowsOf<T>(output), width);
            };
            if constexpr (Sixteen<T>)
                start(attentionTensor<T, kWidth>, kBlockRows<kRowTilesOf<kWidth>>, kTensorThreads,
                      kForwardBytes<kWidth>);
            else
                start(attentionSimt<kWidth>, kSimtRows, kSimtThreads, simtBytes<kWidth>(3, 1));
        });
    });
}

}  // namespace gpu::cuda
