// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kernels/elements.h"

#include "gpu/kernels/vectorised.h"

namespace gpu {
namespace {

template <class From, class To>
SHARDSCOPE_VECTORISED void convert(const From* from, To* to, std::int64_t n) {
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) store(to[i], SumOf<To>(load(from[i])));
}

template <class T>
SHARDSCOPE_VECTORISED void add(const T* from, T* to, std::int64_t n) {
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) store(to[i], load(to[i]) + load(from[i]));
}

template <class T>
SHARDSCOPE_VECTORISED void scale(T* values, SumOf<T> factor, std::int64_t n) {
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) store(values[i], load(values[i]) * factor);
}

}  // namespace

void convertElements(ConstVector from, Vector to) {
    if (from.type == to.type) return copyElements(from, to);
    if (from.elements != to.elements)
        throw std::logic_error("a conversion between views of different length");
    visitType(from.type, [&]<class From>(TypeTag<From>) {
        visitType(to.type, [&]<class To>(TypeTag<To>) {
            convert(from.as<From>().data(), to.as<To>().data(), from.elements);
        });
    });
}

void addElements(ConstVector from, Vector to) {
    if (from.elements != to.elements) throw std::logic_error("a sum of views of different length");
    visitType(to.type,
              [&]<class T>(TypeTag<T>) { add(from.as<T>().data(), to.as<T>().data(), to.elements); });
}

void scaleElements(Vector values, double factor) {
    visitType(values.type,
              [&]<class T>(TypeTag<T>) { scale(values.as<T>().data(), SumOf<T>(factor), values.elements); });
}

}  // namespace gpu
