// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ops on a card's memory beyond gpu::Kernels: what optimizer, ZeRO and collectives do with memcpy and loops on virtual
// cards. All enqueue on the stream and return. Pointers are of the card; any alignment that the type allows.
#pragma once

#include "gpu/cuda/kernels/stream.h"
#include "gpu/device/tensor.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace gpu::cuda {

// Every output[i] = input₀[i] + input₁[i] + … (or the maximum), in member order, in the sum type, rounded once: the
// bits of the thread communicator. fp64 included. An output may be one of the inputs.
enum class Combine { Sum, Max };
struct ReduceCall {
    static constexpr int kMost = 16;
    DType type = DType::F32;
    Combine combine = Combine::Sum;
    int members = 0, copies = 0;
    std::array<const void*, kMost> inputs{};
    std::array<void*, kMost> outputs{};
    std::int64_t elements = 0;
};
void reduce(Stream stream, const ReduceCall& call);

// to += from; values *= factor. As in gpu/kernels/elements.h.
void add(Stream stream, ConstVector from, Vector to);
void scaleValues(Stream stream, Vector values, double factor);

// Many small copies in one launch (packing and unpacking of buckets). Pieces do not overlap.
struct CopyPiece {
    std::byte* to = nullptr;
    const std::byte* from = nullptr;
    std::int64_t bytes = 0;
};
void copyPieces(Stream stream, std::span<const CopyPiece> pieces);

// The two passes of gpu/kernels/exact_norm.h, in integers, so any order gives the same bits. *largest becomes the
// maximum of itself and the bit pattern of the largest |value|: not finite means overflow. sums[0] and sums[1] are
// added to, in multiples of `quantum` (ExactSquares::quantum()) and of quantum · 2^−31.
void largestMagnitude(Stream stream, ConstVector values, std::int64_t* largest);
void addExactSquares(Stream stream, ConstVector values, double quantum, std::int64_t* sums);

// *loss = Σ log(sum) − target logit over the tokens, in fp64 and a fixed order. fp32 vectors.
void lossSum(Stream stream, ConstVector sums, ConstVector targetLogits, double* loss);

}  // namespace gpu::cuda
