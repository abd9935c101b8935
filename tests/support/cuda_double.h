// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The CUDA back end on a made-up machine (gpu/cuda/doubles), and short trainings on it and on virtual cards.
#pragma once

#include "gpu/cuda/doubles/machine_double.h"
#include "gpu/training/cuda_module.h"
#include "gpu/training/parity_suite.h"
#include "gpu/training/rank_worker.h"

#include <dlfcn.h>

#include <cstdlib>
#include <memory>
#include <vector>

extern "C" gpu::CudaModule* shardscopeCudaModule(const char* version);

namespace support {

namespace doubles = gpu::cuda::doubles;

// A function of the NCCL double, which is loaded by name.
template <class Function>
Function* ncclDouble(const char* name) {
    void* const library = ::dlopen(SHARDSCOPE_NCCL_DOUBLE, RTLD_NOW | RTLD_LOCAL);
    return reinterpret_cast<Function*>(::dlsym(library, name));
}

inline gpu::CudaModule& cudaModule() {
    using Put = doubles::StreamPlace(void*, std::function<bool()>);
    using Advance = void(const doubles::StreamPlace&);
    ncclDouble<void(Put*, Advance*)>("ncclDoubleUse")(doubles::putOnStream, doubles::advanceStream);
    ::setenv("SHARDSCOPE_NCCL_LIBRARY", SHARDSCOPE_NCCL_DOUBLE, 1);
    ::setenv("SHARDSCOPE_NVML_LIBRARY", SHARDSCOPE_NVML_DOUBLE_LIBRARY, 1);
    return *shardscopeCudaModule(SHARDSCOPE_VERSION);
}

inline std::shared_ptr<gpu::Backend> openBackend(const gpu::CudaSwitches& switches = {}) {
    return cudaModule().open(switches, gpu::cudaServices());
}

// The next call of a function of the NCCL double fails; its `calls`-th call never ends.
inline void failNccl(const char* function, int error) {
    ncclDouble<void(const char*, int)>("ncclDoubleFail")(function, error);
}
inline void hangNccl(const char* function, int calls) {
    ncclDouble<void(const char*, int)>("ncclDoubleHang")(function, calls);
}

[[nodiscard]] inline int ncclCalls(const char* function) {
    return ncclDouble<int(const char*)>("ncclDoubleCalls")(function);
}

struct ShortRun {
    std::vector<double> losses, norms;
    std::optional<gpu::RankFailure> failure;
};

// `updates` updates from the plan's seed. Without a back end on virtual cards.
inline ShortRun runShortly(const core::Plan& plan, int updates, std::shared_ptr<gpu::Backend> backend = {}) {
    ShortRun run;
    gpu::Job job(plan, gpu::Fault::None, std::move(backend));
    run.failure = job.run([&](gpu::RankWorker& worker) {
        worker.initialise();
        for (int update = 0; update < updates; ++update) {
            const gpu::StepResult result = worker.trainStep(update, gpu::syntheticSamples(plan));
            if (worker.rank().value != 0) continue;
            run.losses.push_back(result.loss);
            run.norms.push_back(result.gradNorm);
        }
    });
    return run;
}

// The same plan as CUDA cards run it.
inline core::Plan onCuda(core::Plan plan) {
    plan.run.backend = core::Backend::Cuda;
    plan.attention = core::AttentionKind::Flash;
    return plan;
}

}  // namespace support
