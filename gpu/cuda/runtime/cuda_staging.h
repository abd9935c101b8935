// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pinned host memory of a device's own, through which numbers of ordinary host memory pass: the driver's own way with such
// memory waits for the stream inside the call, where nobody can give up. Used by the rank's thread only.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <utility>

namespace gpu::cuda {

// Owned, movable.
class PinnedBlock {
public:
    PinnedBlock() = default;
    PinnedBlock(int ordinal, std::size_t bytes);
    PinnedBlock(PinnedBlock&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr))
        , m_bytes(std::exchange(other.m_bytes, 0)) {}
    PinnedBlock& operator=(PinnedBlock&& other) noexcept {
        std::swap(m_data, other.m_data);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    PinnedBlock(const PinnedBlock&) = delete;
    PinnedBlock& operator=(const PinnedBlock&) = delete;
    ~PinnedBlock();
    [[nodiscard]] std::byte* data() const { return m_data; }
    [[nodiscard]] std::size_t size() const { return m_bytes; }

private:
    std::byte* m_data = nullptr;
    std::size_t m_bytes = 0;
};

// Blocks in turn for what goes to the card: one is used again when its copy is done.
class UploadRing {
public:
    static constexpr std::size_t kBlockBytes = std::size_t(1) << 20;

    explicit UploadRing(int ordinal);
    ~UploadRing();
    UploadRing(const UploadRing&) = delete;
    UploadRing& operator=(const UploadRing&) = delete;

    struct Turn {
        std::byte* data;
        cudaEvent_t done;  // to be recorded behind the copy; to be waited for before the block is written
        bool used;         // its last copy may be under way
    };
    [[nodiscard]] Turn next();

private:
    static constexpr std::size_t kBlocks = 4;
    std::array<PinnedBlock, kBlocks> m_blocks;
    std::array<cudaEvent_t, kBlocks> m_done{};
    std::size_t m_turns = 0;
};

}  // namespace gpu::cuda
