// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cosines and sines of the rotary positions of one stage, on its card: 2 · (sequence, headSize/2) numbers of the sum
// type, reserved at set-up (core/memory/engine_recipe.h counts them). Nothing for the GPT family.
#pragma once

#include "core/plan/plan.h"
#include "gpu/device/arena.h"
#include "gpu/kernels/kernels.h"

#include <optional>

namespace gpu {

class RotaryTable {
public:
    RotaryTable(const core::Plan& plan, Arena& arena, DType type);

    // Turns the heads of q and k, columns of `heads`, in place; does nothing without a table.
    void turn(Kernels& kernels, Matrix heads, Turn direction) const;

private:
    RotaryShape m_shape;
    std::optional<Buffer> m_memory;
    Vector m_cosines, m_sines;
};

}  // namespace gpu
