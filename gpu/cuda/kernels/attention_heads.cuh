// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the attention kernels share: where a head's rows lie in the fused tensors, and tiles of them in shared memory.
// Formulas: gpu/kernels/cpu_attention.cpp. Of the scores nothing is written to the card's memory but
//   kept[batch, head, i] = log Σ_{j ≤ i} exp(q_i·k_j / √d),
// from which the backward kernels make each probability again (Dao et al. 2022).
#pragma once

#include "gpu/cuda/kernels/async_copy.cuh"
#include "gpu/cuda/kernels/elementwise.cuh"
#include "gpu/kernels/kernels.h"

#include <cmath>

namespace gpu::cuda {

inline constexpr float kLog2e = 1.44269504088896341f;

// Shapes, and factors of the scores: to natural units, and to powers of two.
struct Heads {
    int sequence, heads, kvHeads, headSize;
    float scale, scaleLog2e;
    Heads() = default;
    explicit Heads(const AttentionShape& shape)
        : sequence(int(shape.sequence))
        , heads(int(shape.heads))
        , kvHeads(int(shape.kvHeads))
        , headSize(int(shape.headSize))
        , scale(1.0f / std::sqrt(float(shape.headSize)))
        , scaleLog2e(kLog2e / std::sqrt(float(shape.headSize))) {}
    [[nodiscard]] __device__ int group() const { return heads / kvHeads; }  // query heads of one key-value head
};

// The rows of one sequence and head: row i at data + i · stride.
template <class T>
struct HeadRows {
    T* data;
    std::int64_t stride;
    [[nodiscard]] __device__ T* row(int i) const { return data + i * stride; }
};
// Column `column` (in heads) of a fused tensor.
template <class T>
__device__ inline HeadRows<T> headOf(const Rows<T>& fused, const Heads& shape, int batch, int column) {
    return {fused.at(std::int64_t(batch) * shape.sequence, std::int64_t(column) * shape.headSize), fused.stride};
}

// Rows [first, first + kRows) of a head into a shared tile of kStride numbers a row, kWidth of them used; zeros behind
// the sequence and the head. 16 bytes at a time where the head's rows allow it.
template <int kRows, int kWidth, int kStride, int kThreads, class T>
__device__ inline void loadTile(T* tile, const HeadRows<const T>& head, int first, const Heads& shape, Width width) {
    constexpr int kCount = kPack<T>, kPacks = kWidth / kCount;
    for (int i = int(threadIdx.x); i < kRows * kPacks; i += kThreads) {
        const int row = i / kPacks, column = i % kPacks * kCount;
        const bool there = first + row < shape.sequence;
        T* const to = tile + row * kStride + column;
        const T* const from = head.row(first + row) + column;
        if (width == Width::Packs) {
            copyAsync16(to, there && column < shape.headSize ? from : nullptr);
        } else {
#pragma unroll
            for (int k = 0; k < kCount; ++k) to[k] = there && column + k < shape.headSize ? from[k] : T{};
        }
    }
}

// Heads begin on 16 bytes in every row.
template <class... Views>
Width widthOfHeads(const AttentionShape& shape, DType type, const Views&... fused) {
    return shape.headSize % (16 / bytesOf(type)) == 0 ? widthOf(fused...) : Width::Elements;
}

}  // namespace gpu::cuda
