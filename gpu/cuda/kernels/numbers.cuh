// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers in a kernel: from storage to fp32 and back (rounded to nearest even, as gpu/device/element.h does), packs of
// 16 bytes, and sums and products that no compiler fuses, for ops whose bits must not depend on how elements are cut.
#pragma once

#include "gpu/cuda/kernels/device.cuh"
#include "gpu/device/element.h"

#if defined(__CUDACC__)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#else
#include <bit>
#include <cmath>
#endif

namespace gpu::cuda {

__device__ inline float wide(float value) { return value; }
__device__ inline double wide(double value) { return value; }
#if defined(__CUDACC__)
__device__ inline float wide(Bf16 value) { return __uint_as_float(std::uint32_t(value.bits) << 16); }
__device__ inline float wide(Fp16 value) { return __half2float(__ushort_as_half(value.bits)); }
template <class T>
__device__ inline T narrow(SumOf<T> value) {
    if constexpr (std::is_same_v<T, Bf16>)
        return {__bfloat16_as_ushort(__float2bfloat16_rn(value))};
    else if constexpr (std::is_same_v<T, Fp16>)
        return {__half_as_ushort(__float2half_rn(value))};
    else
        return value;
}
// Two neighbours in one register, the first in the lower half.
template <class T>
__device__ inline std::uint32_t narrowPair(float first, float second) {
    std::uint32_t bits;
    if constexpr (std::is_same_v<T, Bf16>) {
        const __nv_bfloat162 pair = __floats2bfloat162_rn(first, second);
        memcpy(&bits, &pair, sizeof(bits));
    } else {
        const __half2 pair = __floats2half2_rn(first, second);
        memcpy(&bits, &pair, sizeof(bits));
    }
    return bits;
}
__device__ inline std::int32_t bitsOf(float value) { return __float_as_int(value); }
__device__ inline std::int64_t bitsOf(double value) { return __double_as_longlong(value); }
__device__ inline float floatOf(std::int32_t bits) { return __int_as_float(bits); }
__device__ inline double doubleOf(std::int64_t bits) { return __longlong_as_double(bits); }
// 2^x to 2 units in the last place; below 2^−126 zero.
__device__ inline float powerOfTwo(float x) {
    float result;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}
__device__ inline float productOf(float a, float b) { return __fmul_rn(a, b); }
__device__ inline float sumOf(float a, float b) { return __fadd_rn(a, b); }
#else
inline float wide(Bf16 value) { return load(value); }
inline float wide(Fp16 value) { return load(value); }
template <class T>
inline T narrow(SumOf<T> value) {
    T stored;
    store(stored, value);
    return stored;
}
template <class T>
inline std::uint32_t narrowPair(float first, float second) {
    return std::uint32_t(narrow<T>(first).bits) | std::uint32_t(narrow<T>(second).bits) << 16;
}
inline std::int32_t bitsOf(float value) { return std::bit_cast<std::int32_t>(value); }
inline std::int64_t bitsOf(double value) { return std::bit_cast<std::int64_t>(value); }
inline float floatOf(std::int32_t bits) { return std::bit_cast<float>(bits); }
inline double doubleOf(std::int64_t bits) { return std::bit_cast<double>(bits); }
inline float powerOfTwo(float x) { return std::exp2(x); }
inline float productOf(float a, float b) { return a * b; }  // built without contraction (CMakeLists.txt)
inline float sumOf(float a, float b) { return a + b; }
#endif

// kCount neighbours, read and written at once.
template <class T, int kCount>
struct alignas(sizeof(T) * kCount) Pack {
    T values[kCount];
};
template <class T>
inline constexpr int kPack = 16 / int(sizeof(T));

template <int kCount, class T>
__device__ inline void readPack(const T* from, SumOf<T> (&values)[kCount]) {
    const auto pack = *reinterpret_cast<const Pack<T, kCount>*>(from);
#pragma unroll
    for (int i = 0; i < kCount; ++i) values[i] = wide(pack.values[i]);
}
template <int kCount, class T>
__device__ inline void writePack(T* to, const SumOf<T> (&values)[kCount]) {
    Pack<T, kCount> pack;
#pragma unroll
    for (int i = 0; i < kCount; ++i) pack.values[i] = narrow<T>(values[i]);
    *reinterpret_cast<Pack<T, kCount>*>(to) = pack;
}

__device__ inline float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

}  // namespace gpu::cuda
