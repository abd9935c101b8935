// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention in fp32 without tensor cores (their 32-bit products keep 10 bits only): a block of 64 threads has 32 rows
// and meets the other side in tiles of 32; each thread has 4 rows, and of a score tile every eighth column, of a head
// every eighth feature. A row's eight threads are neighbours in a warp.
#pragma once

#include "gpu/cuda/kernels/attention_heads.cuh"

namespace gpu::cuda {

inline constexpr int kSimtThreads = 64, kSimtRows = 32, kSimtOwn = 4, kSimtSide = 8;
inline constexpr int kScoreStride = kSimtRows + 1;

// kWidth: 32, 64 or 128 features that hold a head. One more keeps rows on different banks.
template <int kWidth>
inline constexpr int kSimtStride = kWidth + 1;
// So many tiles of heads and of scores.
template <int kWidth>
inline constexpr int simtBytes(int heads, int scores) {
    return (heads * kSimtRows * kSimtStride<kWidth> + scores * kSimtRows * kScoreStride) * int(sizeof(float));
}

struct SimtPlace {
    int rows = int(threadIdx.x) / kSimtSide * kSimtOwn;  // first of this thread's four
    int column = int(threadIdx.x) % kSimtSide;
};

template <int kWidth>
__device__ inline void loadWideTile(float* tile, const HeadRows<const float>& head, int first, const Heads& shape,
                                    Width width) {
    constexpr int kCount = 4, kPacks = kWidth / kCount;
    for (int i = int(threadIdx.x); i < kSimtRows * kPacks; i += kSimtThreads) {
        const int row = i / kPacks, column = i % kPacks * kCount;
        const bool there = first + row < shape.sequence;
        const float* const from = head.row(first + row) + column;
        float values[kCount] = {};
        if (width == Width::Packs) {
            if (there && column < shape.headSize) readPack<kCount>(from, values);
        } else {
#pragma unroll
            for (int k = 0; k < kCount; ++k)
                if (there && column + k < shape.headSize) values[k] = from[k];
        }
#pragma unroll
        for (int k = 0; k < kCount; ++k) tile[row * kSimtStride<kWidth> + column + k] = values[k];
    }
}

// c[i][j] = row i of a · row column + 8j of b, over a head.
template <int kWidth>
__device__ inline void multiplySimtTiles(float (&c)[kSimtOwn][kSimtOwn], const SimtPlace& at, const float* a,
                                         const float* b) {
#pragma unroll
    for (int i = 0; i < kSimtOwn; ++i)
#pragma unroll
        for (int j = 0; j < kSimtOwn; ++j) c[i][j] = 0;
#pragma unroll 4
    for (int k = 0; k < kWidth; ++k) {
        float left[kSimtOwn], right[kSimtOwn];
#pragma unroll
        for (int i = 0; i < kSimtOwn; ++i) left[i] = a[(at.rows + i) * kSimtStride<kWidth> + k];
#pragma unroll
        for (int j = 0; j < kSimtOwn; ++j) right[j] = b[(at.column + kSimtSide * j) * kSimtStride<kWidth> + k];
#pragma unroll
        for (int i = 0; i < kSimtOwn; ++i)
#pragma unroll
            for (int j = 0; j < kSimtOwn; ++j) c[i][j] += left[i] * right[j];
    }
}

// sums[i][j] += row i of the score tile · feature column + 8j of the other side's rows.
template <int kWidth>
__device__ inline void addWeighted(float (&sums)[kSimtOwn][kWidth / kSimtSide], const SimtPlace& at,
                                   const float* scores, const float* b) {
#pragma unroll 2
    for (int k = 0; k < kSimtRows; ++k) {
        float left[kSimtOwn];
#pragma unroll
        for (int i = 0; i < kSimtOwn; ++i) left[i] = scores[(at.rows + i) * kScoreStride + k];
#pragma unroll
        for (int j = 0; j < kWidth / kSimtSide; ++j) {
            const float right = b[k * kSimtStride<kWidth> + at.column + kSimtSide * j];
#pragma unroll
            for (int i = 0; i < kSimtOwn; ++i) sums[i][j] += left[i] * right;
        }
    }
}

__device__ inline void writeScores(float* tile, const SimtPlace& at, const float (&scores)[kSimtOwn][kSimtOwn]) {
#pragma unroll
    for (int i = 0; i < kSimtOwn; ++i)
#pragma unroll
        for (int j = 0; j < kSimtOwn; ++j)
            tile[(at.rows + i) * kScoreStride + at.column + kSimtSide * j] = scores[i][j];
}

template <int kWidth>
__device__ inline void writeRows(const HeadRows<float>& out, const SimtPlace& at, int first, const Heads& shape,
                                 const float (&sums)[kSimtOwn][kWidth / kSimtSide], const float (&factors)[kSimtOwn]) {
#pragma unroll
    for (int i = 0; i < kSimtOwn; ++i)
#pragma unroll
        for (int j = 0; j < kWidth / kSimtSide; ++j) {
            const int row = first + at.rows + i, column = at.column + kSimtSide * j;
            if (row < shape.sequence && column < shape.headSize) out.row(row)[column] = sums[i][j] * factors[i];
        }
}

// Over the eight threads of a row.
template <class Op>
__device__ inline float overRow(float value, const Op& op) {
    for (int mask = 1; mask < kSimtSide; mask *= 2) value = op(value, exchanged(value, mask));
    return value;
}

template <int kWidth>
__global__ void __launch_bounds__(kSimtThreads)
    attentionSimt(Heads shape, Rows<const float> qkv, float* kept, Rows<float> output, Width width) {
    DYNAMIC_SHARED(memory);
    float* const query = reinterpret_cast<float*>(memory);
    float* const key = query + kSimtRows * kSimtStride<kWidth>;
    float* const value = key + kSimtRows * kSimtStride<kWidth>;
    float* const weights = value + kSimtRows * kSimtStride<kWidth>;
    const int tile = int(gridDim.x - 1 - blockIdx.x), head = int(blockIdx.y), batch = int(blockIdx.z);
    const int group = head / shape.group(), firstRow = tile * kSimtRows;
    const SimtPlace at;
    loadWideTile<kWidth>(query, headOf(qkv, shape, batch, head), firstRow, shape, width);

    float sums[kSimtOwn][kWidth / kSimtSide] = {}, largest[kSimtOwn], total[kSimtOwn] = {};
    for (float& number : largest) number = -__builtin_huge_valf();
    for (int i = 0; i <= tile; ++i) {
        __syncthreads();
        loadWideTile<kWidth>(key, headOf(qkv, shape, batch, shape.heads + group), i * kSimtRows, shape, width);
        loadWideTile<kWidth>(value, headOf(qkv, shape, batch, shape.heads + shape.kvHeads + group), i * kSimtRows,
                             shape, width);
        __syncthreads();
        float scores[kSimtOwn][kSimtOwn];
        multiplySimtTiles<kWidth>(scores, at, query, key);
#pragma unroll
        for (int r = 0; r < kSimtOwn; ++r) {
            float now = largest[r];
#pragma unroll
            for (int j = 0; j < kSimtOwn; ++j) {
                if (i == tile && at.column + kSimtSide * j > at.rows + r) scores[r][j] = -__builtin_huge_valf();
                now = fmaxf(now, scores[r][j]);
            }
            now = overRow(now, [](float a, float b) { return fmaxf(a, b); });
            const float shrink = powerOfTwo((largest[r] - now) * shape.scaleLog2e);
            largest[r] = now;
            total[r] *= shrink;
#pragma unroll
            for (int j = 0; j < kSimtOwn; ++j) {
                scores[r][j] = powerOfTwo((scores[r][j] - now) * shape.scaleLog2e);
                total[r] += scores[r][j];
            }
#pragma unroll
            for (int j = 0; j < kWidth / kSimtSide; ++j) sums[r][j] *= shrink;
        }
        writeScores(weights, at, scores);
        __syncwarp();  // a row is written and read by one warp
        addWeighted<kWidth>(sums, at, weights, value);
    }

    float inverse[kSimtOwn];
#pragma unroll
    for (int r = 0; r < kSimtOwn; ++r) {
        const float all = overRow(total[r], [](float a, float b) { return a + b; });
        inverse[r] = 1.0f / all;
        const int row = firstRow + at.rows + r;
        if (at.column == 0 && row < shape.sequence)
            kept[(std::int64_t(batch) * shape.heads + head) * shape.sequence + row] =
                largest[r] * shape.scale + logf(all);
    }
    writeRows<kWidth>(headOf(output, shape, batch, head), at, firstRow, shape, sums, inverse);
}

template <int kWidth>
__global__ void __launch_bounds__(kSimtThreads)
    queryGradientSimt(Heads shape, Rows<const float> qkv, const float* kept, const float* products,
                      Rows<const float> outputGradient, Rows<float> qkvGradient, Width width) {
    DYNAMIC_SHARED(memory);
    constexpr int kTile = kSimtRows * kSimtStride<kWidth>;
    float* const query = reinterpret_cast<float*>(memory);
    float *const gradient = query + kTile, *const key = gradient + kTile, *const value = key + kTile,
                 *const changed = value + kTile;
    const int tile = int(gridDim.x - 1 - blockIdx.x), head = int(blockIdx.y), batch = int(blockIdx.z);
    const int group = head / shape.group(), firstRow = tile * kSimtRows;
    const SimtPlace at;
    loadWideTile<kWidth>(query, headOf(qkv, shape, batch, head), firstRow, shape, width);
    loadWideTile<kWidth>(gradient, headOf(outputGradient, shape, batch, head), firstRow, shape, width);
    const std::int64_t ofHead = (std::int64_t(batch) * shape.heads + head) * shape.sequence;
    float sums[kSimtOwn][kWidth / kSimtSide] = {}, logSum[kSimtOwn], product[kSimtOwn], scale[kSimtOwn];
#pragma unroll
    for (int r = 0; r < kSimtOwn; ++r) {
        const int row = firstRow + at.rows + r;
        logSum[r] = row < shape.sequence ? kept[ofHead + row] * kLog2e : 0.0f;
        product[r] = row < shape.sequence ? products[ofHead + row] : 0.0f;
        scale[r] = shape.scale;
    }
    for (int i = 0; i <= tile; ++i) {
        __syncthreads();
        loadWideTile<kWidth>(key, headOf(qkv, shape, batch, shape.heads + group), i * kSimtRows, shape, width);
        loadWideTile<kWidth>(value, headOf(qkv, shape, batch, shape.heads + shape.kvHeads + group), i * kSimtRows,
                             shape, width);
        __syncthreads();
        float scores[kSimtOwn][kSimtOwn], changes[kSimtOwn][kSimtOwn];
        multiplySimtTiles<kWidth>(scores, at, query, key);
        multiplySimtTiles<kWidth>(changes, at, gradient, value);
#pragma unroll
        for (int r = 0; r < kSimtOwn; ++r)
#pragma unroll
            for (int j = 0; j < kSimtOwn; ++j) {
                const bool seen = i < tile || at.column + kSimtSide * j <= at.rows + r;
                const float p = seen ? powerOfTwo(scores[r][j] * shape.scaleLog2e - logSum[r]) : 0.0f;
                changes[r][j] = p * (changes[r][j] - product[r]);
            }
        writeScores(changed, at, changes);
        __syncwarp();
        addWeighted<kWidth>(sums, at, changed, key);
    }
    writeRows<kWidth>(headOf(qkvGradient, shape, batch, head), at, firstRow, shape, sums, scale);
}

// Rows are keys; the queries that see them, of all heads of the group, pass in a fixed order.
template <int kWidth>
__global__ void __launch_bounds__(kSimtThreads)
    keyGradientSimt(Heads shape, Rows<const float> qkv, const float* kept, const float* products,
                    Rows<const float> outputGradient, Rows<float> qkvGradient, Width width) {
    DYNAMIC_SHARED(memory);
    constexpr int kTile = kSimtRows * kSimtStride<kWidth>, kScores = kSimtRows * kScoreStride;
    float* const key = reinterpret_cast<float*>(memory);
    float *const value = key + kTile, *const query = value + kTile, *const gradient = query + kTile,
                 *const weighted = gradient + kTile, *const changed = weighted + kScores;
    const int tile = int(blockIdx.x), group = int(blockIdx.y), batch = int(blockIdx.z), firstKey = tile * kSimtRows;
    const int tiles = (shape.sequence + kSimtRows - 1) / kSimtRows;
    const SimtPlace at;
    loadWideTile<kWidth>(key, headOf(qkv, shape, batch, shape.heads + group), firstKey, shape, width);
    loadWideTile<kWidth>(value, headOf(qkv, shape, batch, shape.heads + shape.kvHeads + group), firstKey, shape, width);
    float keySums[kSimtOwn][kWidth / kSimtSide] = {}, valueSums[kSimtOwn][kWidth / kSimtSide] = {};
    for (int head = group * shape.group(); head < (group + 1) * shape.group(); ++head) {
        const std::int64_t ofHead = (std::int64_t(batch) * shape.heads + head) * shape.sequence;
        for (int i = tile; i < tiles; ++i) {
            __syncthreads();
            loadWideTile<kWidth>(query, headOf(qkv, shape, batch, head), i * kSimtRows, shape, width);
            loadWideTile<kWidth>(gradient, headOf(outputGradient, shape, batch, head), i * kSimtRows, shape, width);
            __syncthreads();
            float scores[kSimtOwn][kSimtOwn], changes[kSimtOwn][kSimtOwn];
            multiplySimtTiles<kWidth>(scores, at, key, query);
            multiplySimtTiles<kWidth>(changes, at, value, gradient);
#pragma unroll
            for (int j = 0; j < kSimtOwn; ++j) {
                const int column = at.column + kSimtSide * j, row = i * kSimtRows + column;
                const bool there = row < shape.sequence;
                const float logSum = there ? kept[ofHead + row] * kLog2e : 0.0f;
                const float product = there ? products[ofHead + row] : 0.0f;
#pragma unroll
                for (int r = 0; r < kSimtOwn; ++r) {
                    const bool seen = i > tile || at.rows + r <= column;
                    scores[r][j] = seen ? powerOfTwo(scores[r][j] * shape.scaleLog2e - logSum) : 0.0f;
                    changes[r][j] = scores[r][j] * (changes[r][j] - product);
                }
            }
            writeScores(weighted, at, scores);
            writeScores(changed, at, changes);
            __syncwarp();
            addWeighted<kWidth>(valueSums, at, weighted, gradient);
            addWeighted<kWidth>(keySums, at, changed, query);
        }
    }
    const float ones[kSimtOwn] = {1, 1, 1, 1}, scale[kSimtOwn] = {shape.scale, shape.scale, shape.scale, shape.scale};
    writeRows<kWidth>(headOf(qkvGradient, shape, batch, shape.heads + group), at, firstKey, shape, keySums, scale);
    writeRows<kWidth>(headOf(qkvGradient, shape, batch, shape.heads + shape.kvHeads + group), at, firstKey, shape,
                      valueSums, ones);
}

}  // namespace gpu::cuda
