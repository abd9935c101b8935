// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A zeroed run of numbers: on a card, or offloaded to the host, where the card reaches it all the same.
#pragma once

#include "gpu/device/arena.h"
#include "gpu/device/host_memory.h"
#include "gpu/device/tensor.h"

namespace gpu {

class FlatBuffer {
public:
    FlatBuffer() = default;
    FlatBuffer(Arena& arena, std::int64_t elements, DType type, core::MemoryCategory category,
               std::string_view name)
        : m_buffer(arena.allocate(core::Bytes(elements * bytesOf(type)), category, name))
        , m_device(&arena.device())
        , m_data(m_buffer.data())
        , m_elements(elements)
        , m_type(type) {
        clear();
    }
    // `place`: Cpu or Nvme. `device`: whose passes and kernels will work on it.
    FlatBuffer(core::Offload place, const core::ZeroSpec& zero, Device& device, std::int64_t elements, DType type)
        : m_host(place, core::Bytes(elements * bytesOf(type)), zero.offloadDirectory)
        , m_pinned(device, m_host)
        , m_device(&device)
        , m_data(m_host.data())
        , m_elements(elements)
        , m_type(type) {}

    [[nodiscard]] Vector all() const { return {m_data, m_elements, m_type}; }
    [[nodiscard]] Vector at(std::int64_t begin, std::int64_t elements) const {
        return all().part(begin, elements);
    }
    void clear() {
        if (m_device) m_device->clear(all());
    }

private:
    Buffer m_buffer;
    HostMemory m_host;
    PinnedMemory m_pinned;
    Device* m_device = nullptr;
    std::byte* m_data = nullptr;
    std::int64_t m_elements = 0;
    DType m_type = DType::F32;
};

}  // namespace gpu
