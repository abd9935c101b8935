// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Token and position tables. A token that another tensor rank holds contributes zeros; the sum over ranks
// fills it in.
#include "gpu/kernels/column_sums.h"
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

#include <algorithm>
#include <vector>

namespace gpu::cpu {
namespace {

template <class T, class G>
SHARDSCOPE_VECTORISED void addTo(G* y, const T* x, std::int64_t n) {
#pragma omp simd
    for (std::int64_t c = 0; c < n; ++c) store(y[c], load(y[c]) + load(x[c]));
}

template <class T>
void embedOf(std::span<const std::int32_t> tokens, const TableSlice& slice, const T* table, MatrixView<T> y) {
    for (std::int64_t i = 0; i < y.rows; ++i) {
        const std::int64_t row = tokens[std::size_t(i)] - slice.first;
        if (row >= 0 && row < slice.rows)
            std::copy_n(table + row * slice.columns, slice.columns, y.row(i));
        else
            std::fill_n(y.row(i), slice.columns, T{});
    }
}

// Rows of the gradient that belong to one row of the table, as chains: first[row], then next[i], in the order
// of the tokens; −1 ends a chain.
struct Chains {
    std::vector<std::int32_t> first, next;
};

Chains chainsOf(std::span<const std::int32_t> tokens, const TableSlice& slice) {
    Chains chains{std::vector<std::int32_t>(std::size_t(slice.rows), -1),
                  std::vector<std::int32_t>(tokens.size(), -1)};
    for (std::size_t i = tokens.size(); i-- > 0;) {
        const std::int64_t row = tokens[i] - slice.first;
        if (row < 0 || row >= slice.rows) continue;
        chains.next[i] = chains.first[std::size_t(row)];
        chains.first[std::size_t(row)] = std::int32_t(i);
    }
    return chains;
}

// A token may occur often, and its sum must not be rounded every time.
template <class T, Sixteen G>
void addChains(const Chains& chains, const TableSlice& slice, MatrixView<const T> gradient, G* table) {
    alignas(64) float sums[kColumnBlock];
    for (std::int64_t row = 0; row < slice.rows; ++row) {
        if (chains.first[std::size_t(row)] < 0) continue;
        G* const place = table + row * slice.columns;
        for (std::int64_t first = 0; first < gradient.columns; first += kColumnBlock) {
            const std::int64_t columns = std::min(kColumnBlock, gradient.columns - first);
            loadBlock(place + first, columns, sums);
            for (std::int32_t i = chains.first[std::size_t(row)]; i >= 0; i = chains.next[std::size_t(i)])
                addTo(sums, gradient.row(i) + first, columns);
            storeBlock(sums, columns, place + first);
        }
    }
}

template <class T, class G>
void embedWeightGradientOf(std::span<const std::int32_t> tokens, const TableSlice& slice,
                           MatrixView<const T> gradient, G* table) {
    if constexpr (Sixteen<G>)
        return addChains<T, G>(chainsOf(tokens.first(std::size_t(gradient.rows)), slice), slice, gradient,
                               table);
    for (std::int64_t i = 0; i < gradient.rows; ++i) {
        const std::int64_t row = tokens[std::size_t(i)] - slice.first;
        if (row >= 0 && row < slice.rows)
            addTo(table + row * slice.columns, gradient.row(i), gradient.columns);
    }
}

template <class T, class G>
void positionWeightGradientOf(MatrixView<const T> gradient, std::int64_t sequence, G* table,
                              std::int64_t tableStride) {
    alignas(64) SumOf<T> sums[kColumnBlock];
    for (std::int64_t position = 0; position < sequence; ++position) {
        G* const place = table + position * tableStride;
        for (std::int64_t first = 0; first < gradient.columns; first += kColumnBlock) {
            const std::int64_t columns = std::min(kColumnBlock, gradient.columns - first);
            loadBlock(place + first, columns, sums);
            for (std::int64_t i = position; i < gradient.rows; i += sequence)
                addTo(sums, gradient.row(i) + first, columns);
            storeBlock(sums, columns, place + first);
        }
    }
}

}  // namespace

void embed(std::span<const std::int32_t> tokens, const TableSlice& slice, ConstVector table, Matrix y) {
    visitType(y.type, [&]<class T>(TypeTag<T>) { embedOf(tokens, slice, table.as<T>().data(), y.as<T>()); });
}

void embedWeightGradient(std::span<const std::int32_t> tokens, const TableSlice& slice,
                         ConstMatrix outputGradient, Vector tableGradient) {
    visitType(outputGradient.type, [&]<class T>(TypeTag<T>) {
        visitSum<T>(tableGradient.type, [&]<class G>(TypeTag<G>) {
            embedWeightGradientOf<T, G>(tokens, slice, outputGradient.as<T>(), tableGradient.as<G>().data());
        });
    });
}

void addRows(Matrix y, std::int64_t firstRow, ConstVector table, std::int64_t sequence) {
    visitType(y.type, [&]<class T>(TypeTag<T>) {
        const MatrixView<T> rows = y.as<T>();
        const T* const first = table.as<T>().data();
        for (std::int64_t i = 0; i < rows.rows; ++i)
            addTo(rows.row(i), first + (firstRow + i) % sequence * rows.columns, rows.columns);
    });
}

void positionWeightGradient(ConstMatrix outputGradient, std::int64_t sequence, Vector tableGradient,
                            std::int64_t tableStride) {
    visitType(outputGradient.type, [&]<class T>(TypeTag<T>) {
        visitSum<T>(tableGradient.type, [&]<class G>(TypeTag<G>) {
            positionWeightGradientOf<T, G>(outputGradient.as<T>(), sequence, tableGradient.as<G>().data(),
                                           tableStride);
        });
    });
}

}  // namespace gpu::cpu
