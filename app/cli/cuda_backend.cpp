// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cuda_backend.h"

#include "gpu/pipeline/repeats.h"
#include "gpu/training/cuda_plugin.h"

namespace app {

core::Result<std::shared_ptr<gpu::Backend>> openBackend(const core::Plan& plan) {
    if (plan.run.backend != core::Backend::Cuda) {
        if (const auto reason = gpu::startedAsOneOfSeveral()) return core::refuse(*reason);
        return std::shared_ptr<gpu::Backend>();
    }
    return gpu::CudaPlugin::load().and_then([](const gpu::CudaPlugin& plugin) { return plugin.open(); });
}

core::Plan asRun(core::Plan plan) {
    if (plan.run.backend == core::Backend::Cuda) plan.attention = core::AttentionKind::Flash;
    return plan;
}

core::Problems graphProblems(const core::Plan& plan) {
    const auto switches = gpu::cudaSwitches();
    if (plan.run.backend != core::Backend::Cuda || !switches || !switches->graphs) return {};
    const std::string reason = gpu::Repeats::whyNot(plan);
    if (reason.empty()) return {};
    return {{core::Severity::Info, "cuda.graphs", "/run/backend", {{"reason", reason}}, "fix.cuda.graphs"}};
}

}  // namespace app
