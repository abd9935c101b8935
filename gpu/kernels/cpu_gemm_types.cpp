// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of 16-bit matrices by bf16 instructions or fp32 panels, products of fp64 matrices by a plain loop, and the choice.
#include "gpu/kernels/cpu_gemm.h"
#include "gpu/kernels/vectorised.h"

#include <algorithm>

namespace gpu::cpu {
namespace {

template <class From, class To>
SHARDSCOPE_VECTORISED void convertPanel(MatrixView<const From> from, MatrixView<To> to) {
    for (std::int64_t r = 0; r < from.rows; ++r) {
        const From* const in = from.row(r);
        To* const out = to.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < from.columns; ++c) store(out[c], load(in[c]));
    }
}

// Rows [row, row + rows) and columns [column, column + columns) of op(m), as they lie in memory.
template <class View>
View partOf(View m, Transposed transpose, std::int64_t row, std::int64_t rows, std::int64_t column,
            std::int64_t columns) {
    return transpose == Transposed::Yes ? m.part(column, columns, row, rows)
                                        : m.part(row, rows, column, columns);
}

template <class T>
MatrixView<const float> widened(MatrixView<const T> narrow, float* panel) {
    const MatrixView<float> wide(panel, narrow.rows, narrow.columns);
    convertPanel<T, float>(narrow, wide);
    return wide;
}

// One panel of c, whole in depth.
template <class T>
void addProducts(MatrixView<const T> a, Transposed transposeA, MatrixView<const T> b, Transposed transposeB,
                 MatrixView<float> c, Panels& panels) {
    const std::int64_t depth = transposeA == Transposed::Yes ? a.rows : a.columns;
    for (std::int64_t k = 0; k < depth; k += Panels::kDepth) {
        const std::int64_t deep = std::min(Panels::kDepth, depth - k);
        multiply(widened(partOf(a, transposeA, 0, c.rows, k, deep), panels.a()), transposeA,
                 widened(partOf(b, transposeB, k, deep, 0, c.columns), panels.b()), transposeB, c,
                 Accumulate::Yes);
    }
}

template <class T, class C>
void multiplyPanels(MatrixView<const T> a, Transposed transposeA, MatrixView<const T> b,
                    Transposed transposeB, MatrixView<C> c, Accumulate accumulate, Panels& panels) {
    const std::int64_t depth = transposeA == Transposed::Yes ? a.rows : a.columns;
    for (std::int64_t row = 0; row < c.rows; row += Panels::kRows) {
        const std::int64_t rows = std::min(Panels::kRows, c.rows - row);
        for (std::int64_t column = 0; column < c.columns; column += Panels::kColumns) {
            const std::int64_t columns = std::min(Panels::kColumns, c.columns - column);
            const MatrixView<C> place = c.part(row, rows, column, columns);
            const MatrixView<float> sum(panels.c(), rows, columns);
            if (accumulate == Accumulate::Yes)
                convertPanel<C, float>(place, sum);
            else
                std::fill_n(sum.data, rows * columns, 0.0f);
            addProducts(partOf(a, transposeA, row, rows, 0, depth), transposeA,
                        partOf(b, transposeB, 0, depth, column, columns), transposeB, sum, panels);
            convertPanel<float, C>(sum, place);
        }
    }
}

}  // namespace

std::int64_t rowUnit(DType type) {
    const bool panels = type == DType::F16 || (type == DType::Bf16 && !Bf16Products::supported());
    return panels ? Panels::kRows : 1;
}

void multiply(MatrixView<const double> a, Transposed transposeA, MatrixView<const double> b,
              Transposed transposeB, MatrixView<double> c, Accumulate accumulate) {
    const bool ta = transposeA == Transposed::Yes, tb = transposeB == Transposed::Yes;
    const std::int64_t depth = ta ? a.rows : a.columns;
    for (std::int64_t i = 0; i < c.rows; ++i) {
        double* const out = c.row(i);
        if (accumulate == Accumulate::No) std::fill_n(out, c.columns, 0.0);
        for (std::int64_t k = 0; k < depth; ++k) {
            const double factor = ta ? a.row(k)[i] : a.row(i)[k];
            const double* const in = tb ? b.data + k : b.row(k);
            const std::int64_t step = tb ? b.stride : 1;
            for (std::int64_t j = 0; j < c.columns; ++j) out[j] += factor * in[j * step];
        }
    }
}

void multiply(ConstMatrix a, Transposed transposeA, ConstMatrix b, Transposed transposeB, Matrix c,
              Accumulate accumulate, Workspace& workspace) {
    const std::int64_t depth = transposeA == Transposed::Yes ? a.rows : a.columns;
    const bool whole = c.stride == c.columns && c.rows > 0 && c.columns > 0 && depth > 0;
    if (a.type == DType::Bf16 && whole && Bf16Products::supported())
        return workspace.bf16.multiply(a.as<Bf16>(), transposeA, b.as<Bf16>(), transposeB, c, accumulate);
    visitType(a.type, [&]<class T>(TypeTag<T>) {
        visitSum<T>(c.type, [&]<class C>(TypeTag<C>) {
            if constexpr (Sixteen<T>)
                multiplyPanels<T, C>(a.as<T>(), transposeA, b.as<T>(), transposeB, c.as<C>(), accumulate,
                                     workspace.panels);
            else
                multiply(a.as<T>(), transposeA, b.as<T>(), transposeB, c.as<T>(), accumulate);
        });
    });
}

}  // namespace gpu::cpu
