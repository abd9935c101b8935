// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tiles of attention on the tensor cores: a warp has kRowTiles times 16 rows of a block, whose operands are fragments
// in registers or rows of a shared tile. Two row tiles halve what is read from shared memory for a product; wide heads
// have registers for one.
#pragma once

#include "gpu/cuda/kernels/attention_heads.cuh"
#include "gpu/cuda/kernels/fragments.cuh"

namespace gpu::cuda {

inline constexpr int kTensorThreads = 128, kTensorWarps = kTensorThreads / kWarp;

// kWidth: 32, 64 or 128 numbers that hold a head. Padding keeps eight rows of a column on different banks.
template <int kWidth>
inline constexpr int kTensorStride = kWidth + 8;
template <int kWidth>
inline constexpr int kTensorRowBytes = kTensorStride<kWidth> * 2;

template <int kWidth>
inline constexpr int kRowTilesOf = kWidth > 64 ? 1 : 2;
// Of a warp, and of a block.
template <int kRowTiles>
inline constexpr int kWarpRows = 16 * kRowTiles;
template <int kRowTiles>
inline constexpr int kBlockRows = kTensorWarps * kWarpRows<kRowTiles>;

// The rows of the accumulators of this lane, and their columns: number k of product j of row tile m.
template <int kRowTiles>
struct LaneRows {
    int first, low, pair;  // first: of the warp
    __device__ explicit LaneRows(int firstOfBlock)
        : first(firstOfBlock + warpOfBlock() * kWarpRows<kRowTiles>)
        , low(first + laneOfWarp() / 4)
        , pair(2 * (laneOfWarp() % 4)) {}
    [[nodiscard]] __device__ int last() const { return first + kWarpRows<kRowTiles> - 1; }
    [[nodiscard]] __device__ int row(int m, int upper) const { return low + 16 * m + 8 * upper; }
    [[nodiscard]] __device__ int column(int product, int k) const { return 8 * product + pair + k % 2; }
};

// Accumulators of kRowTiles × 16 rows and 8 · kProducts columns; left operands of kDepth columns.
template <int kRowTiles, int kProducts>
using Accumulators = float[kRowTiles][kProducts][4];
template <int kRowTiles, int kDepth>
using Lefts = std::uint32_t[kRowTiles][kDepth / 16][4];

template <int kRowTiles, int kProducts>
__device__ inline void clear(Accumulators<kRowTiles, kProducts>& c) {
#pragma unroll
    for (int m = 0; m < kRowTiles; ++m)
#pragma unroll
        for (int j = 0; j < kProducts; ++j)
#pragma unroll
            for (int k = 0; k < 4; ++k) c[m][j][k] = 0;
}

// One depth of c += a · bᵀ for the columns 8j to 8j + 15: rows of the shared tile b are columns of c.
template <int kWidth, int kRowTiles, int kProducts, class T>
__device__ inline void multiplyDepth(Accumulators<kRowTiles, kProducts>& c, const std::uint32_t (&left)[kRowTiles][4],
                                     const T* b, int depth) {
#pragma unroll
    for (int j = 0; j < kProducts; j += 2) {
        std::uint32_t two[4];
        loadBOfColumns<kTensorStride<kWidth>>(two, b + j * 8 * kTensorStride<kWidth> + depth * 16);
#pragma unroll
        for (int m = 0; m < kRowTiles; ++m) {
            multiplyFragments<T>(c[m][j], left[m], two[0], two[1]);
            multiplyFragments<T>(c[m][j + 1], left[m], two[2], two[3]);
        }
    }
}

// c = a · bᵀ, b (8·kProducts × kWidth) a shared tile; a in fragments …
template <int kWidth, int kRowTiles, int kProducts, class T>
__device__ inline void multiplyByColumns(Accumulators<kRowTiles, kProducts>& c, const Lefts<kRowTiles, kWidth>& a,
                                         const T* b) {
    clear<kRowTiles, kProducts>(c);
#pragma unroll
    for (int depth = 0; depth < kWidth / 16; ++depth) {
        std::uint32_t left[kRowTiles][4];
#pragma unroll
        for (int m = 0; m < kRowTiles; ++m)
#pragma unroll
            for (int k = 0; k < 4; ++k) left[m][k] = a[m][depth][k];
        multiplyDepth<kWidth, kRowTiles, kProducts>(c, left, b, depth);
    }
}

template <int kWidth, int kRowTiles, class T>
__device__ inline const T* rowsOfWarp(const T* tile) {
    return tile + warpOfBlock() * kWarpRows<kRowTiles> * kTensorStride<kWidth>;
}

// … or this warp's rows of another shared tile.
template <int kWidth, int kRowTiles, int kProducts, class T>
__device__ inline void multiplyTiles(Accumulators<kRowTiles, kProducts>& c, const T* a, const T* b) {
    clear<kRowTiles, kProducts>(c);
#pragma unroll
    for (int depth = 0; depth < kWidth / 16; ++depth) {
        std::uint32_t left[kRowTiles][4];
#pragma unroll
        for (int m = 0; m < kRowTiles; ++m)
            loadA<kTensorStride<kWidth>>(left[m], rowsOfWarp<kWidth, kRowTiles>(a) + m * 16 * kTensorStride<kWidth> +
                                                      depth * 16);
        multiplyDepth<kWidth, kRowTiles, kProducts>(c, left, b, depth);
    }
}

// c (rows × kWidth) += a (rows × 8·kProducts, rounded) · b, b (8·kProducts × kWidth) a shared tile.
template <int kWidth, int kRowTiles, int kProducts, class T>
__device__ inline void multiplyByRows(Accumulators<kRowTiles, kWidth / 8>& c,
                                      const Accumulators<kRowTiles, kProducts>& a, const T* b) {
#pragma unroll
    for (int j = 0; j < kProducts; j += 2) {
        std::uint32_t left[kRowTiles][4];
#pragma unroll
        for (int m = 0; m < kRowTiles; ++m) roundToA<T>(left[m], a[m][j], a[m][j + 1]);
#pragma unroll
        for (int column = 0; column < kWidth / 8; column += 2) {
            std::uint32_t two[4];
            loadBOfRows<kTensorStride<kWidth>>(two, b + j * 8 * kTensorStride<kWidth> + column * 8);
#pragma unroll
            for (int m = 0; m < kRowTiles; ++m) {
                multiplyFragments<T>(c[m][column], left[m], two[0], two[1]);
                multiplyFragments<T>(c[m][column + 1], left[m], two[2], two[3]);
            }
        }
    }
}

// This warp's rows of a shared tile, as fragments.
template <int kWidth, int kRowTiles, class T>
__device__ inline void loadRowsOfWarp(Lefts<kRowTiles, kWidth>& a, const T* tile) {
#pragma unroll
    for (int m = 0; m < kRowTiles; ++m)
#pragma unroll
        for (int depth = 0; depth < kWidth / 16; ++depth)
            loadA<kTensorStride<kWidth>>(a[m][depth], rowsOfWarp<kWidth, kRowTiles>(tile) +
                                                          m * 16 * kTensorStride<kWidth> + depth * 16);
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

// The warp's accumulators (rows × kWidth) times a factor a row, factor(m, upper).
template <int kWidth, int kRowTiles, class T, class Factor>
__device__ inline void storeRows(const HeadRows<T>& head, const LaneRows<kRowTiles>& lane, const Heads& shape,
                                 Width width, const Accumulators<kRowTiles, kWidth / 8>& c, const Factor& factor) {
#pragma unroll
    for (int m = 0; m < kRowTiles; ++m)
#pragma unroll
        for (int upper = 0; upper < 2; ++upper)
#pragma unroll
            for (int column = 0; column < kWidth / 8; ++column)
                storePair(head, lane.row(m, upper), column * 8 + lane.pair, shape, width,
                          c[m][column][2 * upper] * factor(m, upper), c[m][column][2 * upper + 1] * factor(m, upper));
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

}  // namespace gpu::cuda
