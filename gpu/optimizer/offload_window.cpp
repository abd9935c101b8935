// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Slots in turn, and the marks between the three orders of work.
#include "gpu/optimizer/offload_window.h"

namespace gpu {

namespace {

constexpr std::int64_t kAlignment = 256;  // of a run in its slot, in bytes

std::int64_t roundedUp(std::int64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

}  // namespace

OffloadWindow::OffloadWindow(Device& device, int runs, DType type, std::int64_t elements)
    : m_device(device)
    , m_type(type)
    , m_elements(std::clamp<std::int64_t>(elements, 1, kPieceElements))
    , m_begun(device.makeMark()) {
    for (Slot& slot : m_slots)
        slot = {DeviceBlock(device, core::Bytes(runs * roundedUp(m_elements * bytesOf(type))), "offloaded optimizer states"),
                device.makeMark(), device.makeMark(), device.makeMark()};
}

void OffloadWindow::begin() {
    m_device.record(m_begun.get());
    m_device.waitBeside(Device::Lane::In, m_begun.get());
}

std::vector<Vector> OffloadWindow::bring(std::span<const Vector> runs, std::int64_t at, std::int64_t count) {
    Slot& slot = m_slots[m_turn % m_slots.size()];
    if (slot.used) m_device.waitBeside(Device::Lane::In, slot.gone.get());
    std::vector<Vector> views;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const Vector view(slot.block.data() + std::int64_t(run) * roundedUp(m_elements * bytesOf(m_type)), count, m_type);
        m_device.copyBeside(Device::Lane::In, runs[run].part(at, count).data, view.data, std::size_t(view.bytes().value()));
        views.push_back(view);
    }
    m_device.recordBeside(Device::Lane::In, slot.arrived.get());
    m_device.waitFor(slot.arrived.get());
    return views;
}

void OffloadWindow::takeBack(std::span<const Vector> runs, std::int64_t at, const std::vector<Vector>& views) {
    Slot& slot = m_slots[m_turn++ % m_slots.size()];
    m_device.record(slot.updated.get());
    m_device.waitBeside(Device::Lane::Out, slot.updated.get());
    for (std::size_t run = 0; run < runs.size(); ++run)
        m_device.copyBeside(Device::Lane::Out, views[run].data, runs[run].part(at, views[run].elements).data,
                            std::size_t(views[run].bytes().value()));
    m_device.recordBeside(Device::Lane::Out, slot.gone.get());
    slot.used = true;
}

void OffloadWindow::end() {
    for (const Slot& slot : m_slots)
        if (slot.used) m_device.waitFor(slot.gone.get());
}

}  // namespace gpu
