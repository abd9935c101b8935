// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copies of 16 bytes from a card's memory into shared memory that run beside the arithmetic (cp.async, sm_80 and
// newer). Copies since the last commit are a group; waitForCopies<n>() returns when all but the last n groups have
// arrived for this thread. Other threads' copies need a barrier behind it.
#pragma once

#include "gpu/cuda/kernels/device.cuh"

namespace gpu::cuda {

// From null: zeros.
__device__ inline void copyAsync16(void* shared, const void* from) {
#if defined(__CUDACC__)
    const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
    if (from)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from) : "memory");
    else
        *static_cast<uint4*>(shared) = uint4{0, 0, 0, 0};
#else
    emulation::copyLater(shared, from, 16);
#endif
}

__device__ inline void commitCopies() {
#if defined(__CUDACC__)
    asm volatile("cp.async.commit_group;" ::: "memory");
#else
    emulation::commitCopies();
#endif
}

template <int kPending>
__device__ inline void waitForCopies() {
#if defined(__CUDACC__)
    asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
#else
    emulation::waitForCopies(kPending);
#endif
}

}  // namespace gpu::cuda
