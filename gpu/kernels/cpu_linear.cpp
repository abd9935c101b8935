// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What surrounds matrix products: biases, residuals, column sums, scaling.
#include "gpu/kernels/column_sums.h"
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

#include <algorithm>

namespace gpu::cpu {
namespace {

template <class T>
SHARDSCOPE_VECTORISED void addBiasOf(MatrixView<T> y, const T* bias) {
    for (std::int64_t r = 0; r < y.rows; ++r) {
        T* const row = y.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < y.columns; ++c) store(row[c], load(row[c]) + load(bias[c]));
    }
}

template <class T>
SHARDSCOPE_VECTORISED void addBiasAndResidualOf(MatrixView<T> y, const T* bias,
                                                MatrixView<const T> residual) {
    for (std::int64_t r = 0; r < y.rows; ++r) {
        T* const row = y.row(r);
        const T* const other = residual.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < y.columns; ++c)
            store(row[c], (load(row[c]) + load(bias[c])) + load(other[c]));
    }
}

template <class T>
SHARDSCOPE_VECTORISED void addResidualOf(MatrixView<T> y, MatrixView<const T> residual) {
    for (std::int64_t r = 0; r < y.rows; ++r) {
        T* const row = y.row(r);
        const T* const other = residual.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < y.columns; ++c) store(row[c], load(row[c]) + load(other[c]));
    }
}

template <class T, class G>
SHARDSCOPE_VECTORISED void addColumnSumsOf(MatrixView<const T> x, G* sums) {
    alignas(64) SumOf<T> block[kColumnBlock];
    for (std::int64_t first = 0; first < x.columns; first += kColumnBlock) {
        const std::int64_t columns = std::min(kColumnBlock, x.columns - first);
        loadBlock(sums + first, columns, block);
        for (std::int64_t r = 0; r < x.rows; ++r) {
            const T* const row = x.row(r) + first;
#pragma omp simd
            for (std::int64_t c = 0; c < columns; ++c) block[c] += load(row[c]);
        }
        storeBlock(block, columns, sums + first);
    }
}

template <class T>
SHARDSCOPE_VECTORISED void scaleOf(MatrixView<T> y, SumOf<T> factor) {
    for (std::int64_t r = 0; r < y.rows; ++r) {
        T* const row = y.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < y.columns; ++c) store(row[c], load(row[c]) * factor);
    }
}

}  // namespace

void addBias(Matrix y, ConstVector bias) {
    if (bias.elements == 0) return;
    visitType(y.type, [&]<class T>(TypeTag<T>) { addBiasOf(y.as<T>(), bias.as<T>().data()); });
}

void addBiasAndResidual(Matrix y, ConstVector bias, ConstMatrix residual) {
    visitType(y.type, [&]<class T>(TypeTag<T>) {
        if (bias.elements > 0)
            addBiasAndResidualOf<T>(y.as<T>(), bias.as<T>().data(), residual.as<T>());
        else
            addResidualOf<T>(y.as<T>(), residual.as<T>());
    });
}

void addColumnSums(ConstMatrix x, Vector sums) {
    visitType(x.type, [&]<class T>(TypeTag<T>) {
        visitSum<T>(sums.type,
                    [&]<class G>(TypeTag<G>) { addColumnSumsOf<T>(x.as<T>(), sums.as<G>().data()); });
    });
}

void scale(Matrix y, double factor) {
    visitType(y.type, [&]<class T>(TypeTag<T>) { scaleOf(y.as<T>(), SumOf<T>(factor)); });
}

}  // namespace gpu::cpu
