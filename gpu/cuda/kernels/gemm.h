// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products of one card, enqueued on the stream that the card's kernels use. Bodies: cuBLASLt
// (gpu/cuda/runtime), and TiledGemm, which needs no library and runs on the emulator, too.
#pragma once

#include "gpu/cuda/kernels/stream.h"
#include "gpu/kernels/kernels.h"

#include <memory>

namespace gpu::cuda {

// What is done to c while it is written, in fp32 before it is rounded.
enum class Epilogue {
    None,
    Bias,          // c += bias, per column
    BiasGelu,      // c += bias; activated = gelu(c), tanh form
    GeluGradient,  // c ∘= gelu'(hidden)
};

// c = op(a) · op(b), or c += with Accumulate::Yes. a and b of one type; c of the same or, for 16 bits, fp32. Sums
// in fp32. Views are row-major with any stride and lie in the card's memory.
struct Product {
    ConstMatrix a;
    Transposed transposeA = Transposed::No;
    ConstMatrix b;
    Transposed transposeB = Transposed::No;
    Matrix c;
    Accumulate accumulate = Accumulate::No;
    Epilogue epilogue = Epilogue::None;
    ConstVector bias{};    // (columns of c), of a's type; for the epilogues
    Matrix activated{};    // as c; for BiasGelu
    ConstMatrix hidden{};  // as c; for GeluGradient
};

class Gemm {
public:
    virtual ~Gemm() = default;
    // Whether multiply() takes this product with its epilogue (None, Bias, BiasGelu); where it does not, its user runs
    // kernels behind a product without one. The same answer for equal shapes, so that equal runs give equal bits.
    [[nodiscard]] virtual bool fuses(const Product& product) const = 0;
    // The same for GeluGradient.
    [[nodiscard]] virtual bool fusesGeluGradient(const Product&) const { return false; }
    // Throws CudaError where the library or the card refuses. Deterministic: equal shapes give equal bits.
    virtual void multiply(const Product& product) = 0;
};

// Shared-memory tiles of 32 × 32, fp32 arithmetic, no epilogues.
[[nodiscard]] std::unique_ptr<Gemm> makeTiledGemm(Stream stream);

}  // namespace gpu::cuda
