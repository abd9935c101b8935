// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One elementwise reduction over buffers of several members, as a device does it.
#pragma once

#include "gpu/device/element.h"

#include <cstdint>
#include <span>

namespace gpu {

enum class Reduce { Sum, Max };

// outputs[j][i] = op over inputs[0][i], inputs[1][i], … in this order, in the sum type, rounded once, for all j. An output
// may be one of the inputs.
struct ReduceCall {
    DType type{};
    Reduce op{};
    std::span<const void* const> inputs;
    std::span<void* const> outputs;
    std::int64_t elements = 0;
};

}  // namespace gpu
