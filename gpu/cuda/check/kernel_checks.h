// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every kernel of a card against its twin on the host, in fp32, bf16 and fp16, on sizes that divide nothing.
#pragma once

#include "gpu/training/backend.h"

#include <functional>
#include <string>

namespace gpu::check {

struct KernelResult {
    std::string name;
    DType type{};
    double error = 0, tolerance = 0;  // ‖Δ‖ / ‖twin‖ of the worst buffer
    [[nodiscard]] bool passed() const { return error <= tolerance; }
};

void checkKernels(Device& card, Kernels& kernels, const std::function<void(const KernelResult&)>& onResult);

// A plan whose layers are at least as large as what is checked: for the workspace of the kernels.
[[nodiscard]] core::Plan planOfChecks();

}  // namespace gpu::check
