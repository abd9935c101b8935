// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ops on a card's memory beyond gpu::Kernels: what optimizer, ZeRO and collectives do with memcpy and loops on virtual
// cards. All enqueue on the stream. Pointers are of the card.
#pragma once

#include "gpu/collectives/communicator.h"
#include "gpu/cuda/kernels/stream.h"
#include "gpu/device/tensor.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace gpu::cuda {

// output[i] = input₀[i] + input₁[i] + … (or the maximum), in member order, in the sum type, rounded once: the bits of
// the thread communicator. Equal types and lengths, fp64 included; output may be one of the inputs. At most
// kMostInputs.
inline constexpr int kMostInputs = 64;
void reduce(Stream stream, std::span<const ConstVector> inputs, Vector output, Reduce op);

// Many small copies in one launch (packing and unpacking of buckets). Pieces do not overlap.
struct CopyPiece {
    std::byte* to = nullptr;
    const std::byte* from = nullptr;
    std::int64_t bytes = 0;
};
void copyPieces(Stream stream, std::span<const CopyPiece> pieces);

// The two passes of gpu/kernels/exact_norm.h; integers, so any order gives the same bits. *largest is the maximum of
// what it was and the bit pattern of the largest |value| (start with 0): not finite means overflow. sums[0], sums[1] are
// added to, with the quantum that *largest sets.
void largestMagnitude(Stream stream, ConstVector values, std::int64_t* largest);
void addExactSquares(Stream stream, ConstVector values, const std::int64_t* largest, std::int64_t* sums);

// *loss = Σ log(sum) − target logit over the tokens, in fp64 and a fixed order.
void lossSum(Stream stream, ConstVector sums, ConstVector targetLogits, double* loss);

}  // namespace gpu::cuda
