// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// CUDA bodies of gpu::Kernels (gpu/kernels/kernels.h has meaning and shapes), the same sources on a card and on the
// emulator. Every view, and every span of tokens or targets, lies in memory that the card can read. Calls enqueue on
// the stream and return; they do not wait. fp32, bf16 and fp16; fp64 is refused (std::logic_error): it is for checks on
// virtual cards. No sum depends on the order in which threads run. What differs from the CPU:
//   attention keeps the log-sum-exp of each row's scaled scores, (batch, heads, sequence) in fp32, in the first bytes
//   of what it is given in place of the probabilities, and needs no scratch of its caller (its `scratch` may be empty);
//   heads are at most kLargestHead wide.
// Called by the rank's thread only.
#pragma once

#include "gpu/cuda/kernels/gemm.h"
#include "gpu/cuda/kernels/stream.h"
#include "gpu/kernels/kernels.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace gpu::cuda {

inline constexpr std::int64_t kLargestHead = 128;

// Card memory for partial sums and orders, reused by call after call on one stream. Aligned to 256 bytes.
struct Workspace {
    std::byte* data = nullptr;
    std::int64_t bytes = 0;
};

// The largest shapes of one card's layers. tokens: rows of a micro-batch, whole; columns: widest matrix whose
// columns are summed (biases, norms): max(hidden, q+k+v, ffn).
struct LargestShapes {
    std::int64_t tokens = 0, columns = 0;
    AttentionShape attention;
};
[[nodiscard]] std::int64_t workspaceBytes(const LargestShapes& shapes);

// `gemm` enqueues on the same stream; it and the workspace outlive the kernels. An op that needs more workspace throws
// std::logic_error saying how much.
[[nodiscard]] std::unique_ptr<Kernels> makeCudaKernels(Stream stream, Gemm& gemm, Workspace workspace);

// fp32 numbers that attention keeps.
[[nodiscard]] constexpr std::int64_t keptByAttention(const AttentionShape& shape) {
    return shape.batch * shape.heads * shape.sequence;
}

}  // namespace gpu::cuda
