// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which numbers of a plan are stored in which type (core/memory/engine_widths.h has their bytes).
#pragma once

#include "core/plan/plan.h"
#include "gpu/device/element.h"

namespace gpu {

struct Precisions {
    DType stored = DType::F32;      // parameters, activations, their gradients, messages
    DType statistics = DType::F32;  // means, sums of a row, loss
    DType gradients = DType::F32;   // accumulated gradients of the parameters
    DType states = DType::F32;      // moments, and master weights where `stored` is narrower

    [[nodiscard]] bool hasMasters() const { return stored != states; }
};

[[nodiscard]] Precisions precisionsOf(const core::Plan& plan);

}  // namespace gpu
