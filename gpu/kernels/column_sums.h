// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums over the rows of a matrix into numbers that may be stored in 16 bits: a block of columns is taken into
// the sum type, summed over all rows in their order and rounded once.
#pragma once

#include "gpu/device/element.h"
#include "gpu/kernels/vectorised.h"

#include <cstdint>

namespace gpu::cpu {

inline constexpr std::int64_t kColumnBlock =
    512;  // a block of fp64 sums is 4 KiB: it stays in the first cache

template <class G, class Sum>
SHARDSCOPE_INLINED void loadBlock(const G* values, std::int64_t n, Sum* block) {
#pragma omp simd
    for (std::int64_t c = 0; c < n; ++c) block[c] = load(values[c]);
}

template <class G, class Sum>
SHARDSCOPE_INLINED void storeBlock(const Sum* block, std::int64_t n, G* values) {
#pragma omp simd
    for (std::int64_t c = 0; c < n; ++c) store(values[c], block[c]);
}

}  // namespace gpu::cpu
