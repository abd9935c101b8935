// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/arena.h"

#include <algorithm>
#include <utility>

namespace gpu {
namespace {

std::string refusalText(const core::OutOfMemory& report) {
    return "rank " + std::to_string(report.rank) + ": card out of memory: \"" + report.tensor + "\" needs " +
           std::to_string(report.requested.value()) + " bytes, " +
           std::to_string(core::sum(report.held).value()) + " of " + std::to_string(report.capacity.value()) +
           " are taken";
}

// SplitMix64's mixer: sums of it tell sets of addresses apart.
std::uint64_t mixed(const std::byte* address) {
    auto z = std::uint64_t(reinterpret_cast<std::uintptr_t>(address)) + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

}  // namespace

OutOfMemoryError::OutOfMemoryError(core::OutOfMemory report)
    : std::runtime_error(refusalText(report))
    , m_report(std::move(report)) {}

Buffer::Buffer(Buffer&& other) noexcept
    : m_arena(std::exchange(other.m_arena, nullptr))
    , m_data(std::exchange(other.m_data, nullptr))
    , m_size(std::exchange(other.m_size, core::Bytes{}))
    , m_entry(other.m_entry) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
    if (this == &other) return *this;
    reset();
    m_arena = std::exchange(other.m_arena, nullptr);
    m_data = std::exchange(other.m_data, nullptr);
    m_size = std::exchange(other.m_size, core::Bytes{});
    m_entry = other.m_entry;
    return *this;
}

void Buffer::reset() {
    if (m_data) m_arena->release(*this);
    m_arena = nullptr;
    m_data = nullptr;
    m_size = {};
}

Arena::~Arena() { giveUpSpare(); }

void Arena::giveUpSpare() noexcept {
    if (!m_spare.empty()) m_givenUp += 1;
    for (const auto& [bytes, block] : m_spare) m_device.release(block);
    m_spare.clear();
}

std::byte* Arena::fetch(core::Bytes bytes) {
    if (const auto spare = m_spare.find(bytes.value()); spare != m_spare.end()) {
        std::byte* const block = spare->second;
        m_spare.erase(spare);
        return block;
    }
    if (std::byte* const block = m_device.allocate(bytes)) return block;
    giveUpSpare();
    return m_device.allocate(bytes);
}

Buffer Arena::allocate(core::Bytes bytes, core::MemoryCategory category, std::string_view name) {
    if (core::sum(m_current) + bytes > m_capacity) refuse(bytes, m_capacity, name);
    Buffer buffer;
    buffer.m_data = fetch(bytes);
    // A card that other programs share may have less than its capacity.
    if (!buffer.m_data)
        refuse(bytes, core::sum(m_current) + m_device.freeMemory().value_or(core::Bytes(0)), name);
    buffer.m_arena = this;
    buffer.m_size = bytes;
    m_layoutOfBlocks += mixed(buffer.m_data);
    buffer.m_entry = m_live.insert(m_live.end(), {category, std::string(name), bytes});
    m_current[std::size_t(category)] += bytes;
    if (core::sum(m_current) > core::sum(m_atPeak)) m_atPeak = m_current;
    return buffer;
}

void Arena::release(Buffer& buffer) {
    m_current[std::size_t(buffer.m_entry->category)] -= buffer.m_size;
    m_live.erase(buffer.m_entry);
    m_layoutOfBlocks -= mixed(buffer.m_data);
    m_spare.emplace(buffer.m_size.value(), buffer.m_data);
}

void Arena::refuse(core::Bytes bytes, core::Bytes capacity, std::string_view name) const {
    std::map<std::string, core::Bytes> byName;
    for (const Buffer::Entry& entry : m_live)
        byName[std::string(core::toText(entry.category)) + ": " + entry.name] += entry.bytes;
    core::OutOfMemory report;
    report.rank = m_rank;
    report.requested = bytes;
    report.capacity = capacity;
    report.tensor = name;
    report.held = m_current;
    report.entries.assign(byName.begin(), byName.end());
    std::ranges::stable_sort(report.entries,
                             [](const auto& a, const auto& b) { return a.second > b.second; });
    throw OutOfMemoryError(std::move(report));
}

}  // namespace gpu
