// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bytes of a number in the engine, by what it is for. The planner predicts and the engine stores by these
// (gpu/device/precision.h names the types).
#pragma once

#include "core/plan/plan.h"

namespace core {

struct EngineWidths {
    int stored = 4;      // parameters, activations, their gradients, messages
    int sum = 4;         // statistics of rows, scratch of sums, rotary tables
    int gradient = 4;    // accumulated gradients of the parameters
    int state = 4;       // moments, and master weights where `stored` is narrower
    int masters() const { return stored < state ? state : 0; }
};

// Gradients of 16-bit parameters: the plan's gradient_dtype; without one fp32 beside bf16 (as Megatron
// accumulates) and fp16 beside fp16 (as DeepSpeed does).
[[nodiscard]] EngineWidths engineWidths(const Plan& plan);
[[nodiscard]] Precision engineGradientType(const Plan& plan);

}  // namespace core
