// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of bf16 matrices on one thread by oneDNN's matmul primitive, where the processor multiplies pairs of bf16
// numbers and adds them up in fp32 (AVX512-BF16 and later); others widen to fp32 (cpu_gemm_types.cpp). An element of
// c depends on its own row, its own column and the depth only: cutting c into rows changes no bit. One object a
// thread: it keeps a primitive for each shape that it has met and, in host memory of the process, their workspace.
#pragma once

#include "gpu/kernels/kernels.h"

#include <memory>

namespace gpu::cpu {

class Bf16Products {
public:
    Bf16Products();
    ~Bf16Products();
    Bf16Products(Bf16Products&&) noexcept;
    Bf16Products& operator=(Bf16Products&&) noexcept;

    // Asks oneDNN, so its own limits (ONEDNN_MAX_CPU_ISA) count.
    [[nodiscard]] static bool supported();
    // c: bf16 or fp32, without gaps between its rows. Nothing is empty.
    void multiply(MatrixView<const Bf16> a, Transposed transposeA, MatrixView<const Bf16> b,
                  Transposed transposeB, Matrix c, Accumulate accumulate);

private:
    struct Cache;
    std::unique_ptr<Cache> m_cache;
};

}  // namespace gpu::cpu
