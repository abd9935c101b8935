// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention of 16-bit numbers on the tensor cores: forward, and the gradient of the queries. A block has queries of one
// head, each of its four warps a part of them; keys and values pass through two shared tiles, the next one on its way
// while one is used. Scores, softmax and sums are fp32 in registers. The last query tiles, which see most keys, start
// first; a warp leaves out tiles of which it sees nothing.
#pragma once

#include "gpu/cuda/kernels/attention_tiles.cuh"

namespace gpu::cuda {

inline constexpr int kForwardKeys = 64;
template <int kWidth>
inline constexpr int kForwardBytes = 2 * 2 * kForwardKeys * kTensorRowBytes<kWidth>;

// Keys that the gradient meets at a time: two row tiles, or wide heads, leave registers for 32.
inline constexpr int kGradientKeys = 32;
// Keys and values twice; before them, queries and output gradients pass through.
template <int kWidth>
inline constexpr int kQueryGradientBytes = (2 * kBlockRows<kRowTilesOf<kWidth>> > 4 * kGradientKeys
                                                ? 2 * kBlockRows<kRowTilesOf<kWidth>>
                                                : 4 * kGradientKeys) *
                                           kTensorRowBytes<kWidth>;

// One step of the online softmax over a row's scores in this tile: they become exp(score − largest so far) in powers of
// two. Returns what the sums so far shrink by.
template <int kProducts>
__device__ inline float softmaxStep(float (&scores)[kProducts][4], int upper, float scaleLog2e, float& largest,
                                    float& total) {
    float now = largest;
#pragma unroll
    for (int j = 0; j < kProducts; ++j) now = fmaxf(now, fmaxf(scores[j][2 * upper], scores[j][2 * upper + 1]));
    now = quadMax(now);
    const float shrink = powerOfTwo((largest - now) * scaleLog2e), behind = now * scaleLog2e;
    largest = now;
    total *= shrink;
#pragma unroll
    for (int j = 0; j < kProducts; ++j)
#pragma unroll
        for (int k = 2 * upper; k < 2 * upper + 2; ++k) {
            scores[j][k] = powerOfTwo(scores[j][k] * scaleLog2e - behind);
            total += scores[j][k];
        }
    return shrink;
}

template <class T, int kWidth>
__global__ void __launch_bounds__(kTensorThreads)
    attentionTensor(Heads shape, Rows<const T> qkv, float* kept, Rows<T> output, Width width) {
    constexpr int kTiles = kRowTilesOf<kWidth>, kRows = kBlockRows<kTiles>, kKeys = kForwardKeys, kProducts = kKeys / 8,
                  kStride = kTensorStride<kWidth>;
    DYNAMIC_SHARED(memory);
    T* const tiles = reinterpret_cast<T*>(memory);
    const auto keyTile = [&](int i) { return tiles + (i % 2) * 2 * kKeys * kStride; };
    const auto valueTile = [&](int i) { return keyTile(i) + kKeys * kStride; };

    const int tile = int(gridDim.x - 1 - blockIdx.x), head = int(blockIdx.y), batch = int(blockIdx.z);
    const int group = head / shape.group(), firstRow = tile * kRows;
    const auto keys = headOf(qkv, shape, batch, shape.heads + group),
               values = headOf(qkv, shape, batch, shape.heads + shape.kvHeads + group);
    const auto loadKeys = [&](int i) {
        loadTile<kKeys, kWidth, kStride, kTensorThreads>(keyTile(i), keys, i * kKeys, shape, width);
        loadTile<kKeys, kWidth, kStride, kTensorThreads>(valueTile(i), values, i * kKeys, shape, width);
        commitCopies();
    };

    // The queries pass through the place of the second keys and values.
    static_assert(kRows <= 2 * kKeys);
    loadTile<kRows, kWidth, kStride, kTensorThreads>(keyTile(1), headOf(qkv, shape, batch, head), firstRow, shape,
                                                     width);
    commitCopies();
    loadKeys(0);
    waitForCopies<1>();
    __syncthreads();
    Lefts<kTiles, kWidth> query;
    loadRowsOfWarp<kWidth, kTiles>(query, keyTile(1));

    const LaneRows<kTiles> lane(firstRow);
    Accumulators<kTiles, kWidth / 8> sums;
    clear<kTiles, kWidth / 8>(sums);
    float largest[kTiles][2], total[kTiles][2] = {};
    for (auto& pair : largest) pair[0] = pair[1] = -__builtin_huge_valf();
    const int lastRow = firstRow + kRows < shape.sequence ? firstRow + kRows - 1 : shape.sequence - 1;
    const int lastTile = lastRow / kKeys;
    for (int i = 0; i <= lastTile; ++i) {
        waitForCopies<0>();
        __syncthreads();  // tile i has arrived for all, and all are done with the tile before it
        if (i < lastTile) loadKeys(i + 1);
        if (i * kKeys > lane.last() || lane.first >= shape.sequence) continue;
        Accumulators<kTiles, kProducts> scores;
        multiplyByColumns<kWidth, kTiles, kProducts>(scores, query, keyTile(i));
        if ((i + 1) * kKeys - 1 > lane.first) {
#pragma unroll
            for (int m = 0; m < kTiles; ++m)
#pragma unroll
                for (int j = 0; j < kProducts; ++j)
#pragma unroll
                    for (int k = 0; k < 4; ++k)
                        if (i * kKeys + lane.column(j, k) > lane.row(m, k / 2))
                            scores[m][j][k] = -__builtin_huge_valf();
        }
#pragma unroll
        for (int m = 0; m < kTiles; ++m)
#pragma unroll
            for (int upper = 0; upper < 2; ++upper) {
                const float shrink =
                    softmaxStep<kProducts>(scores[m], upper, shape.scaleLog2e, largest[m][upper], total[m][upper]);
#pragma unroll
                for (int column = 0; column < kWidth / 8; ++column) {
                    sums[m][column][2 * upper] *= shrink;
                    sums[m][column][2 * upper + 1] *= shrink;
                }
            }
        multiplyByRows<kWidth, kTiles, kProducts>(sums, scores, valueTile(i));
    }

    float inverse[kTiles][2];
#pragma unroll
    for (int m = 0; m < kTiles; ++m)
#pragma unroll
        for (int upper = 0; upper < 2; ++upper) {
            const float all = quadSum(total[m][upper]);
            inverse[m][upper] = 1.0f / all;
            const int row = lane.row(m, upper);
            if (lane.pair == 0 && row < shape.sequence)
                kept[(std::int64_t(batch) * shape.heads + head) * shape.sequence + row] =
                    largest[m][upper] * shape.scale + logf(all);
        }
    storeRows<kWidth, kTiles>(headOf(output, shape, batch, head), lane, shape, width, sums,
                              [&](int m, int upper) { return inverse[m][upper]; });
}

// ∂Q. `products`: rowsum(∂O ∘ O), as `kept`.
template <class T, int kWidth>
__global__ void __launch_bounds__(kTensorThreads)
    queryGradientTensor(Heads shape, Rows<const T> qkv, const float* kept, const float* products,
                        Rows<const T> outputGradient, Rows<T> qkvGradient, Width width) {
    constexpr int kTiles = kRowTilesOf<kWidth>, kRows = kBlockRows<kTiles>, kKeys = kGradientKeys,
                  kProducts = kKeys / 8, kStride = kTensorStride<kWidth>;
    DYNAMIC_SHARED(memory);
    T* const tiles = reinterpret_cast<T*>(memory);
    const auto keyTile = [&](int i) { return tiles + (i % 2) * 2 * kKeys * kStride; };
    const auto valueTile = [&](int i) { return keyTile(i) + kKeys * kStride; };

    const int tile = int(gridDim.x - 1 - blockIdx.x), head = int(blockIdx.y), batch = int(blockIdx.z);
    const int group = head / shape.group(), firstRow = tile * kRows;
    const auto keys = headOf(qkv, shape, batch, shape.heads + group),
               values = headOf(qkv, shape, batch, shape.heads + shape.kvHeads + group);
    const auto loadKeys = [&](int i) {
        loadTile<kKeys, kWidth, kStride, kTensorThreads>(keyTile(i), keys, i * kKeys, shape, width);
        loadTile<kKeys, kWidth, kStride, kTensorThreads>(valueTile(i), values, i * kKeys, shape, width);
        commitCopies();
    };

    T* const gradientTile = tiles + kRows * kStride;
    loadTile<kRows, kWidth, kStride, kTensorThreads>(tiles, headOf(qkv, shape, batch, head), firstRow, shape, width);
    loadTile<kRows, kWidth, kStride, kTensorThreads>(gradientTile, headOf(outputGradient, shape, batch, head), firstRow,
                                                     shape, width);
    commitCopies();
    waitForCopies<0>();
    __syncthreads();
    Lefts<kTiles, kWidth> query, gradient;
    loadRowsOfWarp<kWidth, kTiles>(query, tiles);
    loadRowsOfWarp<kWidth, kTiles>(gradient, gradientTile);
    __syncthreads();
    loadKeys(0);

    const LaneRows<kTiles> lane(firstRow);
    const std::int64_t ofHead = (std::int64_t(batch) * shape.heads + head) * shape.sequence;
    float logSum[kTiles][2], product[kTiles][2];
#pragma unroll
    for (int m = 0; m < kTiles; ++m)
#pragma unroll
        for (int upper = 0; upper < 2; ++upper) {
            const int row = lane.row(m, upper);
            logSum[m][upper] = row < shape.sequence ? kept[ofHead + row] * kLog2e : 0.0f;
            product[m][upper] = row < shape.sequence ? products[ofHead + row] * shape.scale : 0.0f;
        }
    Accumulators<kTiles, kWidth / 8> sums;
    clear<kTiles, kWidth / 8>(sums);
    const int lastRow = firstRow + kRows < shape.sequence ? firstRow + kRows - 1 : shape.sequence - 1;
    const int lastTile = lastRow / kKeys;
    for (int i = 0; i <= lastTile; ++i) {
        waitForCopies<0>();
        __syncthreads();
        if (i < lastTile) loadKeys(i + 1);
        if (i * kKeys > lane.last() || lane.first >= shape.sequence) continue;
        Accumulators<kTiles, kProducts> scores, changes;
        multiplyByColumns<kWidth, kTiles, kProducts>(scores, query, keyTile(i));
        multiplyByColumns<kWidth, kTiles, kProducts>(changes, gradient, valueTile(i));
        const bool masks = (i + 1) * kKeys - 1 > lane.first;
#pragma unroll
        for (int m = 0; m < kTiles; ++m)
#pragma unroll
            for (int j = 0; j < kProducts; ++j)
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    const int upper = k / 2;
                    float p = powerOfTwo(scores[m][j][k] * shape.scaleLog2e - logSum[m][upper]);
                    if (masks && i * kKeys + lane.column(j, k) > lane.row(m, upper)) p = 0;
                    changes[m][j][k] = p * (changes[m][j][k] * shape.scale - product[m][upper]);
                }
        multiplyByRows<kWidth, kTiles, kProducts>(sums, changes, keyTile(i));
    }
    storeRows<kWidth, kTiles>(headOf(qkvGradient, shape, batch, head), lane, shape, width, sums,
                              [](int, int) { return 1.0f; });
}

}  // namespace gpu::cuda
