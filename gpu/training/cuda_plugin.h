// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds and loads the CUDA plug-in, at most once. Without it, without its libraries, a driver or a card everything else
// works, and one problem says what is missing and what to do. SHARDSCOPE_CUDA_PLUGIN names another file;
// SHARDSCOPE_CUDA_EPILOGUES, _NCCL, _TF32, _STREAMS and _GRAPHS (0 or 1) are the switches.
#pragma once

#include "gpu/training/cuda_module.h"

#include <filesystem>
#include <optional>

namespace gpu {

class CudaPlugin {
public:
    // From `SHARDSCOPE_CUDA_PLUGIN`, else the folder of the running program, else the library folder beside it.
    [[nodiscard]] static core::Result<CudaPlugin> load();
    [[nodiscard]] static core::Result<CudaPlugin> load(const std::filesystem::path& file);

    [[nodiscard]] CudaModule& module() const { return *m_module; }
    [[nodiscard]] core::Result<std::vector<CudaCard>> cards() const { return m_module->cards(); }
    // Cards were found and the switches are understood: where ranks can run.
    [[nodiscard]] core::Result<std::shared_ptr<Backend>> open() const;
    // With these switches in place of the environment's.
    [[nodiscard]] core::Result<std::shared_ptr<Backend>> open(const CudaSwitches& switches) const;

private:
    explicit CudaPlugin(CudaModule& module)
        : m_module(&module) {}

    CudaModule* m_module;  // lives as long as the process: the library is never unloaded
};

// Why the engine refuses this process, where torchrun, mpirun or srun has started it as one of several: the ranks of a
// job are threads of one process.
[[nodiscard]] std::optional<core::Problem> startedAsOneOfSeveral();
[[nodiscard]] core::Result<CudaSwitches> cudaSwitches();
// "epilogues on, NCCL on, TF32 off, streams on, graphs off"
[[nodiscard]] std::string toText(const CudaSwitches& switches);

}  // namespace gpu
