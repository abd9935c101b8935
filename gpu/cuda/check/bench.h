// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One rank training GPT-2 shapes in bf16 on one card, sequence 1024, against the time of its matrix products alone.
#pragma once

#include "gpu/training/backend.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gpu::check {

struct BenchRow {
    std::string model;
    int micro = 0;
    std::int64_t playedSteps = 0;  // by CUDA graphs, warm-up included
    double stepSeconds = 0, tokensPerSecond = 0;  // median of the timed steps, wall clock
    double mfu6n = 0, mfu6n6lct = 0;  // model FLOPs 6N, and 6N + 6LCT for causal attention; 0 = peak not known
    double productSeconds = 0;        // of the step's matrix products, alone, in turn
    std::string failure;              // why there are no figures
};

// 124M, 355M, 774M and 1.5B; vocabulary padded to 50304, head tied, fp32 masters and moments on the card, gradients in bf16.
[[nodiscard]] std::vector<core::Plan> benchPlans(core::Bytes cardMemory);
[[nodiscard]] BenchRow bench(const core::Plan& plan, const std::shared_ptr<Backend>& backend);

}  // namespace gpu::check
