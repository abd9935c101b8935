// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention of 16-bit numbers on the tensor cores: the gradients of keys and values. A block has 64 keys of one key-value
// head, each of its four warps 16 of them, and meets all queries that see them, of all heads of its group, in a fixed
// order; so the sums need no atomics. Everything is computed transposed (keys are rows): softmax and score gradients
// are then the left factors of ∂V = Pᵀ ∂O and ∂K = ∂Sᵀ Q as they lie in the registers.
#pragma once

#include "gpu/cuda/kernels/attention_tensor.cuh"

namespace gpu::cuda {

// Keys and values, and twice kQueries queries, output gradients, log sums and products.
template <int kWidth, int kQueries>
inline constexpr int kKeyGradientBytes = (2 * kTensorRows + 4 * kQueries) * kTensorStride<kWidth> * 2 +
                                         2 * 2 * kQueries * int(sizeof(float));

// c (16 × 8·kProducts) = a · bᵀ with this warp's 16 rows of a; both shared tiles.
template <int kWidth, int kProducts, class T>
__device__ inline void multiplyTiles(float (&c)[kProducts][4], const T* a, const T* b) {
    constexpr int kStride = kTensorStride<kWidth>;
#pragma unroll
    for (int j = 0; j < kProducts; ++j)
#pragma unroll
        for (int k = 0; k < 4; ++k) c[j][k] = 0;
#pragma unroll
    for (int depth = 0; depth < kWidth / 16; ++depth) {
        std::uint32_t left[4];
        loadA<kStride>(left, a + warpOfBlock() * 16 * kStride + depth * 16);
#pragma unroll
        for (int j = 0; j < kProducts; j += 2) {
            std::uint32_t two[4];
            loadBOfColumns<kStride>(two, b + j * 8 * kStride + depth * 16);
            multiplyFragments<T>(c[j], left, two[0], two[1]);
            multiplyFragments<T>(c[j + 1], left, two[2], two[3]);
        }
    }
}

template <class T, int kWidth, int kQueries>
__global__ void __launch_bounds__(kTensorThreads)
    keyGradientTensor(Heads shape, Rows<const T> qkv, const float* kept, const float* products,
                      Rows<const T> outputGradient, Rows<T> qkvGradient, Width width) {
    constexpr int kProducts = kQueries / 8, kStride = kTensorStride<kWidth>;
    DYNAMIC_SHARED(memory);
    T* const keyTile = reinterpret_cast<T*>(memory);
    T* const valueTile = keyTile + kTensorRows * kStride;
    T* const pairs = valueTile + kTensorRows * kStride;
    float* const numbers = reinterpret_cast<float*>(pairs + 4 * kQueries * kStride);
    const auto queryTile = [&](int i) { return pairs + (i % 2) * 2 * kQueries * kStride; };
    const auto gradientTile = [&](int i) { return queryTile(i) + kQueries * kStride; };
    const auto logSums = [&](int i) { return numbers + (i % 2) * 2 * kQueries; };
    const auto productsOf = [&](int i) { return logSums(i) + kQueries; };

    const int firstKey = int(blockIdx.x) * kTensorRows, group = int(blockIdx.y), batch = int(blockIdx.z);
    const int firstTile = firstKey / kQueries, tiles = (shape.sequence + kQueries - 1) / kQueries - firstTile;
    const int rounds = tiles * shape.group();  // one after the other: the heads of the group, their tiles
    const auto headOfRound = [&](int i) { return group * shape.group() + i / tiles; };
    const auto queryOfRound = [&](int i) { return (firstTile + i % tiles) * kQueries; };
    const auto loadQueries = [&](int i) {
        const int head = headOfRound(i), first = queryOfRound(i);
        loadTile<kQueries, kWidth, kStride, kTensorThreads>(queryTile(i), headOf(qkv, shape, batch, head), first, shape,
                                                            width);
        loadTile<kQueries, kWidth, kStride, kTensorThreads>(
            gradientTile(i), headOf(outputGradient, shape, batch, head), first, shape, width);
        commitCopies();
        if (const int own = int(threadIdx.x); own < kQueries) {
            const bool there = first + own < shape.sequence;
            const std::int64_t at = (std::int64_t(batch) * shape.heads + head) * shape.sequence + first + own;
            logSums(i)[own] = there ? kept[at] * kLog2e : 0.0f;
            productsOf(i)[own] = there ? products[at] : 0.0f;
        }
    };

    loadTile<kTensorRows, kWidth, kStride, kTensorThreads>(
        keyTile, headOf(qkv, shape, batch, shape.heads + group), firstKey, shape, width);
    loadTile<kTensorRows, kWidth, kStride, kTensorThreads>(
        valueTile, headOf(qkv, shape, batch, shape.heads + shape.kvHeads + group), firstKey, shape, width);
    loadQueries(0);

    const LaneRows lane(firstKey);  // its rows are keys
    float keySums[kWidth / 8][4] = {}, valueSums[kWidth / 8][4] = {};
    for (int i = 0; i < rounds; ++i) {
        waitForCopies<0>();
        __syncthreads();
        if (i + 1 < rounds) loadQueries(i + 1);
        float weights[kProducts][4], changes[kProducts][4];
        multiplyTiles<kWidth, kProducts>(weights, keyTile, queryTile(i));
        multiplyTiles<kWidth, kProducts>(changes, valueTile, gradientTile(i));
        const int first = queryOfRound(i);
        const bool masks = first < firstKey + kTensorRows - 1;
#pragma unroll
        for (int j = 0; j < kProducts; ++j)
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                const int query = lane.column(j, k);
                float p = exp2f(weights[j][k] * shape.scaleLog2e - logSums(i)[query]);
                if (masks && lane.row(k / 2) > first + query) p = 0;
                weights[j][k] = p;
                changes[j][k] = p * (changes[j][k] - productsOf(i)[query]);
            }
        multiplyByRows<kWidth, kProducts>(valueSums, weights, gradientTile(i));
        multiplyByRows<kWidth, kProducts>(keySums, changes, queryTile(i));
    }

    const auto keyOut = headOf(qkvGradient, shape, batch, shape.heads + group),
               valueOut = headOf(qkvGradient, shape, batch, shape.heads + shape.kvHeads + group);
#pragma unroll
    for (int upper = 0; upper < 2; ++upper)
#pragma unroll
        for (int column = 0; column < kWidth / 8; ++column) {
            const int row = lane.row(upper), at = column * 8 + lane.pair;
            storePair(keyOut, row, at, shape, width, keySums[column][2 * upper] * shape.scale,
                      keySums[column][2 * upper + 1] * shape.scale);
            storePair(valueOut, row, at, shape, width, valueSums[column][2 * upper], valueSums[column][2 * upper + 1]);
        }
}

}  // namespace gpu::cuda
