// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory of a card that no ledger counts: messages on their way, staging. Owned; movable; outlived by its device.
#pragma once

#include "gpu/device/device.h"

#include <utility>

namespace gpu {

class DeviceBlock {
public:
    DeviceBlock() = default;
    // Throws DeviceError where the card has no more. `what`: for that sentence.
    DeviceBlock(Device& device, core::Bytes bytes, const char* what)
        : m_device(&device)
        , m_bytes(bytes) {
        if (bytes.value() == 0) return;
        m_data = device.allocate(bytes);
        if (!m_data)
            throw DeviceError("the card has no " + std::to_string(bytes.value()) + " bytes left for " + what);
    }
    DeviceBlock(DeviceBlock&& other) noexcept
        : m_device(other.m_device)
        , m_data(std::exchange(other.m_data, nullptr))
        , m_bytes(std::exchange(other.m_bytes, core::Bytes{})) {}
    DeviceBlock& operator=(DeviceBlock&& other) noexcept {
        std::swap(m_device, other.m_device);
        std::swap(m_data, other.m_data);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    DeviceBlock(const DeviceBlock&) = delete;
    DeviceBlock& operator=(const DeviceBlock&) = delete;
    ~DeviceBlock() {
        if (m_data) m_device->release(m_data);
    }

    [[nodiscard]] std::byte* data() const { return m_data; }
    [[nodiscard]] core::Bytes size() const { return m_bytes; }

private:
    Device* m_device = nullptr;
    std::byte* m_data = nullptr;
    core::Bytes m_bytes;
};

}  // namespace gpu
