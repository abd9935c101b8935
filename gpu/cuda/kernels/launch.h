// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One way to start a kernel for both worlds. Compiled by nvcc, launch() enqueues on the stream and throws CudaError if
// the launch itself is refused (what goes wrong while the kernel runs shows at a later call, as always in CUDA).
// Compiled by a C++ compiler, the emulator has run the kernel when launch() returns, or keeps it for its stream. Blocks have one dimension, a
// multiple of 32 threads. For *.cu files only; headers that name a stream include stream.h.
#pragma once

#include "gpu/cuda/kernels/stream.h"

#include <cstdint>
#include <stdexcept>
#include <type_traits>

#if defined(__CUDACC__)
#include "gpu/cuda/kernels/cuda_error.h"
#else
#include "gpu/cuda/emulation/words.h"
#endif

namespace gpu::cuda {

struct Grid {
    std::int64_t x = 1, y = 1, z = 1;
};

inline constexpr std::int64_t kMostBlocksX = 2147483647, kMostBlocksYZ = 65535;
// Of a block on sm_86, sm_89 and sm_120, the least of the cards that kernels are built for.
inline constexpr int kMostShared = 99 * 1024;

inline void requireGrid(const Grid& grid, int threads, int sharedBytes) {
    if (grid.x > kMostBlocksX || grid.y > kMostBlocksYZ || grid.z > kMostBlocksYZ)
        throw std::logic_error("a kernel over more blocks than a card can number");
    if (threads < 32 || threads > 1024 || threads % 32 != 0) throw std::logic_error("a block is 1 to 32 whole warps");
    if (sharedBytes > kMostShared) throw std::logic_error("a block with more shared memory than every card has");
}

// Nothing is launched over an empty grid.
template <class... Parameters>
void launch(void (*kernel)(Parameters...), const Grid& grid, int threads, int sharedBytes, Stream stream,
            std::type_identity_t<Parameters>... arguments) {
    requireGrid(grid, threads, sharedBytes);
    if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;
#if defined(__CUDACC__)
    constexpr int kSharedWithoutAsking = 48 * 1024;
    (void)cudaGetLastError();  // what an earlier call left behind is not this launch's
    cudaError_t error = cudaSuccess;
    if (sharedBytes > kSharedWithoutAsking)
        error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes);
    if (error == cudaSuccess) {
        const dim3 blocks(unsigned(grid.x), unsigned(grid.y), unsigned(grid.z));
        kernel<<<blocks, unsigned(threads), std::size_t(sharedBytes), stream>>>(arguments...);
        error = cudaGetLastError();
    }
    if (error != cudaSuccess)
        throw CudaError(int(error),
                        std::string("kernel launch: ") + cudaGetErrorName(error) + ": " + cudaGetErrorString(error));
#else
    emulation::runOn(stream, [=] {
        emulation::run({unsigned(grid.x), unsigned(grid.y), unsigned(grid.z)}, unsigned(threads),
                       std::size_t(sharedBytes), [&] { kernel(arguments...); });
    });
#endif
}

}  // namespace gpu::cuda
