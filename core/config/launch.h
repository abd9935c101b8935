// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The training command of a script: which launcher starts it, on how many nodes and cards, and the words that the
// training program gets. Launchers: torchrun and torch.distributed, deepspeed, srun, mpirun, none.
#pragma once

#include "core/config/shell.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

enum class Launcher { None, Torchrun, DeepSpeed, Srun, Mpirun };

struct Launch {
    Launcher launcher = Launcher::None;
    std::optional<std::int64_t> nodes, cardsPerNode, world;
    bool isElastic = false;  // torchrun --nnodes 2:4: whatever number between them comes
    std::optional<std::int64_t> allocatedNodes;  // by #SBATCH --nodes of the same script
    std::string worldSource;  // "run.sh:3:1: --nnodes 2 · --nproc_per_node 8"
    std::string program;      // "pretrain_gpt.py"; empty = the file is a bare list of arguments
    std::vector<ShellText> arguments;
    std::map<std::string, std::string> environment;
    bool hasHostfile = false, hasNodes = false;  // of the deepspeed launcher
    std::string hostfilePath;  // of the deepspeed launcher
    std::string where;
};

// Numbers of #SBATCH lines, as Slurm sets its variables by them.
[[nodiscard]] ShellVariables slurmVariables(std::string_view text);

// The command with the most arguments that Megatron knows; nothing when no command has any.
[[nodiscard]] std::optional<Launch> findLaunch(const ShellScript& script);

}  // namespace core
