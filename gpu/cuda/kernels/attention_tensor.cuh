// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention of 16-bit numbers on the tensor cores: forward, and the gradient of the queries. A block has 64 queries of one
// head, each of its four warps 16 of them; keys and values pass through two shared tiles, the next one on its way while
// one is used. Scores, softmax and sums are fp32 in registers. The last query tiles, which see most keys, start first.
#pragma once

#include "gpu/cuda/kernels/attention_heads.cuh"
#include "gpu/cuda/kernels/fragments.cuh"

namespace gpu::cuda {

inline constexpr int kTensorThreads = 128, kTensorRows = 64;

// kWidth: 32, 64 or 128 numbers that hold a head. Padding keeps eight rows of a column on different banks.
template <int kWidth>
inline constexpr int kTensorStride = kWidth + 8;

// kKeys keys and their values, twice.
template <int kWidth, int kKeys>
inline constexpr int kKeyTilesBytes = 2 * 2 * kKeys * kTensorStride<kWidth> * 2;

// This lane's two query rows of the warp's 16, and the keys of its accumulators: key(j, k) of product j.
struct LaneRows {
    int low, pair;
    __device__ explicit LaneRows(int firstRow)
        : low(firstRow + warpOfBlock() * 16 + laneOfWarp() / 4)
        , pair(2 * (laneOfWarp() % 4)) {}
    [[nodiscard]] __device__ int row(int upper) const { return low + 8 * upper; }
    [[nodiscard]] __device__ int column(int product, int k) const { return 8 * product + pair + k % 2; }
};

// c (16 × 8·kProducts) = a (16 × kWidth, fragments) · bᵀ, b (8·kProducts × kWidth) a shared tile.
template <int kWidth, int kProducts, class T>
__device__ inline void multiplyByColumns(float (&c)[kProducts][4], const std::uint32_t (&a)[kWidth / 16][4],
                                         const T* b) {
#pragma unroll
    for (int j = 0; j < kProducts; ++j)
#pragma unroll
        for (int k = 0; k < 4; ++k) c[j][k] = 0;
#pragma unroll
    for (int depth = 0; depth < kWidth / 16; ++depth)
#pragma unroll
        for (int j = 0; j < kProducts; j += 2) {
            std::uint32_t two[4];
            loadBOfColumns<kTensorStride<kWidth>>(two, b + j * 8 * kTensorStride<kWidth> + depth * 16);
            multiplyFragments<T>(c[j], a[depth], two[0], two[1]);
            multiplyFragments<T>(c[j + 1], a[depth], two[2], two[3]);
        }
}

// c (16 × kWidth) += a (16 × 8·kProducts, rounded) · b, b (8·kProducts × kWidth) a shared tile.
template <int kWidth, int kProducts, class T>
__device__ inline void multiplyByRows(float (&c)[kWidth / 8][4], const float (&a)[kProducts][4], const T* b) {
#pragma unroll
    for (int j = 0; j < kProducts; j += 2) {
        std::uint32_t left[4];
        roundToA<T>(left, a[j], a[j + 1]);
#pragma unroll
        for (int column = 0; column < kWidth / 8; column += 2) {
            std::uint32_t two[4];
            loadBOfRows<kTensorStride<kWidth>>(two, b + j * 8 * kTensorStride<kWidth> + column * 8);
            multiplyFragments<T>(c[column], left, two[0], two[1]);
            multiplyFragments<T>(c[column + 1], left, two[2], two[3]);
        }
    }
}

// This warp's 16 rows of a shared tile, as fragments.
template <int kWidth, class T>
__device__ inline void loadRowsOfWarp(std::uint32_t (&a)[kWidth / 16][4], const T* tile) {
#pragma unroll
    for (int depth = 0; depth < kWidth / 16; ++depth)
        loadA<kTensorStride<kWidth>>(a[depth], tile + warpOfBlock() * 16 * kTensorStride<kWidth> + depth * 16);
}

// Two numbers beside each other, where the head has them and the sequence the row.
template <class T>
__device__ inline void storePair(const HeadRows<T>& head, int row, int column, const Heads& shape, Width width,
                                 float first, float second) {
    if (row >= shape.sequence || column >= shape.headSize) return;
    T* const place = head.row(row) + column;
    if (width == Width::Packs) {
        *reinterpret_cast<std::uint32_t*>(place) = narrowPair<T>(first, second);
    } else {
        place[0] = narrow<T>(first);
        if (column + 1 < shape.headSize) place[1] = narrow<T>(second);
    }
}

// The sums and maxima of a row lie with four neighbouring lanes.
__device__ inline float quadSum(float value) {
    value += exchanged(value, 1);
    return value + exchanged(value, 2);
}
__device__ inline float quadMax(float value) {
    value = fmaxf(value, exchanged(value, 1));
    return fmaxf(value, exchanged(value, 2));
}

template <class T, int kWidth>
__global__ void __launch_bounds__(kTensorThreads)
    attentionTensor(Heads shape, Rows<const T> qkv, float* kept, Rows<T> output, Width width) {
    constexpr int kKeys = 64, kProducts = kKeys / 8, kStride = kTensorStride<kWidth>;
    DYNAMIC_SHARED(memory);
    T* const tiles = reinterpret_cast<T*>(memory);
    const auto keyTile = [&](int i) { return tiles + (i % 2) * 2 * kKeys * kStride; };
    const auto valueTile = [&](int i) { return keyTile(i) + kKeys * kStride; };

    const int tile = int(gridDim.x - 1 - blockIdx.x), head = int(blockIdx.y), batch = int(blockIdx.z);
    const int group = head / shape.group();
    const auto queries = headOf(qkv, shape, batch, head), keys = headOf(qkv, shape, batch, shape.heads + group),
               values = headOf(qkv, shape, batch, shape.heads + shape.kvHeads + group);
    const auto loadKeys = [&](int i) {
        loadTile<kKeys, kWidth, kStride, kTensorThreads>(keyTile(i), keys, i * kKeys, shape, width);
        loadTile<kKeys, kWidth, kStride, kTensorThreads>(valueTile(i), values, i * kKeys, shape, width);
        commitCopies();
    };

    // The queries pass through the second tile's place.
    loadTile<kTensorRows, kWidth, kStride, kTensorThreads>(keyTile(1), queries, tile * kTensorRows, shape, width);
    commitCopies();
    loadKeys(0);
    waitForCopies<1>();
    __syncthreads();
    std::uint32_t query[kWidth / 16][4];
    loadRowsOfWarp<kWidth>(query, keyTile(1));

    const LaneRows lane(tile * kTensorRows);
    float sums[kWidth / 8][4] = {}, largest[2] = {-__builtin_huge_valf(), -__builtin_huge_valf()}, total[2] = {};
    for (int i = 0; i <= tile; ++i) {
        waitForCopies<0>();
        __syncthreads();  // tile i has arrived for all, and all are done with the tile before it
        if (i < tile) loadKeys(i + 1);
        float scores[kProducts][4];
        multiplyByColumns<kWidth, kProducts>(scores, query, keyTile(i));
        if (i == tile) {
#pragma unroll
            for (int j = 0; j < kProducts; ++j)
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    if (i * kKeys + lane.column(j, k) > lane.row(k / 2)) scores[j][k] = -__builtin_huge_valf();
        }
#pragma unroll
        for (int upper = 0; upper < 2; ++upper) {
            float now = largest[upper];
#pragma unroll
            for (int j = 0; j < kProducts; ++j) now = fmaxf(now, fmaxf(scores[j][2 * upper], scores[j][2 * upper + 1]));
            now = quadMax(now);
            const float shrink = exp2f((largest[upper] - now) * shape.scaleLog2e), behind = now * shape.scaleLog2e;
            largest[upper] = now;
            total[upper] *= shrink;
#pragma unroll
            for (int j = 0; j < kProducts; ++j)
#pragma unroll
                for (int k = 2 * upper; k < 2 * upper + 2; ++k) {
                    scores[j][k] = exp2f(scores[j][k] * shape.scaleLog2e - behind);
                    total[upper] += scores[j][k];
                }
#pragma unroll
            for (int column = 0; column < kWidth / 8; ++column) {
                sums[column][2 * upper] *= shrink;
                sums[column][2 * upper + 1] *= shrink;
            }
        }
        multiplyByRows<kWidth, kProducts>(sums, scores, valueTile(i));
    }

    const auto out = headOf(output, shape, batch, head);
#pragma unroll
    for (int upper = 0; upper < 2; ++upper) {
        const int row = lane.row(upper);
        const float all = quadSum(total[upper]), inverse = 1.0f / all;
        if (lane.pair == 0 && row < shape.sequence)
            kept[(std::int64_t(batch) * shape.heads + head) * shape.sequence + row] =
                largest[upper] * shape.scale + logf(all);
#pragma unroll
        for (int column = 0; column < kWidth / 8; ++column)
            storePair(out, row, column * 8 + lane.pair, shape, width, sums[column][2 * upper] * inverse,
                      sums[column][2 * upper + 1] * inverse);
    }
}

// ∂Q of 64 queries. `products`: rowsum(∂O ∘ O), as `kept`.
template <class T, int kWidth, int kKeys>
__global__ void __launch_bounds__(kTensorThreads)
    queryGradientTensor(Heads shape, Rows<const T> qkv, const float* kept, const float* products,
                        Rows<const T> outputGradient, Rows<T> qkvGradient, Width width) {
    constexpr int kProducts = kKeys / 8, kStride = kTensorStride<kWidth>;
    DYNAMIC_SHARED(memory);
    T* const tiles = reinterpret_cast<T*>(memory);
    const auto keyTile = [&](int i) { return tiles + (i % 2) * 2 * kKeys * kStride; };
    const auto valueTile = [&](int i) { return keyTile(i) + kKeys * kStride; };

    const int tile = int(gridDim.x - 1 - blockIdx.x), head = int(blockIdx.y), batch = int(blockIdx.z);
    const int group = head / shape.group(), firstRow = tile * kTensorRows;
    const auto keys = headOf(qkv, shape, batch, shape.heads + group),
               values = headOf(qkv, shape, batch, shape.heads + shape.kvHeads + group);
    const auto loadKeys = [&](int i) {
        loadTile<kKeys, kWidth, kStride, kTensorThreads>(keyTile(i), keys, i * kKeys, shape, width);
        loadTile<kKeys, kWidth, kStride, kTensorThreads>(valueTile(i), values, i * kKeys, shape, width);
        commitCopies();
    };

    // Queries and output gradients pass through the tiles' place.
    static_assert(4 * kKeys >= 2 * kTensorRows);
    T* const gradientTile = tiles + kTensorRows * kStride;
    loadTile<kTensorRows, kWidth, kStride, kTensorThreads>(tiles, headOf(qkv, shape, batch, head), firstRow, shape,
                                                           width);
    loadTile<kTensorRows, kWidth, kStride, kTensorThreads>(gradientTile, headOf(outputGradient, shape, batch, head),
                                                           firstRow, shape, width);
    commitCopies();
    waitForCopies<0>();
    __syncthreads();
    std::uint32_t query[kWidth / 16][4], gradient[kWidth / 16][4];
    loadRowsOfWarp<kWidth>(query, tiles);
    loadRowsOfWarp<kWidth>(gradient, gradientTile);
    __syncthreads();
    loadKeys(0);

    const LaneRows lane(firstRow);
    const std::int64_t ofHead = (std::int64_t(batch) * shape.heads + head) * shape.sequence;
    float logSum[2], product[2];
#pragma unroll
    for (int upper = 0; upper < 2; ++upper) {
        const int row = lane.row(upper);
        logSum[upper] = row < shape.sequence ? kept[ofHead + row] * kLog2e : 0.0f;
        product[upper] = row < shape.sequence ? products[ofHead + row] : 0.0f;
    }
    float sums[kWidth / 8][4] = {};
    const int lastRow = firstRow + kTensorRows - 1 < shape.sequence - 1 ? firstRow + kTensorRows - 1 : shape.sequence - 1;
    const int lastTile = lastRow / kKeys;
    for (int i = 0; i <= lastTile; ++i) {
        waitForCopies<0>();
        __syncthreads();
        if (i < lastTile) loadKeys(i + 1);
        float scores[kProducts][4], changes[kProducts][4];
        multiplyByColumns<kWidth, kProducts>(scores, query, keyTile(i));
        multiplyByColumns<kWidth, kProducts>(changes, gradient, valueTile(i));
        const bool masks = (i + 1) * kKeys - 1 > firstRow;
#pragma unroll
        for (int j = 0; j < kProducts; ++j)
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                const int upper = k / 2;
                float p = exp2f(scores[j][k] * shape.scaleLog2e - logSum[upper]);
                if (masks && i * kKeys + lane.column(j, k) > lane.row(upper)) p = 0;
                changes[j][k] = p * (changes[j][k] - product[upper]);
            }
        multiplyByRows<kWidth, kProducts>(sums, changes, keyTile(i));
    }

    const auto out = headOf(qkvGradient, shape, batch, head);
#pragma unroll
    for (int upper = 0; upper < 2; ++upper)
#pragma unroll
        for (int column = 0; column < kWidth / 8; ++column)
            storePair(out, lane.row(upper), column * 8 + lane.pair, shape, width, sums[column][2 * upper] * shape.scale,
                      sums[column][2 * upper + 1] * shape.scale);
}

}  // namespace gpu::cuda
