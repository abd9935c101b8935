// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products without a library: tiles of 32 × 32 results in shared memory, 4 × 4 a thread, fp32 arithmetic. It
// serves the emulator, and tells on a card whether the library is right.
#include "gpu/cuda/kernels/elementwise.cuh"
#include "gpu/cuda/kernels/gemm.h"

namespace gpu::cuda {
namespace {

constexpr int kTile = 32, kDepth = 16, kThreads = 64, kOwn = 4, kSide = kTile / kOwn;

// op(m) by row and column of the product.
template <class T>
struct Operand {
    const T* data;
    std::int64_t rows, columns;  // of op(m)
    std::int64_t rowStep, columnStep;
    __device__ float at(std::int64_t row, std::int64_t column) const {
        return row < rows && column < columns ? wide(data[row * rowStep + column * columnStep]) : 0.0f;
    }
};
template <class T>
Operand<T> operandOf(const ConstMatrix& m, Transposed transposed) {
    const T* const data = m.as<T>().data;
    if (transposed == Transposed::Yes) return {data, m.columns, m.rows, 1, m.stride};
    return {data, m.rows, m.columns, m.stride, 1};
}

template <class T, class C>
__global__ void __launch_bounds__(kThreads) multiplyTile(Operand<T> a, Operand<T> b, Rows<C> c, Accumulate accumulate) {
    SHARED_ARRAY(float, left, kDepth * kTile);   // (depth, row)
    SHARED_ARRAY(float, right, kDepth * kTile);  // (depth, column)
    const std::int64_t firstRow = std::int64_t(blockIdx.y) * kTile, firstColumn = std::int64_t(blockIdx.x) * kTile;
    const int thread = int(threadIdx.x), row = thread / kSide * kOwn, column = thread % kSide * kOwn;
    float sums[kOwn][kOwn] = {};
    for (std::int64_t first = 0; first < a.columns; first += kDepth) {
        __syncthreads();
        for (int i = thread; i < kDepth * kTile; i += kThreads) {
            const int depth = i / kTile, place = i % kTile;
            left[i] = a.at(firstRow + place, first + depth);
            right[i] = b.at(first + depth, firstColumn + place);
        }
        __syncthreads();
#pragma unroll
        for (int depth = 0; depth < kDepth; ++depth)
#pragma unroll
            for (int i = 0; i < kOwn; ++i)
#pragma unroll
                for (int j = 0; j < kOwn; ++j)
                    sums[i][j] += left[depth * kTile + row + i] * right[depth * kTile + column + j];
    }
    for (int i = 0; i < kOwn; ++i)
        for (int j = 0; j < kOwn; ++j) {
            const std::int64_t r = firstRow + row + i, k = firstColumn + column + j;
            if (r >= a.rows || k >= b.columns) continue;
            C* const place = c.at(r, k);
            *place = narrow<C>(accumulate == Accumulate::Yes ? wide(*place) + sums[i][j] : sums[i][j]);
        }
}

class TiledGemm final : public Gemm {
public:
    explicit TiledGemm(Stream stream)
        : m_stream(stream) {}

    [[nodiscard]] bool fuses(const Product& product) const override { return product.epilogue == Epilogue::None; }
    void multiply(const Product& p) override {
        if (!fuses(p)) throw std::logic_error("the tiled product has no epilogues");
        visitCardType(p.a.type, [&]<class T>(TypeTag<T>) {
            visitSum<T>(p.c.type, [&]<class C>(TypeTag<C>) {
                launch(multiplyTile<T, C>, {ceilOf(p.c.columns, kTile), ceilOf(p.c.rows, kTile)}, kThreads, 0, m_stream,
                       operandOf<T>(p.a, p.transposeA), operandOf<T>(p.b, p.transposeB), rowsOf<C>(p.c), p.accumulate);
            });
        });
    }

private:
    Stream m_stream;
};

}  // namespace

std::unique_ptr<Gemm> makeTiledGemm(Stream stream) { return std::make_unique<TiledGemm>(stream); }

}  // namespace gpu::cuda
