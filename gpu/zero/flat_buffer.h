// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A zeroed run of floats on a card.
#pragma once

#include "gpu/device/arena.h"

#include <algorithm>
#include <span>

namespace gpu {

class FlatBuffer {
public:
    FlatBuffer() = default;
    FlatBuffer(Arena& arena, std::int64_t elements, core::MemoryCategory category, std::string_view name)
        : m_buffer(arena.allocate(core::Bytes(4 * elements), category, name))
        , m_elements(elements) {
        clear();
    }

    [[nodiscard]] std::span<float> all() const { return {m_buffer.floats(), std::size_t(m_elements)}; }
    [[nodiscard]] std::span<float> at(std::int64_t begin, std::int64_t elements) const {
        return all().subspan(std::size_t(begin), std::size_t(elements));
    }
    void clear() { std::ranges::fill(all(), 0.f); }

private:
    Buffer m_buffer;
    std::int64_t m_elements = 0;
};

}  // namespace gpu
