// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that no card counts: of the host, or a file of its own that the system pages in and out and that goes with the
// process. Zeroed, page-aligned, movable. Throws std::runtime_error where there is none.
#pragma once

#include "core/base/units.h"
#include "core/plan/plan.h"

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

private:
    std::byte* m_data = nullptr;
    std::size_t m_bytes = 0;
};

}  // namespace gpu
