// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GELU in its tanh form: gelu(x) = x · σ(2u), 2u = 2√(2/π) · (x + 0.044715 x³) (gpu/kernels/cpu_gelu.cpp).
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/elementwise.cuh"

namespace gpu::cuda {
namespace {

constexpr float kCubic = 0.044715f, kTwoRootTwoOverPi = 1.59576912160573071f;

__device__ inline float twoU(float x) { return kTwoRootTwoOverPi * (x + kCubic * x * x * x); }

template <class T, int kCount>
struct BiasGelu {
    Rows<T> hidden;
    const T* bias;
    Rows<T> activated;
    __device__ void operator()(std::int64_t row, std::int64_t column) const {
        float values[kCount], added[kCount];
        readPack<kCount>(hidden.at(row, column), values);
        readPack<kCount>(bias + column, added);
#pragma unroll
        for (int i = 0; i < kCount; ++i) values[i] = wide(narrow<T>(values[i] + added[i]));
        writePack<kCount>(hidden.at(row, column), values);
#pragma unroll
        for (int i = 0; i < kCount; ++i) values[i] *= sigmoid(twoU(values[i]));
        writePack<kCount>(activated.at(row, column), values);
    }
};

template <class T, int kCount>
struct GeluGradient {
    Rows<const T> hidden;
    Rows<T> gradient;
    __device__ void operator()(std::int64_t row, std::int64_t column) const {
        float x[kCount], g[kCount];
        readPack<kCount>(hidden.at(row, column), x);
        readPack<kCount>(gradient.at(row, column), g);
#pragma unroll
        for (int i = 0; i < kCount; ++i) {
            const float s = sigmoid(twoU(x[i]));
            g[i] *= s + x[i] * s * (1.0f - s) * kTwoRootTwoOverPi * (1.0f + 3.0f * kCubic * x[i] * x[i]);
        }
        writePack<kCount>(gradient.at(row, column), g);
    }
};

}  // namespace

void biasGelu(Stream stream, Matrix hidden, ConstVector bias, Matrix activated) {
    visitCardType(hidden.type, [&]<class T>(TypeTag<T>) {
        launchElements<BiasGelu, T, kPack<T>>(stream, hidden.rows, hidden.columns, widthOf(hidden, bias, activated),
                                              rowsOf<T>(hidden), bias.as<T>().data(), rowsOf<T>(activated));
    });
}

void geluInputGradient(Stream stream, ConstMatrix hidden, Matrix gradient) {
    visitCardType(hidden.type, [&]<class T>(TypeTag<T>) {
        launchElements<GeluGradient, T, kPack<T>>(stream, hidden.rows, hidden.columns, widthOf(hidden, gradient),
                                                  rowsOf<T>(hidden), rowsOf<T>(gradient));
    });
}

}  // namespace gpu::cuda
