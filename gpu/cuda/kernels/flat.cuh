// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Element-wise ops over runs of numbers of any length: packs, then what is left one by one. Ops give an element the
// same bits in both, so that any cut of a run gives the same numbers.
#pragma once

#include "gpu/cuda/kernels/elementwise.cuh"

namespace gpu::cuda {

// Op<T, kCount> is made by make(tag of kCount, first element).
template <int kPacked, class Make>
void launchFlat(Stream stream, std::int64_t elements, Width width, const Make& make) {
    const std::int64_t packed = width == Width::Packs ? elements / kPacked * kPacked : 0;
    if (packed > 0)
        launchPacks<kPacked>(stream, 1, packed, make(std::integral_constant<int, kPacked>{}, std::int64_t{0}));
    if (packed < elements) launchPacks<1>(stream, 1, elements - packed, make(std::integral_constant<int, 1>{}, packed));
}

}  // namespace gpu::cuda
