// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory of one card: every byte is tagged with the memory category and the name that the planner's ledger
// uses. A virtual card has a capped memory; exceeding it throws OutOfMemoryError with everything the card
// held; so does a real card that has no more. Freed blocks are kept for the next request of their size (the host would
// zero fresh pages each time, a card's driver would wait for its work); they do not count, and are given up before a
// request is refused. Owned by one rank; only that rank's thread calls it. Outlives its buffers; outlived by its device.
#pragma once

#include "core/base/units.h"
#include "core/memory/ledger.h"
#include "core/telemetry/events.h"
#include "gpu/device/cpu_device.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gpu {

class OutOfMemoryError : public std::runtime_error {
public:
    explicit OutOfMemoryError(core::OutOfMemory report);
    [[nodiscard]] const core::OutOfMemory& report() const { return m_report; }

private:
    core::OutOfMemory m_report;
};

class Arena;

// Owns one allocation; 64-byte aligned; returns it to its arena when destroyed. Movable.
class Buffer {
public:
    Buffer() = default;
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { reset(); }

    [[nodiscard]] std::byte* data() const { return m_data; }
    [[nodiscard]] float* floats() const { return reinterpret_cast<float*>(m_data); }
    [[nodiscard]] core::Bytes size() const { return m_size; }
    [[nodiscard]] explicit operator bool() const { return m_data != nullptr; }
    void reset();

private:
    friend class Arena;
    struct Entry {
        core::MemoryCategory category{};
        std::string name;
        core::Bytes bytes;
    };
    Arena* m_arena = nullptr;
    std::byte* m_data = nullptr;
    core::Bytes m_size;
    std::list<Entry>::iterator m_entry;
};

class Arena {
public:
    // Of the host's memory.
    Arena(int rank, core::Bytes capacity)
        : m_rank(rank)
        , m_capacity(capacity)
        , m_device(m_host) {}
    Arena(int rank, core::Bytes capacity, Device& device)
        : m_rank(rank)
        , m_capacity(capacity)
        , m_device(device) {}
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    // Counts exactly `bytes`, whatever the allocator rounds to.
    [[nodiscard]] Buffer allocate(core::Bytes bytes, core::MemoryCategory category, std::string_view name);

    [[nodiscard]] const core::CategoryBytes& current() const { return m_current; }
    [[nodiscard]] const core::CategoryBytes& atPeak() const { return m_atPeak; }
    [[nodiscard]] core::Bytes peak() const { return core::sum(m_atPeak); }
    [[nodiscard]] core::Bytes capacity() const { return m_capacity; }
    void resetPeak() { m_atPeak = m_current; }
    // Equal numbers: the same blocks are in use, and none was given back to the device in between.
    [[nodiscard]] std::uint64_t layoutOfBlocks() const { return m_layoutOfBlocks + m_givenUp; }
    [[nodiscard]] Device& device() const { return m_device; }

private:
    friend class Buffer;
    void release(Buffer& buffer);
    [[nodiscard]] std::byte* fetch(core::Bytes bytes);
    void giveUpSpare() noexcept;
    [[noreturn]] void refuse(core::Bytes bytes, core::Bytes capacity, std::string_view name) const;

    int m_rank = 0;
    core::Bytes m_capacity;
    CpuDevice m_host;
    Device& m_device;
    core::CategoryBytes m_current{};
    core::CategoryBytes m_atPeak{};
    std::uint64_t m_layoutOfBlocks = 0, m_givenUp = 0;
    std::list<Buffer::Entry> m_live;
    std::multimap<std::int64_t, std::byte*> m_spare;  // bytes → freed block
};

}  // namespace gpu
