// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The scratch area of one stage: reserved once, used as a stack. A lease returns its bytes when it goes out
// of scope; leases end in reverse order. Asking for more than core::engineScratchBytes() planned is a logic
// error.
#pragma once

#include "gpu/device/arena.h"
#include "gpu/kernels/matrix.h"

#include <cstdint>

namespace gpu {

class Scratch {
public:
    class Lease {
    public:
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        ~Lease() { m_scratch.m_used = m_before; }

        [[nodiscard]] Matrix matrix() const { return {values(), m_rows, m_columns}; }
        [[nodiscard]] Vector values() const { return {m_data, m_rows * m_columns, m_type}; }

    private:
        friend class Scratch;
        Lease(Scratch& scratch, std::int64_t rows, std::int64_t columns, DType type);

        Scratch& m_scratch;
        std::int64_t m_before;
        std::byte* m_data;
        std::int64_t m_rows, m_columns;
        DType m_type;
    };

    // `type`: of leases that name none.
    explicit Scratch(Buffer memory, DType type)
        : m_memory(std::move(memory))
        , m_type(type) {}

    [[nodiscard]] Lease lease(std::int64_t rows, std::int64_t columns) {
        return {*this, rows, columns, m_type};
    }
    [[nodiscard]] Lease lease(std::int64_t rows, std::int64_t columns, DType type) {
        return {*this, rows, columns, type};
    }
    [[nodiscard]] core::Bytes mostUsed() const { return core::Bytes(m_mostUsed); }

private:
    Buffer m_memory;
    DType m_type;
    std::int64_t m_used = 0, m_mostUsed = 0;
};

}  // namespace gpu
