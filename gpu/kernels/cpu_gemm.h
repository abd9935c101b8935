// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products on one thread. fp32 by oneDNN (its sgemm: at the small sizes of a virtual card it beats the
// cached matmul primitive by up to a fifth and equals it elsewhere). 16-bit operands are widened panel by
// panel and multiplied in fp32; a 16-bit result is rounded once. fp64, for checks, is a plain loop.
#pragma once

#include "gpu/kernels/kernels.h"

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

void multiply(MatrixView<const float> a, Transposed transposeA, MatrixView<const float> b,
              Transposed transposeB, MatrixView<float> c, Accumulate accumulate);
void multiply(MatrixView<const double> a, Transposed transposeA, MatrixView<const double> b,
              Transposed transposeB, MatrixView<double> c, Accumulate accumulate);
// a and b of one type; c of the same or, for 16 bits, fp32.
void multiply(ConstMatrix a, Transposed transposeA, ConstMatrix b, Transposed transposeB, Matrix c,
              Accumulate accumulate, Panels& panels);

// Products in every transposition against a plain loop. Throws std::runtime_error naming the library's
// version.
void checkMultiply();

}  // namespace gpu::cpu
