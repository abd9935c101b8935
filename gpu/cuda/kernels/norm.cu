// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// LayerNorm and RMSNorm by rows, one block each; formulas in gpu/kernels/cpu_norm.cpp and cpu_rms_norm.cpp. The row is
// read again for every sum and for the output: from the second time on it lies in the first cache. The weights'
// gradients are in column_sums.cu.
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/elementwise.cuh"

namespace gpu::cuda {
namespace {

constexpr float kEpsilon = 1e-5f;
constexpr int kMostThreads = 256;

// Calls call(column) for this thread's packs of the row.
template <int kCount, class Call>
__device__ inline void eachOwnPack(std::int64_t columns, const Call& call) {
    for (std::int64_t c = std::int64_t(threadIdx.x) * kCount; c < columns; c += std::int64_t(blockDim.x) * kCount)
        call(c);
}

template <class T, int kCount>
__global__ void __launch_bounds__(kMostThreads) layerNormRow(std::int64_t columns, Rows<const T> x, const T* weight,
                                                             const T* bias, Rows<T> y, float* mean, float* rstd) {
    const std::int64_t row = blockIdx.x;
    const T* const in = x.at(row, 0);
    float values[kCount], w[kCount], b[kCount];
    float sum = 0;
    eachOwnPack<kCount>(columns, [&](std::int64_t c) {
        readPack<kCount>(in + c, values);
#pragma unroll
        for (int i = 0; i < kCount; ++i) sum += values[i];
    });
    const float m = overBlock<Sum>(sum) / float(columns);
    float squares = 0;
    eachOwnPack<kCount>(columns, [&](std::int64_t c) {
        readPack<kCount>(in + c, values);
#pragma unroll
        for (int i = 0; i < kCount; ++i) squares += (values[i] - m) * (values[i] - m);
    });
    const float s = 1.0f / sqrtf(overBlock<Sum>(squares) / float(columns) + kEpsilon);
    eachOwnPack<kCount>(columns, [&](std::int64_t c) {
        readPack<kCount>(in + c, values);
        readPack<kCount>(weight + c, w);
        readPack<kCount>(bias + c, b);
#pragma unroll
        for (int i = 0; i < kCount; ++i) values[i] = (values[i] - m) * s * w[i] + b[i];
        writePack<kCount>(y.at(row, c), values);
    });
    if (threadIdx.x == 0) {
        mean[row] = m;
        rstd[row] = s;
    }
}

template <class T, int kCount>
__global__ void __launch_bounds__(kMostThreads)
    rmsNormRow(std::int64_t columns, Rows<const T> x, const T* weight, Rows<T> y, float* rstd) {
    const std::int64_t row = blockIdx.x;
    const T* const in = x.at(row, 0);
    float values[kCount], w[kCount];
    float squares = 0;
    eachOwnPack<kCount>(columns, [&](std::int64_t c) {
        readPack<kCount>(in + c, values);
#pragma unroll
        for (int i = 0; i < kCount; ++i) squares += values[i] * values[i];
    });
    const float s = 1.0f / sqrtf(overBlock<Sum>(squares) / float(columns) + kEpsilon);
    eachOwnPack<kCount>(columns, [&](std::int64_t c) {
        readPack<kCount>(in + c, values);
        readPack<kCount>(weight + c, w);
#pragma unroll
        for (int i = 0; i < kCount; ++i) values[i] = values[i] * s * w[i];
        writePack<kCount>(y.at(row, c), values);
    });
    if (threadIdx.x == 0) rstd[row] = s;
}

// RMSNorm is the same with mean null: x̂ = x · rstd, and the mean of g·w does not come off.
template <class T, int kCount>
__global__ void __launch_bounds__(kMostThreads)
    normInputGradientRow(std::int64_t columns, Rows<const T> outputGradient, Rows<const T> x, const T* weight,
                         const float* mean, const float* rstd, Rows<T> inputGradient, Accumulate accumulate) {
    const std::int64_t row = blockIdx.x;
    const float m = mean ? mean[row] : 0.0f, s = rstd[row];
    float g[kCount], in[kCount], w[kCount];
    float sum = 0, dot = 0;
    const auto read = [&](std::int64_t c) {
        readPack<kCount>(outputGradient.at(row, c), g);
        readPack<kCount>(x.at(row, c), in);
        readPack<kCount>(weight + c, w);
    };
    eachOwnPack<kCount>(columns, [&](std::int64_t c) {
        read(c);
#pragma unroll
        for (int i = 0; i < kCount; ++i) {
            sum += g[i] * w[i];
            dot += g[i] * w[i] * ((in[i] - m) * s);
        }
    });
    const float meanSum = mean ? overBlock<Sum>(sum) / float(columns) : 0.0f;
    const float meanDot = overBlock<Sum>(dot) / float(columns);
    eachOwnPack<kCount>(columns, [&](std::int64_t c) {
        read(c);
#pragma unroll
        for (int i = 0; i < kCount; ++i) g[i] = s * (g[i] * w[i] - meanSum - (in[i] - m) * s * meanDot);
        T* const place = inputGradient.at(row, c);
        if (accumulate == Accumulate::Yes) {
            readPack<kCount>(place, in);
#pragma unroll
            for (int i = 0; i < kCount; ++i) g[i] += in[i];
        }
        writePack<kCount>(place, g);
    });
}

// Whole warps, no more than the row has packs.
int threadsFor(std::int64_t packs) {
    return int(std::min<std::int64_t>(kMostThreads, ceilOf(std::max<std::int64_t>(packs, 1), kWarp) * kWarp));
}

template <class T, int kCount>
struct NormKernels {
    static void layerNorm(Stream stream, ConstMatrix x, ConstVector weight, ConstVector bias, Matrix y, Vector mean,
                          Vector rstd) {
        launch(layerNormRow<T, kCount>, {x.rows}, threadsFor(x.columns / kCount), 0, stream, x.columns, rowsOf<T>(x),
               weight.as<T>().data(), bias.as<T>().data(), rowsOf<T>(y), mean.as<float>().data(),
               rstd.as<float>().data());
    }
    static void rmsNorm(Stream stream, ConstMatrix x, ConstVector weight, Matrix y, Vector rstd) {
        launch(rmsNormRow<T, kCount>, {x.rows}, threadsFor(x.columns / kCount), 0, stream, x.columns, rowsOf<T>(x),
               weight.as<T>().data(), rowsOf<T>(y), rstd.as<float>().data());
    }
    static void inputGradient(Stream stream, ConstMatrix outputGradient, ConstMatrix x, ConstVector weight,
                              const float* mean, ConstVector rstd, Matrix inputGradient, Accumulate accumulate) {
        launch(normInputGradientRow<T, kCount>, {x.rows}, threadsFor(x.columns / kCount), 0, stream, x.columns,
               rowsOf<T>(outputGradient), rowsOf<T>(x), weight.as<T>().data(), mean, rstd.as<float>().data(),
               rowsOf<T>(inputGradient), accumulate);
    }
};

void anyInputGradient(Stream stream, ConstMatrix outputGradient, ConstMatrix x, ConstVector weight, const float* mean,
                      ConstVector rstd, Matrix inputGradient, Accumulate accumulate) {
    visitCardType(x.type, [&]<class T>(TypeTag<T>) {
        if (allInPacks(outputGradient, x, weight, inputGradient))
            NormKernels<T, kPack<T>>::inputGradient(stream, outputGradient, x, weight, mean, rstd, inputGradient,
                                                    accumulate);
        else
            NormKernels<T, 1>::inputGradient(stream, outputGradient, x, weight, mean, rstd, inputGradient, accumulate);
    });
}

}  // namespace

void layerNorm(Stream stream, ConstMatrix x, ConstVector weight, ConstVector bias, Matrix y, Vector mean, Vector rstd) {
    visitCardType(x.type, [&]<class T>(TypeTag<T>) {
        if (allInPacks(x, weight, bias, y))
            NormKernels<T, kPack<T>>::layerNorm(stream, x, weight, bias, y, mean, rstd);
        else
            NormKernels<T, 1>::layerNorm(stream, x, weight, bias, y, mean, rstd);
    });
}

void rmsNorm(Stream stream, ConstMatrix x, ConstVector weight, Matrix y, Vector rstd) {
    visitCardType(x.type, [&]<class T>(TypeTag<T>) {
        if (allInPacks(x, weight, y))
            NormKernels<T, kPack<T>>::rmsNorm(stream, x, weight, y, rstd);
        else
            NormKernels<T, 1>::rmsNorm(stream, x, weight, y, rstd);
    });
}

void layerNormInputGradient(Stream stream, ConstMatrix outputGradient, ConstMatrix x, ConstVector weight,
                            ConstVector mean, ConstVector rstd, Matrix inputGradient, Accumulate accumulate) {
    anyInputGradient(stream, outputGradient, x, weight, mean.as<float>().data(), rstd, inputGradient, accumulate);
}

void rmsNormInputGradient(Stream stream, ConstMatrix outputGradient, ConstMatrix x, ConstVector weight,
                          ConstVector rstd, Matrix inputGradient, Accumulate accumulate) {
    anyInputGradient(stream, outputGradient, x, weight, nullptr, rstd, inputGradient, accumulate);
}

}  // namespace gpu::cuda
