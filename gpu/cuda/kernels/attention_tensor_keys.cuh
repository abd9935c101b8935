// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention of 16-bit numbers on the tensor cores: the gradients of keys and values. A block has keys of one key-value
// head, each of its four warps a part of them, and meets all queries that see them, of all heads of its group, in a
// fixed order; so the sums need no atomics. Everything is computed transposed (keys are rows): softmax and score
// gradients are then the left factors of ∂V = Pᵀ ∂O and ∂K = ∂Sᵀ Q as they lie in the registers.
#pragma once

#include "gpu/cuda/kernels/attention_tiles.cuh"

namespace gpu::cuda {

inline constexpr int kGradientQueries = 32;
// Keys and values, and twice queries, output gradients, log sums and products.
template <int kWidth>
inline constexpr int
    kKeyGradientBytes = (2 * kBlockRows<kRowTilesOf<kWidth>> + 4 * kGradientQueries) * kTensorRowBytes<kWidth> +
                        2 * 2 * kGradientQueries* int(sizeof(float));

template <class T, int kWidth>
__global__ void __launch_bounds__(kTensorThreads)
    keyGradientTensor(Heads shape, Rows<const T> qkv, const float* kept, const float* products,
                      Rows<const T> outputGradient, Rows<T> qkvGradient, Width width) {
    constexpr int kTiles = kRowTilesOf<kWidth>, kRows = kBlockRows<kTiles>, kQueries = kGradientQueries,
                  kProducts = kQueries / 8, kStride = kTensorStride<kWidth>;
    DYNAMIC_SHARED(memory);
    T* const keyTile = reinterpret_cast<T*>(memory);
    T* const valueTile = keyTile + kRows * kStride;
    T* const pairs = valueTile + kRows * kStride;
    float* const numbers = reinterpret_cast<float*>(pairs + 4 * kQueries * kStride);
    const auto queryTile = [&](int i) { return pairs + (i % 2) * 2 * kQueries * kStride; };
    const auto gradientTile = [&](int i) { return queryTile(i) + kQueries * kStride; };
    const auto logSums = [&](int i) { return numbers + (i % 2) * 2 * kQueries; };
    const auto productsOf = [&](int i) { return logSums(i) + kQueries; };

    const int firstKey = int(blockIdx.x) * kRows, group = int(blockIdx.y), batch = int(blockIdx.z);
    const int firstTile = firstKey / kQueries, tiles = (shape.sequence + kQueries - 1) / kQueries - firstTile;
    const int rounds = tiles * shape.group();  // one after the other: the heads of the group, their tiles
    const auto queryOfRound = [&](int i) { return (firstTile + i % tiles) * kQueries; };
    const auto loadQueries = [&](int i) {
        const int head = group * shape.group() + i / tiles, first = queryOfRound(i);
        loadTile<kQueries, kWidth, kStride, kTensorThreads>(queryTile(i), headOf(qkv, shape, batch, head), first, shape,
                                                            width);
        loadTile<kQueries, kWidth, kStride, kTensorThreads>(gradientTile(i), headOf(outputGradient, shape, batch, head),
                                                            first, shape, width);
        commitCopies();
        if (const int own = int(threadIdx.x); own < kQueries) {
            const bool there = first + own < shape.sequence;
            const std::int64_t at = (std::int64_t(batch) * shape.heads + head) * shape.sequence + first + own;
            logSums(i)[own] = there ? kept[at] * kLog2e : 0.0f;
            productsOf(i)[own] = there ? products[at] * shape.scale : 0.0f;
        }
    };

    loadTile<kRows, kWidth, kStride, kTensorThreads>(keyTile, headOf(qkv, shape, batch, shape.heads + group), firstKey,
                                                     shape, width);
    loadTile<kRows, kWidth, kStride, kTensorThreads>(
        valueTile, headOf(qkv, shape, batch, shape.heads + shape.kvHeads + group), firstKey, shape, width);
    loadQueries(0);

    const LaneRows<kTiles> lane(firstKey);  // its rows are keys
    Accumulators<kTiles, kWidth / 8> keySums, valueSums;
    clear<kTiles, kWidth / 8>(keySums);
    clear<kTiles, kWidth / 8>(valueSums);
    for (int i = 0; i < rounds; ++i) {
        waitForCopies<0>();
        __syncthreads();
        if (i + 1 < rounds) loadQueries(i + 1);
        const int first = queryOfRound(i);
        if (first + kQueries - 1 < lane.first || lane.first >= shape.sequence) continue;
        Accumulators<kTiles, kProducts> weights, changes;
        multiplyTiles<kWidth, kTiles, kProducts>(weights, keyTile, queryTile(i));
        multiplyTiles<kWidth, kTiles, kProducts>(changes, valueTile, gradientTile(i));
        const bool masks = first < lane.last();
#pragma unroll
        for (int m = 0; m < kTiles; ++m)
#pragma unroll
            for (int j = 0; j < kProducts; ++j)
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    const int query = lane.column(j, k);
                    float p = powerOfTwo(weights[m][j][k] * shape.scaleLog2e - logSums(i)[query]);
                    if (masks && lane.row(m, k / 2) > first + query) p = 0;
                    weights[m][j][k] = p;
                    changes[m][j][k] = p * (changes[m][j][k] * shape.scale - productsOf(i)[query]);
                }
        multiplyByRows<kWidth, kTiles, kProducts>(valueSums, weights, gradientTile(i));
        multiplyByRows<kWidth, kTiles, kProducts>(keySums, changes, queryTile(i));
    }
    const auto one = [](int, int) { return 1.0f; };
    storeRows<kWidth, kTiles>(headOf(qkvGradient, shape, batch, shape.heads + group), lane, shape, width, keySums, one);
    storeRows<kWidth, kTiles>(headOf(qkvGradient, shape, batch, shape.heads + shape.kvHeads + group), lane, shape,
                              width, valueSums, one);
}

}  // namespace gpu::cuda
