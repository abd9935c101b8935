// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One sum over the buffers of several ranks on one card, and many small copies in one launch.
#include "gpu/cuda/kernels/card_ops.h"
#include "gpu/cuda/kernels/flat.cuh"

#include <algorithm>
#include <string>

namespace gpu::cuda {
namespace {

template <class T, int kCount, Combine kCombine>
struct Members {
    int members, copies;
    std::int64_t first;
    const T* inputs[ReduceCall::kMost];
    T* outputs[ReduceCall::kMost];
    __device__ void operator()(std::int64_t, std::int64_t column) const {
        const std::int64_t i = first + column;
        SumOf<T> sums[kCount], values[kCount];
        readPack<kCount>(inputs[0] + i, sums);
        for (int member = 1; member < members; ++member) {
            readPack<kCount>(inputs[member] + i, values);
#pragma unroll
            for (int k = 0; k < kCount; ++k) {
                if constexpr (kCombine == Combine::Sum)
                    sums[k] += values[k];
                else
                    sums[k] = sums[k] < values[k] ? values[k] : sums[k];
            }
        }
        for (int copy = 0; copy < copies; ++copy) writePack<kCount>(outputs[copy] + i, sums);
    }
};

template <class T, int kCount, Combine kCombine>
Members<T, kCount, kCombine> membersOf(const ReduceCall& call, std::int64_t first) {
    Members<T, kCount, kCombine> members{call.members, call.copies, first, {}, {}};
    for (int i = 0; i < call.members; ++i) members.inputs[i] = static_cast<const T*>(call.inputs[std::size_t(i)]);
    for (int i = 0; i < call.copies; ++i) members.outputs[i] = static_cast<T*>(call.outputs[std::size_t(i)]);
    return members;
}

template <class T, Combine kCombine>
void reduceOf(Stream stream, const ReduceCall& call) {
    bool packs = true;
    for (int i = 0; i < call.members; ++i) packs &= aligned16(call.inputs[std::size_t(i)]);
    for (int i = 0; i < call.copies; ++i) packs &= aligned16(call.outputs[std::size_t(i)]);
    launchFlat<kPack<T>>(stream, call.elements, packs ? Width::Packs : Width::Elements,
                         [&]<int kCount>(std::integral_constant<int, kCount>, std::int64_t first) {
                             return membersOf<T, kCount, kCombine>(call, first);
                         });
}

constexpr int kPieces = 64, kCopyThreads = 256;
constexpr std::int64_t kBytesOfBlock = 16 * 4 * kCopyThreads;

struct Pieces {
    std::byte* to[kPieces];
    const std::byte* from[kPieces];
    std::int64_t bytes[kPieces];
};

template <class Word>
__device__ inline std::int64_t copyWords(std::byte* to, const std::byte* from, std::int64_t first, std::int64_t bytes) {
    const std::int64_t words = (bytes - first) / std::int64_t(sizeof(Word));
    auto* const target = reinterpret_cast<Word*>(to + first);
    const auto* const source = reinterpret_cast<const Word*>(from + first);
    for (std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < words;
         i += std::int64_t(gridDim.x) * blockDim.x)
        target[i] = source[i];
    return first + words * std::int64_t(sizeof(Word));
}

struct alignas(16) Word16 {
    std::uint64_t low, high;
};

// A row of blocks for every piece: as wide words as both sides begin on, then bytes.
__global__ void __launch_bounds__(kCopyThreads) copyEach(Pieces pieces) {
    std::byte* const to = pieces.to[blockIdx.y];
    const std::byte* const from = pieces.from[blockIdx.y];
    const std::int64_t bytes = pieces.bytes[blockIdx.y];
    const std::uintptr_t places = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
    std::int64_t done = 0;
    if (places % 16 == 0)
        done = copyWords<Word16>(to, from, done, bytes);
    else if (places % 4 == 0)
        done = copyWords<std::uint32_t>(to, from, done, bytes);
    else if (places % 2 == 0)
        done = copyWords<std::uint16_t>(to, from, done, bytes);
    copyWords<std::uint8_t>(to, from, done, bytes);
}

}  // namespace

void reduce(Stream stream, const ReduceCall& call) {
    if (call.members < 1 || call.members > ReduceCall::kMost || call.copies < 1 || call.copies > ReduceCall::kMost)
        throw std::logic_error("a sum over " + std::to_string(call.members) + " members into " +
                               std::to_string(call.copies) + " places; 1 to 16 are possible");
    visitType(call.type, [&]<class T>(TypeTag<T>) {
        if (call.combine == Combine::Sum)
            reduceOf<T, Combine::Sum>(stream, call);
        else
            reduceOf<T, Combine::Max>(stream, call);
    });
}

void copyPieces(Stream stream, std::span<const CopyPiece> pieces) {
    for (std::size_t first = 0; first < pieces.size(); first += kPieces) {
        const auto part = pieces.subspan(first, std::min<std::size_t>(kPieces, pieces.size() - first));
        Pieces batch{};
        std::int64_t largest = 0;
        for (std::size_t i = 0; i < part.size(); ++i) {
            batch.to[i] = part[i].to;
            batch.from[i] = part[i].from;
            batch.bytes[i] = part[i].bytes;
            largest = std::max(largest, part[i].bytes);
        }
        if (largest > 0)
            launch(copyEach, {std::min<std::int64_t>(ceilOf(largest, kBytesOfBlock), 1024), std::int64_t(part.size())},
                   kCopyThreads, 0, stream, batch);
    }
}

}  // namespace gpu::cuda
