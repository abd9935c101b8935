// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cuda_backend.h"

#include "gpu/training/cuda_plugin.h"

namespace app {

core::Result<std::shared_ptr<gpu::Backend>> openBackend(const core::Plan& plan) {
    if (plan.run.backend != core::Backend::Cuda) return std::shared_ptr<gpu::Backend>();
    return gpu::CudaPlugin::load().and_then([](const gpu::CudaPlugin& plugin) { return plugin.open(); });
}

core::Plan asRun(core::Plan plan) {
    if (plan.run.backend == core::Backend::Cuda) plan.attention = core::AttentionKind::Flash;
    return plan;
}

}  // namespace app
