// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What kernels use of a card, in words that a card and the emulator both have: shared memory, exchanges within a warp,
// sums over warps and blocks in a fixed order, integer atomics. Exchanges and barriers are for whole warps and blocks.
#pragma once

#include "gpu/cuda/kernels/launch.h"

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
#define SHARED_ARRAY(Type, name, count) __shared__ Type name[count]
#define DYNAMIC_SHARED(name) extern __shared__ __align__(16) std::byte name[]
#else
#define SHARED_ARRAY(Type, name, count)                                                                                \
    static thread_local ::gpu::emulation::SharedArray<Type, std::size_t(count)> name##Storage;                         \
    Type* const name = name##Storage.data()
#define DYNAMIC_SHARED(name) std::byte* const name = ::gpu::emulation::dynamicShared()
#endif

namespace gpu::cuda {

inline constexpr int kWarp = 32;

__device__ inline int laneOfWarp() { return int(threadIdx.x) % kWarp; }
__device__ inline int warpOfBlock() { return int(threadIdx.x) / kWarp; }

// The value of lane (own XOR `mask`).
template <class T>
__device__ inline T exchanged(T value, int mask) {
#if defined(__CUDACC__)
    return __shfl_xor_sync(0xffffffffu, value, mask);
#else
    return emulation::show(value)[emulation::lane() ^ unsigned(mask)].template as<T>();
#endif
}

// On all lanes, with the same bits: each step adds the same two numbers on both sides.
template <class T>
__device__ inline T warpSum(T value) {
    for (int mask = kWarp / 2; mask > 0; mask /= 2) value += exchanged(value, mask);
    return value;
}
template <class T>
__device__ inline T warpMax(T value) {
    for (int mask = kWarp / 2; mask > 0; mask /= 2) {
        const T other = exchanged(value, mask);
        value = other > value ? other : value;
    }
    return value;
}

struct Sum {
    template <class T>
    __device__ static T overWarp(T value) {
        return warpSum(value);
    }
    template <class T>
    __device__ static T zero() {
        return T(0);
    }
};
// Of numbers that are at least `zero()`, or of floats with minus infinity.
struct Largest {
    template <class T>
    __device__ static T overWarp(T value) {
        return warpMax(value);
    }
    template <class T>
    __device__ static T zero() {
        if constexpr (std::is_same_v<T, float>)
            return -__builtin_huge_valf();
        else
            return T(0);
    }
};

// On all threads of the block. Every thread calls it; calls may follow each other without a barrier between.
template <class Op, class T>
__device__ inline T overBlock(T value) {
    SHARED_ARRAY(T, ofWarp, kWarp);
    value = Op::overWarp(value);
    if (blockDim.x <= unsigned(kWarp)) return value;
    __syncthreads();
    if (laneOfWarp() == 0) ofWarp[warpOfBlock()] = value;
    __syncthreads();
    const int warps = int(blockDim.x) / kWarp;
    return Op::overWarp(laneOfWarp() < warps ? ofWarp[laneOfWarp()] : Op::template zero<T>());
}

__device__ inline void atomicLargest(std::int64_t* place, std::int64_t value) {
#if defined(__CUDACC__)
    atomicMax(reinterpret_cast<long long*>(place), static_cast<long long>(value));
#else
    *place = value > *place ? value : *place;
#endif
}
__device__ inline void atomicPlus(std::int64_t* place, std::int64_t value) {
#if defined(__CUDACC__)
    atomicAdd(reinterpret_cast<unsigned long long*>(place), static_cast<unsigned long long>(value));
#else
    *place += value;
#endif
}

}  // namespace gpu::cuda
