// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products without a matrix library (SHARDSCOPE_ONEDNN=OFF): slow and simple, the twin that GPUs are checked against on
// machines without oneDNN.
#include "gpu/kernels/cpu_gemm.h"

#include <stdexcept>
#include <string>

namespace gpu::cpu {

void multiply(MatrixView<const float> a, Transposed transposeA, MatrixView<const float> b,
              Transposed transposeB, MatrixView<float> c, Accumulate accumulate) {
    const bool ta = transposeA == Transposed::Yes, tb = transposeB == Transposed::Yes;
    const std::int64_t depth = ta ? a.rows : a.columns;
    for (std::int64_t row = 0; row < c.rows; ++row)
        for (std::int64_t column = 0; column < c.columns; ++column) {
            double sum = 0;
            for (std::int64_t k = 0; k < depth; ++k)
                sum += double(ta ? a.row(k)[row] : a.row(row)[k]) * double(tb ? b.row(column)[k] : b.row(k)[column]);
            float& place = c.row(row)[column];
            place = float(accumulate == Accumulate::Yes ? double(place) + sum : sum);
        }
}

std::string libraryName() { return "plain loops"; }

struct Bf16Products::Cache {};
Bf16Products::Bf16Products() = default;
Bf16Products::~Bf16Products() = default;
Bf16Products::Bf16Products(Bf16Products&&) noexcept = default;
Bf16Products& Bf16Products::operator=(Bf16Products&&) noexcept = default;
bool Bf16Products::supported() { return false; }
void Bf16Products::multiply(MatrixView<const Bf16>, Transposed, MatrixView<const Bf16>, Transposed, Matrix, Accumulate) {
    throw std::logic_error("bf16 products were asked of a build without a matrix library");
}

}  // namespace gpu::cpu
