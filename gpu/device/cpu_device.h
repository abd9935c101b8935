// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The host's processor as a card: memory is the host's, passes run on the calling thread. It has no state.
#pragma once

#include "gpu/device/device.h"

namespace gpu {

class CpuDevice final : public Device {
public:
    [[nodiscard]] HostAccess hostAccess() const override { return HostAccess::Direct; }
    [[nodiscard]] std::byte* allocate(core::Bytes bytes) override;  // throws std::bad_alloc
    void release(std::byte* block) noexcept override;
    void copyBytes(const void* from, void* to, std::size_t bytes) override;
    void clearBytes(void* data, std::size_t bytes) override;
    void convert(ConstVector from, Vector to) override;
    void add(ConstVector from, Vector to) override;
    void scale(Vector values, double factor) override;
    [[nodiscard]] std::int64_t largestMagnitude(std::span<const ConstVector> runs) override;
    void addSquares(std::span<const ConstVector> runs, ExactSquares& squares) override;
    void reduce(const ReduceCall& call) override;
};

}  // namespace gpu
