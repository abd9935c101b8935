// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What surrounds matrix products: biases, residuals, scaling.
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/card_ops.h"
#include "gpu/cuda/kernels/elementwise.cuh"

namespace gpu::cuda {
namespace {

template <class T, int kCount>
struct AddBias {
    Rows<T> y;
    const T* bias;
    __device__ void operator()(std::int64_t row, std::int64_t column) const {
        float values[kCount], added[kCount];
        readPack<kCount>(y.at(row, column), values);
        readPack<kCount>(bias + column, added);
#pragma unroll
        for (int i = 0; i < kCount; ++i) values[i] += added[i];
        writePack<kCount>(y.at(row, column), values);
    }
};

// bias null: none.
template <class T, int kCount>
struct AddBiasAndResidual {
    Rows<T> y;
    const T* bias;
    Rows<const T> residual;
    __device__ void operator()(std::int64_t row, std::int64_t column) const {
        float values[kCount], added[kCount];
        readPack<kCount>(y.at(row, column), values);
        if (bias) {
            readPack<kCount>(bias + column, added);
#pragma unroll
            for (int i = 0; i < kCount; ++i) values[i] += added[i];
        }
        readPack<kCount>(residual.at(row, column), added);
#pragma unroll
        for (int i = 0; i < kCount; ++i) values[i] += added[i];
        writePack<kCount>(y.at(row, column), values);
    }
};

template <class T, int kCount>
struct Scale {
    Rows<T> y;
    float factor;
    __device__ void operator()(std::int64_t row, std::int64_t column) const {
        float values[kCount];
        readPack<kCount>(y.at(row, column), values);
#pragma unroll
        for (int i = 0; i < kCount; ++i) values[i] *= factor;
        writePack<kCount>(y.at(row, column), values);
    }
};

}  // namespace

void addBias(Stream stream, Matrix y, ConstVector bias) {
    visitCardType(y.type, [&]<class T>(TypeTag<T>) {
        launchElements<AddBias, T, kPack<T>>(stream, y.rows, y.columns, widthOf(y, bias), rowsOf<T>(y),
                                             bias.as<T>().data());
    });
}

void addBiasAndResidual(Stream stream, Matrix y, ConstVector bias, ConstMatrix residual) {
    visitCardType(y.type, [&]<class T>(TypeTag<T>) {
        const T* const none = nullptr;
        launchElements<AddBiasAndResidual, T, kPack<T>>(
            stream, y.rows, y.columns, bias.elements > 0 ? widthOf(y, bias, residual) : widthOf(y, residual),
            rowsOf<T>(y), bias.elements > 0 ? bias.as<T>().data() : none, rowsOf<T>(residual));
    });
}

void scale(Stream stream, Matrix y, double factor) {
    if (y.stride == y.columns && y.rows > 1) return scaleValues(stream, y.values(), factor);
    visitCardType(y.type, [&]<class T>(TypeTag<T>) {
        launchElements<Scale, T, kPack<T>>(stream, y.rows, y.columns, widthOf(y), rowsOf<T>(y), float(factor));
    });
}

}  // namespace gpu::cuda
