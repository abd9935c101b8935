// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cuda/runtime/cuda_staging.h"

#include "gpu/cuda/runtime/cuda_check.h"

#include <algorithm>

namespace gpu::cuda {

PinnedBlock::PinnedBlock(int ordinal, std::size_t bytes)
    : m_bytes(bytes) {
    check(cudaMallocHost(reinterpret_cast<void**>(&m_data), std::max<std::size_t>(bytes, 1)), "cudaMallocHost", ordinal);
}

PinnedBlock::~PinnedBlock() {
    if (m_data) cudaFreeHost(m_data);
}

UploadRing::UploadRing(int ordinal) {
    for (std::size_t i = 0; i < kBlocks; ++i) {
        m_blocks[i] = PinnedBlock(ordinal, kBlockBytes);
        check(cudaEventCreateWithFlags(&m_done[i], cudaEventDisableTiming), "cudaEventCreateWithFlags", ordinal);
    }
}

UploadRing::~UploadRing() {
    for (const cudaEvent_t done : m_done)
        if (done) cudaEventDestroy(done);
}

UploadRing::Turn UploadRing::next() {
    const std::size_t turn = m_turns++, place = turn % kBlocks;
    return {m_blocks[place].data(), m_done[place], turn >= kBlocks};
}

}  // namespace gpu::cuda
