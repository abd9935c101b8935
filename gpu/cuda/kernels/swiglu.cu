// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// SwiGLU: a = silu(gate) · up;  ∂gate = g · up · σ·(1 + gate·(1 − σ)),  ∂up = g · silu(gate)
// (gpu/kernels/cpu_swiglu.cpp).
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/elementwise.cuh"

namespace gpu::cuda {
namespace {

template <class T, int kCount>
struct SwiGlu {
    Rows<const T> gate, up;
    Rows<T> activated;
    __device__ void operator()(std::int64_t row, std::int64_t column) const {
        float x[kCount], y[kCount];
        readPack<kCount>(gate.at(row, column), x);
        readPack<kCount>(up.at(row, column), y);
#pragma unroll
        for (int i = 0; i < kCount; ++i) y[i] = x[i] * sigmoid(x[i]) * y[i];
        writePack<kCount>(activated.at(row, column), y);
    }
};

template <class T, int kCount>
struct SwiGluGradient {
    Rows<const T> gate, up;
    Rows<T> gradient, gateGradient;
    __device__ void operator()(std::int64_t row, std::int64_t column) const {
        float x[kCount], y[kCount], g[kCount];
        readPack<kCount>(gate.at(row, column), x);
        readPack<kCount>(up.at(row, column), y);
        readPack<kCount>(gradient.at(row, column), g);
#pragma unroll
        for (int i = 0; i < kCount; ++i) {
            const float s = sigmoid(x[i]);
            y[i] = g[i] * y[i] * s * (1.0f + x[i] * (1.0f - s));
            g[i] = g[i] * x[i] * s;
        }
        writePack<kCount>(gateGradient.at(row, column), y);
        writePack<kCount>(gradient.at(row, column), g);
    }
};

}  // namespace

void swiGlu(Stream stream, ConstMatrix gate, ConstMatrix up, Matrix activated) {
    visitCardType(gate.type, [&]<class T>(TypeTag<T>) {
        launchElements<SwiGlu, T, kPack<T>>(stream, gate.rows, gate.columns, widthOf(gate, up, activated),
                                            rowsOf<T>(gate), rowsOf<T>(up), rowsOf<T>(activated));
    });
}

void swiGluInputGradient(Stream stream, ConstMatrix gate, ConstMatrix up, Matrix gradient, Matrix gateGradient) {
    visitCardType(gate.type, [&]<class T>(TypeTag<T>) {
        launchElements<SwiGluGradient, T, kPack<T>>(stream, gate.rows, gate.columns,
                                                    widthOf(gate, up, gradient, gateGradient), rowsOf<T>(gate),
                                                    rowsOf<T>(up), rowsOf<T>(gradient), rowsOf<T>(gateGradient));
    });
}

}  // namespace gpu::cuda
