// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rotary positions in place, in LLaMA's arrangement (gpu/kernels/cpu_rotary.cpp): a thread turns planes of one head.
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/elementwise.cuh"

namespace gpu::cuda {
namespace {

// Columns are planes: head · half + plane.
template <class T, int kCount>
struct Rotate {
    Rows<T> heads;
    const float *cosines, *sines;
    std::int64_t sequence, half;
    float direction;
    __device__ void operator()(std::int64_t row, std::int64_t column) const {
        const std::int64_t head = column / half, plane = column - head * half;
        const std::int64_t angle = row % sequence * half + plane;
        T* const low = heads.at(row, 2 * head * half + plane);
        T* const high = low + half;
        float a[kCount], b[kCount];
        readPack<kCount>(low, a);
        readPack<kCount>(high, b);
#pragma unroll
        for (int i = 0; i < kCount; ++i) {
            const float cosine = cosines[angle + i], sine = direction * sines[angle + i], x = a[i];
            a[i] = x * cosine - b[i] * sine;
            b[i] = b[i] * cosine + x * sine;
        }
        writePack<kCount>(low, a);
        writePack<kCount>(high, b);
    }
};

}  // namespace

void rotate(Stream stream, Matrix heads, const RotaryShape& shape, ConstVector cosines, ConstVector sines, Turn turn) {
    visitCardType(heads.type, [&]<class T>(TypeTag<T>) {
        const std::int64_t half = shape.headSize / 2;
        const Width width = half % kPack<T> == 0 ? widthOf(heads) : Width::Elements;
        launchElements<Rotate, T, kPack<T>>(stream, heads.rows, heads.columns / 2, width, rowsOf<T>(heads),
                                            cosines.as<float>().data(), sines.as<float>().data(), shape.sequence, half,
                                            turn == Turn::Forward ? 1.0f : -1.0f);
    });
}

}  // namespace gpu::cuda
