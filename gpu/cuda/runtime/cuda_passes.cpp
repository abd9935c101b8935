// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A device's passes over runs of numbers, and sums over the memory of several ranks.
#include "gpu/cuda/kernels/card_ops.h"
#include "gpu/cuda/runtime/cuda_check.h"
#include "gpu/cuda/runtime/cuda_device.h"
#include "gpu/kernels/exact_norm.h"

namespace gpu::cuda {

void CudaDevice::convert(ConstVector from, Vector to) {
    bind();
    if (from.type == to.type) return copy(from, to);
    m_passes->convert(from, to);
}

void CudaDevice::add(ConstVector from, Vector to) {
    bind();
    cuda::add(m_stream, from, to);
}

void CudaDevice::scale(Vector values, double factor) {
    bind();
    scaleValues(m_stream, values, factor);
}

std::int64_t CudaDevice::largestMagnitude(std::span<const ConstVector> runs) {
    bind();
    clearBytes(m_numbers, sizeof(std::int64_t));
    for (const ConstVector& run : runs)
        if (run.elements > 0) cuda::largestMagnitude(m_stream, run, m_numbers);
    std::int64_t largest = 0;
    copyToHost(m_numbers, &largest, sizeof largest);
    return largest;
}

void CudaDevice::addSquares(std::span<const ConstVector> runs, ExactSquares& squares) {
    if (squares.quantum() == 0) return;
    bind();
    std::int64_t* const sums = m_numbers + 1;
    clearBytes(sums, 2 * sizeof(std::int64_t));
    for (const ConstVector& run : runs)
        if (run.elements > 0) addExactSquares(m_stream, run, squares.quantum(), sums);
    std::int64_t found[2] = {};
    copyToHost(sums, found, sizeof found);
    squares.sums()[0] += found[0];
    squares.sums()[1] += found[1];
}

bool CudaDevice::isOnHost(const void* data) const {
    cudaPointerAttributes attributes{};
    check(cudaPointerGetAttributes(&attributes, data), "cudaPointerGetAttributes", m_ordinal);
    return attributes.type == cudaMemoryTypeHost;
}

bool CudaDevice::isElsewhere(const void* data) const {
    cudaPointerAttributes attributes{};
    check(cudaPointerGetAttributes(&attributes, data), "cudaPointerGetAttributes", m_ordinal);
    return attributes.type == cudaMemoryTypeDevice && attributes.device != m_ordinal;
}

void CudaDevice::reduce(const gpu::ReduceCall& call) {
    constexpr std::size_t kMost = cuda::ReduceCall::kMost;
    if (call.inputs.size() > kMost || call.outputs.size() > kMost)
        throw DeviceError("a reduction over more than " + std::to_string(kMost) + " ranks");
    bind();
    const std::size_t bytes = std::size_t(call.elements) * std::size_t(bytesOf(call.type));
    std::vector<std::byte*> borrowed;
    const auto borrow = [&] {
        std::byte* const block = allocate(core::Bytes(std::int64_t(bytes)));
        if (!block) throw DeviceError("card " + std::to_string(m_ordinal) + " has no memory for another card's numbers");
        borrowed.push_back(block);
        return block;
    };
    cuda::ReduceCall here;
    here.type = call.type;
    here.combine = call.op == Reduce::Sum ? Combine::Sum : Combine::Max;
    here.elements = call.elements;
    here.members = int(call.inputs.size());
    here.copies = int(call.outputs.size());
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        here.inputs[i] = call.inputs[i];
        if (!isElsewhere(call.inputs[i])) continue;
        std::byte* const block = borrow();
        copyBytes(call.inputs[i], block, bytes);
        here.inputs[i] = block;
    }
    for (std::size_t i = 0; i < call.outputs.size(); ++i)
        here.outputs[i] = isElsewhere(call.outputs[i]) ? borrow() : call.outputs[i];
    cuda::reduce(m_stream, here);
    for (std::size_t i = 0; i < call.outputs.size(); ++i)
        if (here.outputs[i] != call.outputs[i]) copyBytes(here.outputs[i], call.outputs[i], bytes);
    for (std::byte* const block : borrowed) release(block);
}

}  // namespace gpu::cuda
