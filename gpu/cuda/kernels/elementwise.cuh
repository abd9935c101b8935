// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ops that treat every element by itself: one thread per pack of 16 bytes where all rows allow it, else per element.
// An op is a struct template <T, kCount> whose call operator treats kCount neighbours from (row, column) on.
#pragma once

#include "gpu/cuda/kernels/numbers.cuh"
#include "gpu/cuda/kernels/views.h"

namespace gpu::cuda {

inline constexpr int kElementThreads = 256;

// A matrix as kernels see it.
template <class T>
struct Rows {
    T* data;
    std::int64_t stride;
    __device__ T* at(std::int64_t row, std::int64_t column) const { return data + row * stride + column; }
};
template <class T>
Rows<T> rowsOf(const Matrix& m) {
    const auto view = m.as<T>();
    return {view.data, view.stride};
}
template <class T>
Rows<const T> rowsOf(const ConstMatrix& m) {
    const auto view = m.as<T>();
    return {view.data, view.stride};
}

template <int kCount, class Op>
__global__ void __launch_bounds__(kElementThreads) eachPack(std::uint32_t packs, std::uint32_t packsPerRow, Op op) {
    const std::uint32_t pack = blockIdx.x * std::uint32_t(kElementThreads) + threadIdx.x;
    if (pack >= packs) return;
    const std::uint32_t row = pack / packsPerRow;
    op(std::int64_t(row), std::int64_t(pack - row * packsPerRow) * kCount);
}

template <int kCount, class Op>
void launchPacks(Stream stream, std::int64_t rows, std::int64_t columns, const Op& op) {
    const std::int64_t perRow = columns / kCount, packs = rows * perRow;
    if (packs > std::int64_t(0xffffffff) - kElementThreads)
        throw std::logic_error("an op over more elements than its kernel can number");
    launch(eachPack<kCount, Op>, {ceilOf(packs, kElementThreads)}, kElementThreads, 0, stream, std::uint32_t(packs),
           std::uint32_t(perRow), op);
}

enum class Width { Packs, Elements };

// kPacked: elements of a pack.
template <template <class, int> class Op, class T, int kPacked, class... Arguments>
void launchElements(Stream stream, std::int64_t rows, std::int64_t columns, Width width,
                    const Arguments&... arguments) {
    if (width == Width::Packs)
        launchPacks<kPacked>(stream, rows, columns, Op<T, kPacked>{arguments...});
    else
        launchPacks<1>(stream, rows, columns, Op<T, 1>{arguments...});
}

template <class... Views>
Width widthOf(const Views&... views) {
    return allInPacks(views...) ? Width::Packs : Width::Elements;
}

}  // namespace gpu::cuda
