// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Views of row-major matrices whose rows lie `stride` elements apart, so that one head of a fused q, k, v
// tensor is a matrix without a copy. They own nothing. Matrix and ConstMatrix know their type at run time and
// are what interfaces speak; MatrixView<T> is what loops run over.
#pragma once

#include "gpu/device/tensor.h"

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

template <class Byte>
struct TypedMatrix {
    template <class T>
    using Like = std::conditional_t<std::is_const_v<Byte>, const T, T>;

    Byte* data = nullptr;
    std::int64_t rows = 0, columns = 0, stride = 0;
    DType type = DType::F32;

    TypedMatrix() = default;
    TypedMatrix(Byte* d, std::int64_t r, std::int64_t c, std::int64_t s, DType t)
        : data(d)
        , rows(r)
        , columns(c)
        , stride(s)
        , type(t) {}
    // The first r · c elements of a run.
    TypedMatrix(VectorView<Byte> values, std::int64_t r, std::int64_t c)
        : TypedMatrix(values.data, r, c, c, values.type) {}
    template <class T>
    requires Stored<std::remove_const_t<T>> && std::convertible_to < T*, Like<std::remove_const_t<T>>
    * > TypedMatrix(T* d, std::int64_t r, std::int64_t c)
        : TypedMatrix(d, r, c, c) {}
    template <class T>
    requires Stored<std::remove_const_t<T>> && std::convertible_to < T*, Like<std::remove_const_t<T>>
    * > TypedMatrix(T* d, std::int64_t r, std::int64_t c, std::int64_t s)
        : TypedMatrix(reinterpret_cast<Byte*>(d), r, c, s, kTypeOf<std::remove_const_t<T>>) {}
    // NOLINTNEXTLINE(google-explicit-constructor): a writable view is a readable one.
    operator TypedMatrix<const std::byte>() const { return {data, rows, columns, stride, type}; }

    [[nodiscard]] TypedMatrix part(std::int64_t row0, std::int64_t nRows, std::int64_t column0,
                                   std::int64_t nColumns) const {
        return {data + (row0 * stride + column0) * bytesOf(type), nRows, nColumns, stride, type};
    }
    // All elements of a matrix without gaps between its rows.
    [[nodiscard]] VectorView<Byte> values() const {
        if (stride != columns && rows > 1) throw std::logic_error("a matrix with gaps is no run of elements");
        return {data, rows * columns, type};
    }
    template <Stored T>
    [[nodiscard]] MatrixView<Like<T>> as() const {
        if (type != kTypeOf<T>) throw std::logic_error("a matrix is used as another type");
        return {reinterpret_cast<Like<T>*>(data), rows, columns, stride};
    }
};

using Matrix = TypedMatrix<std::byte>;
using ConstMatrix = TypedMatrix<const std::byte>;

}  // namespace gpu
