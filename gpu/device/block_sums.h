// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reductions over host memory, block by block, so that the sum stays in the first-level cache. 16-bit numbers are summed in
// fp32 and rounded once.
#pragma once

#include "gpu/device/reduce.h"

#include <algorithm>
#include <cstddef>

namespace gpu {

template <class T>
struct BlockSum {
    using type = T;
    static T get(T value) { return value; }
    static void put(T& place, T value) { place = value; }
};
template <Stored T>
struct BlockSum<T> {
    using type = SumOf<T>;
    static type get(T value) { return load(value); }
    static void put(T& place, type value) { store(place, value); }
};
template <class T>
using BlockSumOf = typename BlockSum<T>::type;

template <class T>
void takeBlock(BlockSumOf<T>* sum, const T* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) sum[i] = BlockSum<T>::get(values[i]);
}

template <class T>
void accumulateBlock(BlockSumOf<T>* sum, const T* values, std::size_t count, Reduce op) {
    if (op == Reduce::Sum)
        for (std::size_t i = 0; i < count; ++i) sum[i] += BlockSum<T>::get(values[i]);
    else
        for (std::size_t i = 0; i < count; ++i) sum[i] = std::max(sum[i], BlockSum<T>::get(values[i]));
}

template <class T>
void giveBlock(const BlockSumOf<T>* sum, T* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) BlockSum<T>::put(values[i], sum[i]);
}

template <class T>
void reduceBlocks(std::span<const void* const> inputs, std::span<void* const> outputs, std::size_t elements, Reduce op) {
    constexpr std::size_t kBlockBytes = 8192, kBlock = kBlockBytes / sizeof(BlockSumOf<T>);
    alignas(64) BlockSumOf<T> sum[kBlock];
    for (std::size_t at = 0; at < elements; at += kBlock) {
        const std::size_t count = std::min(kBlock, elements - at);
        takeBlock(sum, static_cast<const T*>(inputs[0]) + at, count);
        for (std::size_t i = 1; i < inputs.size(); ++i)
            accumulateBlock(sum, static_cast<const T*>(inputs[i]) + at, count, op);
        for (void* const output : outputs) giveBlock(sum, static_cast<T*>(output) + at, count);
    }
}

}  // namespace gpu
