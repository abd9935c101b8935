// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that no card counts: of the host, or a file of its own that the system pages in and out and that goes with the
// process. Zeroed, page-aligned, movable. Throws std::runtime_error where there is none.
#pragma once

#include "core/base/units.h"
#include "core/plan/plan.h"
#include "gpu/device/device.h"

#include <cstddef>
#include <filesystem>
#include <utility>

namespace gpu {

class HostMemory {
public:
    HostMemory() = default;
    // `device`: Cpu or Nvme. `folder`: of the file; empty = the system's folder for temporary files.
    HostMemory(core::Offload device, core::Bytes bytes, const std::filesystem::path& folder);
    HostMemory(HostMemory&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr))
        , m_bytes(std::exchange(other.m_bytes, 0)) {}
    HostMemory& operator=(HostMemory&& other) noexcept {
        std::swap(m_data, other.m_data);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    HostMemory(const HostMemory&) = delete;
    HostMemory& operator=(const HostMemory&) = delete;
    ~HostMemory();

    [[nodiscard]] std::byte* data() const { return m_data; }
    [[nodiscard]] std::size_t size() const { return m_bytes; }

private:
    std::byte* m_data = nullptr;
    std::size_t m_bytes = 0;
};

// A card works on the memory for as long as this lives. Movable with it.
class PinnedMemory {
public:
    PinnedMemory() = default;
    PinnedMemory(Device& device, const HostMemory& memory)
        : m_device(&device) {
        if (memory.size() == 0) return;
        device.pin(memory.data(), memory.size());
        m_data = memory.data();
    }
    PinnedMemory(PinnedMemory&& other) noexcept
        : m_device(other.m_device)
        , m_data(std::exchange(other.m_data, nullptr)) {}
    PinnedMemory& operator=(PinnedMemory&& other) noexcept {
        std::swap(m_device, other.m_device);
        std::swap(m_data, other.m_data);
        return *this;
    }
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;
    ~PinnedMemory() {
        if (m_data) m_device->unpin(m_data);
    }

private:
    Device* m_device = nullptr;
    std::byte* m_data = nullptr;
};

}  // namespace gpu
