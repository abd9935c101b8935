// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/cpu_device.h"

#include "gpu/device/block_sums.h"
#include "gpu/kernels/elements.h"
#include "gpu/kernels/exact_norm.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace gpu {
namespace {

constexpr std::align_val_t kAlignment{64};

}  // namespace

std::byte* CpuDevice::allocate(core::Bytes bytes) {
    return static_cast<std::byte*>(::operator new(std::size_t(bytes.value()), kAlignment));
}

void CpuDevice::release(std::byte* block) noexcept { ::operator delete(block, kAlignment); }

void CpuDevice::copyBytes(const void* from, void* to, std::size_t bytes) { std::memcpy(to, from, bytes); }

void CpuDevice::clearBytes(void* data, std::size_t bytes) { std::memset(data, 0, bytes); }

void CpuDevice::convert(ConstVector from, Vector to) { convertElements(from, to); }

void CpuDevice::add(ConstVector from, Vector to) { addElements(from, to); }

void CpuDevice::scale(Vector values, double factor) { scaleElements(values, factor); }

std::int64_t CpuDevice::largestMagnitude(std::span<const ConstVector> runs) {
    std::int64_t largest = 0;
    for (const ConstVector& run : runs) largest = std::max(largest, gpu::largestMagnitude(run));
    return largest;
}

void CpuDevice::addSquares(std::span<const ConstVector> runs, ExactSquares& squares) {
    for (const ConstVector& run : runs) squares.add(run);
}

void CpuDevice::reduce(const ReduceCall& call) {
    visitType(call.type, [&]<class T>(TypeTag<T>) {
        reduceBlocks<T>(call.inputs, call.outputs, std::size_t(call.elements), call.op);
    });
}

}  // namespace gpu
