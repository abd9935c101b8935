// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/scratch.h"

#include "core/memory/engine_recipe.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace gpu {

Scratch::Lease::Lease(Scratch& scratch, std::int64_t rows, std::int64_t columns, DType type)
    : m_scratch(scratch)
    , m_before(scratch.m_used)
    , m_data(scratch.m_memory.data() + scratch.m_used)
    , m_rows(rows)
    , m_columns(columns)
    , m_type(type) {
    const std::int64_t wanted = m_before + core::scratchBytes(rows * columns, bytesOf(type));
    if (wanted > scratch.m_memory.size().value())
        throw std::logic_error("scratch of " + std::to_string(scratch.m_memory.size().value()) +
                               " bytes exceeded: an op needs " + std::to_string(wanted));
    scratch.m_used = wanted;
    scratch.m_mostUsed = std::max(scratch.m_mostUsed, wanted);
}

}  // namespace gpu
