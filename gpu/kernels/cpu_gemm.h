// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products on one thread. fp32 by oneDNN (its sgemm: at the small sizes of a virtual card it beats the
// cached matmul primitive by up to a fifth and equals it elsewhere). bf16 by its matmul
// primitive where the processor has bf16 products (cpu_gemm_bf16.h); other 16-bit operands are widened panel by
// panel and multiplied in fp32. A 16-bit result is rounded once. fp64, for checks, is a plain loop.
#pragma once

#include "gpu/kernels/cpu_gemm_bf16.h"
#include "gpu/kernels/kernels.h"

#include <string>
#include <vector>

namespace gpu::cpu {

// Panels of one thread for products of 16-bit matrices; host memory of the process, 512 KiB once it is used,
// whatever the sizes of the matrices.
class Panels {
public:
    static constexpr std::int64_t kRows = 128, kColumns = 256, kDepth = 256;

    [[nodiscard]] float* a() { return memory(); }
    [[nodiscard]] float* b() { return memory() + kRows * kDepth; }
    [[nodiscard]] float* c() { return memory() + kRows * kDepth + kDepth * kColumns; }

private:
    float* memory() {
        m_memory.resize(std::size_t(kRows * kDepth + kDepth * kColumns + kRows * kColumns));
        return m_memory.data();
    }
    std::vector<float> m_memory;
};

// What products of 16-bit matrices need on one thread.
struct Workspace {
    Panels panels;
    Bf16Products bf16;
};

void multiply(MatrixView<const float> a, Transposed transposeA, MatrixView<const float> b,
              Transposed transposeB, MatrixView<float> c, Accumulate accumulate);
void multiply(MatrixView<const double> a, Transposed transposeA, MatrixView<const double> b,
              Transposed transposeB, MatrixView<double> c, Accumulate accumulate);
// a and b of one type; c of the same or, for 16 bits, fp32.
void multiply(ConstMatrix a, Transposed transposeA, ConstMatrix b, Transposed transposeB, Matrix c,
              Accumulate accumulate, Workspace& workspace);

// Rows of c go to threads in multiples of this, so that no bit depends on their number: where a row lies in a panel
// decides how the library sums it. (fp32 products are cut anywhere; there a bit may depend on the number of threads.)
[[nodiscard]] std::int64_t rowUnit(DType type);

// "oneDNN 2.6.3"
[[nodiscard]] std::string libraryName();

// Products in every transposition and type against a plain loop. Throws std::runtime_error naming the library's
// version.
void checkMultiply();
// Of one type: the largest error, relative to results above 1.
[[nodiscard]] double multiplyError(DType type);

}  // namespace gpu::cpu
