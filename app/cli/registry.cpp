// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands of shardscope-cli, in the order of the help text.
#include "app/cli/commands.h"

#include "app/cli/command.h"

namespace app {

std::span<const CommandRow> commands() {
    static constexpr CommandRow rows[] = {
        {"model", "Parameter counts of a model preset or a Hugging Face config.json", addModel},
        {"estimate", "Memory, time and whole run of one layout", addEstimate},
        {"plan", "Search the layouts of a model on a cluster", addPlan},
        {"calibrate", "An accelerator file from nccl-tests, a topology, a survey or measured steps", addCalibrate},
        {"rescale", "A plan on another number of cards, its global batch kept", addRescale},
        {"compare", "Two plans term by term", addCompare},
        {"report", "One page about a plan, as HTML or PDF", addReport},
        {"schedule", "Op table and replay of a pipeline schedule", addSchedule},
        {"layout", "Ranks and process groups; the groups that differ from another rank order", addLayout},
        {"check", "A DeepSpeed configuration or Megatron launch script: what it comes to, what is wrong", addCheck},
        {"import", "A plan from a launch script, a ds_config or a GPT-NeoX file", addImport},
        {"export", "Launch script, ds_config, hostfile or Slurm file of a plan", addExport},
        {"watch", "The training log of another framework as events, while it grows", addWatch},
        {"lr", "Learning rate by update", addLr},
        {"train", "Train a plan on this machine's cards; the engine that the explorer starts", addTrain},
        {"checkpoint", "Show or verify a checkpoint; convert it to or from Hugging Face", addCheckpoint},
        {"parity", "Compare a plan with the same plan on one rank, tensor by tensor", addParity},
        {"bench", "Measure against a peer or a limit, in turns within one run", addBench},
        {"validate", "Published tables, recomputed: median and 90th-percentile error", addValidate},
        {"devices", "Cards on this machine and what they reach", addDevices},
        {"lesson", "Check lesson files; list what their expressions may say", addLesson},
    };
    return rows;
}

}  // namespace app
