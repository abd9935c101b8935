// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Views of numbers on a card whose type is known at run time, so that interfaces are the same for all
// precisions: runs of numbers, and row-major tensors as messages. They own nothing.
#pragma once

#include "core/base/units.h"
#include "gpu/device/element.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <span>
#include <stdexcept>
#include <type_traits>

namespace gpu {

// `Byte` is std::byte for a writable view, const std::byte for a readable one.
template <class Byte>
struct VectorView {
    template <class T>
    using Like = std::conditional_t<std::is_const_v<Byte>, const T, T>;

    Byte* data = nullptr;
    std::int64_t elements = 0;
    DType type = DType::F32;

    VectorView() = default;
    VectorView(Byte* d, std::int64_t n, DType t)
        : data(d)
        , elements(n)
        , type(t) {}
    // Numbers of a known type are numbers.
    template <std::ranges::contiguous_range Range>
    requires Stored<std::ranges::range_value_t<Range>> &&
        std::convertible_to < std::ranges::range_reference_t<Range>,
        Like<std::ranges::range_value_t<Range>>
    & > VectorView(Range&& values)  // NOLINT(google-explicit-constructor)
        : data(reinterpret_cast<Byte*>(std::ranges::data(values)))
    , elements(std::int64_t(std::ranges::size(values)))
    , type(kTypeOf<std::ranges::range_value_t<Range>>) {}
    // NOLINTNEXTLINE(google-explicit-constructor): a writable view is a readable one.
    operator VectorView<const std::byte>() const { return {data, elements, type}; }

    [[nodiscard]] core::Bytes bytes() const { return core::Bytes(elements * bytesOf(type)); }
    [[nodiscard]] VectorView part(std::int64_t begin, std::int64_t count) const {
        return {data + begin * bytesOf(type), count, type};
    }
    [[nodiscard]] VectorView from(std::int64_t begin) const { return part(begin, elements - begin); }
    [[nodiscard]] VectorView first(std::int64_t count) const { return part(0, count); }

    template <Stored T>
    [[nodiscard]] std::span<Like<T>> as() const {
        if (type != kTypeOf<T>) throw std::logic_error("a view of numbers is used as another type");
        return {reinterpret_cast<Like<T>*>(data), std::size_t(elements)};
    }
};

using Vector = VectorView<std::byte>;
using ConstVector = VectorView<const std::byte>;

// Equal types and lengths.
inline void copyElements(ConstVector from, Vector to) {
    if (from.type != to.type || from.elements != to.elements)
        throw std::logic_error("a copy between views of different type or length");
    if (from.data != to.data && from.elements > 0)
        std::memcpy(to.data, from.data, std::size_t(from.bytes().value()));
}
// All zero, in every type.
inline void clearElements(Vector values) {
    if (values.elements > 0) std::memset(values.data, 0, std::size_t(values.bytes().value()));
}

// A contiguous row-major tensor.
struct Tensor {
    void* data = nullptr;
    std::int64_t rows = 0, columns = 1;
    DType type = DType::F32;

    [[nodiscard]] std::int64_t elements() const { return rows * columns; }
    [[nodiscard]] core::Bytes bytes() const { return core::Bytes(elements() * bytesOf(type)); }
    [[nodiscard]] Vector values() const { return {static_cast<std::byte*>(data), elements(), type}; }
};

}  // namespace gpu
