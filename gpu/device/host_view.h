// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of a card where the host can use them: the card's own memory where that may be done, else a copy.
#pragma once

#include "gpu/device/device.h"

#include <vector>

namespace gpu {

// For reading; the card may go on changing its own.
class HostView {
public:
    HostView(Device& device, ConstVector values)
        : m_values(values) {
        if (device.isDirect() || values.elements == 0) return;
        m_copy.resize(std::size_t(values.bytes().value()));
        device.copy(values, {m_copy.data(), values.elements, values.type});
        m_values = {m_copy.data(), values.elements, values.type};
    }
    HostView(const HostView&) = delete;
    HostView& operator=(const HostView&) = delete;

    [[nodiscard]] const ConstVector& values() const { return m_values; }

private:
    std::vector<std::byte> m_copy;
    ConstVector m_values;
};

// For writing all of them: they are on the card after put().
class HostDraft {
public:
    HostDraft(Device& device, Vector target)
        : m_device(device)
        , m_target(target)
        , m_values(target) {
        if (device.isDirect()) return;
        m_copy.resize(std::size_t(target.bytes().value()));
        m_values = {m_copy.data(), target.elements, target.type};
    }
    HostDraft(const HostDraft&) = delete;
    HostDraft& operator=(const HostDraft&) = delete;

    [[nodiscard]] const Vector& values() const { return m_values; }
    void put() {
        if (!m_device.isDirect()) m_device.copy(m_values, m_target);
    }

private:
    Device& m_device;
    std::vector<std::byte> m_copy;
    Vector m_target, m_values;
};

}  // namespace gpu
