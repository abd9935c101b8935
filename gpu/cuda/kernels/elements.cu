// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conversions, sums and factors over runs of numbers (gpu/kernels/elements.h).
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/card_ops.h"
#include "gpu/cuda/kernels/flat.cuh"

namespace gpu::cuda {
namespace {

template <class From, class To, int kCount>
struct Convert {
    const From* from;
    To* to;
    __device__ void operator()(std::int64_t, std::int64_t i) const {
        float values[kCount];
        readPack<kCount>(from + i, values);
        writePack<kCount>(to + i, values);
    }
};

template <class T, int kCount>
struct Add {
    const T* from;
    T* to;
    __device__ void operator()(std::int64_t, std::int64_t i) const {
        float values[kCount], added[kCount];
        readPack<kCount>(to + i, values);
        readPack<kCount>(from + i, added);
#pragma unroll
        for (int k = 0; k < kCount; ++k) values[k] += added[k];
        writePack<kCount>(to + i, values);
    }
};

template <class T, int kCount>
struct ScaleRun {
    T* run;
    float factor;
    __device__ void operator()(std::int64_t, std::int64_t i) const {
        float values[kCount];
        readPack<kCount>(run + i, values);
#pragma unroll
        for (int k = 0; k < kCount; ++k) values[k] *= factor;
        writePack<kCount>(run + i, values);
    }
};

constexpr int kConverted = 4;

bool onPacks(ConstVector v, int count) {
    return reinterpret_cast<std::uintptr_t>(v.data) % std::uintptr_t(count * bytesOf(v.type)) == 0;
}

}  // namespace

void convert(Stream stream, ConstVector from, Vector to) {
    if (from.elements != to.elements) throw std::logic_error("a conversion between views of different length");
    if (from.type == to.type) {
        const CopyPiece piece{to.data, from.data, from.bytes().value()};
        return copyPieces(stream, std::span(&piece, 1));
    }
    const Width width = onPacks(from, kConverted) && onPacks(to, kConverted) ? Width::Packs : Width::Elements;
    visitCardType(from.type, [&]<class From>(TypeTag<From>) {
        visitCardType(to.type, [&]<class To>(TypeTag<To>) {
            launchFlat<kConverted>(
                stream, from.elements, width, [&]<int kCount>(std::integral_constant<int, kCount>, std::int64_t first) {
                    return Convert<From, To, kCount>{from.as<From>().data() + first, to.as<To>().data() + first};
                });
        });
    });
}

void add(Stream stream, ConstVector from, Vector to) {
    if (from.elements != to.elements) throw std::logic_error("a sum of views of different length");
    visitCardType(to.type, [&]<class T>(TypeTag<T>) {
        launchFlat<kPack<T>>(stream, to.elements, widthOf(from, to),
                             [&]<int kCount>(std::integral_constant<int, kCount>, std::int64_t first) {
                                 return Add<T, kCount>{from.as<T>().data() + first, to.as<T>().data() + first};
                             });
    });
}

void scaleValues(Stream stream, Vector values, double factor) {
    visitCardType(values.type, [&]<class T>(TypeTag<T>) {
        launchFlat<kPack<T>>(stream, values.elements, widthOf(values),
                             [&]<int kCount>(std::integral_constant<int, kCount>, std::int64_t first) {
                                 return ScaleRun<T, kCount>{values.as<T>().data() + first, float(factor)};
                             });
    });
}

}  // namespace gpu::cuda
