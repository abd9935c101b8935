// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Views of row-major fp32 matrices whose rows lie `stride` elements apart, so that one head of a fused q, k,
// v tensor is a matrix without a copy. They own nothing.
#pragma once

#include <cstdint>

namespace gpu {

template <class Element>
struct MatrixView {
    Element* data = nullptr;
    std::int64_t rows = 0, columns = 0, stride = 0;

    MatrixView() = default;
    MatrixView(Element* d, std::int64_t r, std::int64_t c)
        : data(d)
        , rows(r)
        , columns(c)
        , stride(c) {}
    MatrixView(Element* d, std::int64_t r, std::int64_t c, std::int64_t s)
        : data(d)
        , rows(r)
        , columns(c)
        , stride(s) {}
    // NOLINTNEXTLINE(google-explicit-constructor): a writable view is a readable one.
    operator MatrixView<const Element>() const { return {data, rows, columns, stride}; }

    [[nodiscard]] Element* row(std::int64_t r) const { return data + r * stride; }
    [[nodiscard]] MatrixView part(std::int64_t row0, std::int64_t nRows, std::int64_t column0,
                                  std::int64_t nColumns) const {
        return {data + row0 * stride + column0, nRows, nColumns, stride};
    }
};

using Matrix = MatrixView<float>;
using ConstMatrix = MatrixView<const float>;

}  // namespace gpu
