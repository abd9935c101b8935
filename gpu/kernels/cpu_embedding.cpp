// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Token and position tables. A token that another tensor rank holds contributes zeros; the sum over ranks
// fills it in.
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

#include <algorithm>

namespace gpu::cpu {
namespace {

SHARDSCOPE_VECTORISED void addTo(float* y, const float* x, std::int64_t n) {
#pragma omp simd
    for (std::int64_t c = 0; c < n; ++c) y[c] += x[c];
}

}  // namespace

void embed(std::span<const std::int32_t> tokens, const TableSlice& slice, const float* table, Matrix y) {
    for (std::int64_t i = 0; i < y.rows; ++i) {
        const std::int64_t row = tokens[std::size_t(i)] - slice.first;
        if (row >= 0 && row < slice.rows)
            std::copy_n(table + row * slice.columns, slice.columns, y.row(i));
        else
            std::fill_n(y.row(i), slice.columns, 0.0f);
    }
}

void embedWeightGradient(std::span<const std::int32_t> tokens, const TableSlice& slice,
                         ConstMatrix outputGradient, float* tableGradient) {
    for (std::int64_t i = 0; i < outputGradient.rows; ++i) {
        const std::int64_t row = tokens[std::size_t(i)] - slice.first;
        if (row >= 0 && row < slice.rows)
            addTo(tableGradient + row * slice.columns, outputGradient.row(i), outputGradient.columns);
    }
}

void addRows(Matrix y, std::int64_t firstRow, const float* table, std::int64_t sequence) {
    for (std::int64_t i = 0; i < y.rows; ++i)
        addTo(y.row(i), table + (firstRow + i) % sequence * y.columns, y.columns);
}

void positionWeightGradient(ConstMatrix outputGradient, std::int64_t sequence, float* tableGradient,
                            std::int64_t tableStride) {
    for (std::int64_t i = 0; i < outputGradient.rows; ++i)
        addTo(tableGradient + i % sequence * tableStride, outputGradient.row(i), outputGradient.columns);
}

}  // namespace gpu::cpu
