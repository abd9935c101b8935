// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of 16 × 8 × 16 numbers by the tensor cores, and how a warp's 32 lanes hold them. With g = lane / 4, t = lane
// % 4 and two numbers a register:
//   a[0..3]: rows g, g + 8, g, g + 8 at depths 2t, 2t, 2t + 8, 2t + 8     (A is 16 × 16)
//   b0, b1:  column g at depths 2t and 2t + 8                             (B is 16 × 8)
//   c[0..3]: row g at columns 2t, 2t + 1; row g + 8 at the same           (C is 16 × 8, fp32)
// On a card: mma.sync and ldmatrix of sm_80 and newer. On the emulator: the same layout, lane by lane.
#pragma once

#include "gpu/cuda/kernels/numbers.cuh"

#include <concepts>

namespace gpu::cuda {

#if defined(__CUDACC__)

// c += a · b
template <Sixteen T>
__device__ inline void multiplyFragments(float (&c)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                         std::uint32_t b1) {
    if constexpr (std::same_as<T, Bf16>)
        asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
            "{%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    else
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
            "{%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Four matrices of 8 × 8 in shared memory; lane 8i + r gives the address of row r of matrix i. registers[i] gets row
// lane / 4, columns 2 (lane % 4) and the next of matrix i; transposed, the roles of row and column change.
template <Sixteen T>
__device__ inline void loadFragments(std::uint32_t (&registers)[4], const T* row) {
    const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3])
                 : "r"(address)
                 : "memory");
}
template <Sixteen T>
__device__ inline void loadFragmentsTransposed(std::uint32_t (&registers)[4], const T* row) {
    const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3])
                 : "r"(address)
                 : "memory");
}

#else

namespace emulated {

struct Factors {
    std::uint32_t a[4], b[2];
};

template <Sixteen T>
float half(std::uint32_t bits, int which) {
    return load(T{std::uint16_t(bits >> (16 * which))});
}
template <Sixteen T>
std::uint32_t pair(T first, T second) {
    return std::uint32_t(first.bits) | std::uint32_t(second.bits) << 16;
}

}  // namespace emulated

template <Sixteen T>
void multiplyFragments(float (&c)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    const auto* const shown = emulation::show(emulated::Factors{{a[0], a[1], a[2], a[3]}, {b0, b1}});
    const int group = laneOfWarp() / 4, pairOfLane = laneOfWarp() % 4;
    for (int depth = 0; depth < 16; ++depth) {
        const int upper = depth / 8, holder = depth % 8 / 2, which = depth % 2;
        const auto left = shown[group * 4 + holder].template as<emulated::Factors>();
        const float rows[2] = {emulated::half<T>(left.a[2 * upper], which),
                               emulated::half<T>(left.a[2 * upper + 1], which)};
        for (int column = 0; column < 2; ++column) {
            const auto right = shown[(2 * pairOfLane + column) * 4 + holder].template as<emulated::Factors>();
            const float b = emulated::half<T>(right.b[upper], which);
            c[column] += rows[0] * b;
            c[2 + column] += rows[1] * b;
        }
    }
}

template <Sixteen T>
void loadFragments(std::uint32_t (&registers)[4], const T* row) {
    const auto* const shown = emulation::show(row);
    for (int i = 0; i < 4; ++i) {
        const T* const from = shown[8 * i + laneOfWarp() / 4].template as<const T*>() + 2 * (laneOfWarp() % 4);
        registers[i] = emulated::pair(from[0], from[1]);
    }
}
template <Sixteen T>
void loadFragmentsTransposed(std::uint32_t (&registers)[4], const T* row) {
    const auto* const shown = emulation::show(row);
    for (int i = 0; i < 4; ++i) {
        const int first = 8 * i + 2 * (laneOfWarp() % 4), column = laneOfWarp() / 4;
        registers[i] = emulated::pair(shown[first].template as<const T*>()[column],
                                      shown[first + 1].template as<const T*>()[column]);
    }
}

#endif

// Operands of 16 × 16 in a shared tile with rows of kStride numbers; `tile` is their first number.
// A by rows.
template <int kStride, Sixteen T>
__device__ inline void loadA(std::uint32_t (&a)[4], const T* tile) {
    const int lane = laneOfWarp();
    loadFragments(a, tile + (lane % 16) * kStride + lane / 16 * 8);
}
// Two neighbouring B of 16 × 8: b[0], b[1] for columns 0..7, b[2], b[3] for 8..15. The tile's rows are B's columns …
template <int kStride, Sixteen T>
__device__ inline void loadBOfColumns(std::uint32_t (&b)[4], const T* tile) {
    const int lane = laneOfWarp();
    loadFragments(b, tile + (lane / 16 * 8 + lane % 8) * kStride + lane / 8 % 2 * 8);
}
// … or B's rows.
template <int kStride, Sixteen T>
__device__ inline void loadBOfRows(std::uint32_t (&b)[4], const T* tile) {
    const int lane = laneOfWarp();
    loadFragmentsTransposed(b, tile + (lane % 16) * kStride + lane / 16 * 8);
}

// C of two neighbouring products, rounded, as the A of the next one.
template <Sixteen T>
__device__ inline void roundToA(std::uint32_t (&a)[4], const float (&left)[4], const float (&right)[4]) {
    a[0] = narrowPair<T>(left[0], left[1]);
    a[1] = narrowPair<T>(left[2], left[3]);
    a[2] = narrowPair<T>(right[0], right[1]);
    a[3] = narrowPair<T>(right[2], right[3]);
}

}  // namespace gpu::cuda
