// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `check`: everything that the files of one launch say together, what it comes to, and what is wrong with it.
#pragma once

#include "core/base/enum_text.h"
#include "core/config/ds_batch.h"
#include "core/config/job.h"
#include "core/config/version.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core {

enum class ConfigEngine { Zero, Pipeline };
template <>
std::span<const std::pair<ConfigEngine, std::string_view>> enumNames<ConfigEngine>();

// What the caller knows; each wins over the files.
struct CheckOptions {
    std::optional<std::int64_t> worldSize, tp, pp;
    std::optional<ConfigEngine> engine;
    Version deepspeed = kNewestDeepSpeed;
    OpenFile open;  // files that a script names: its ds_config, its hostfile
};

// What the files come to. Empty = they do not say, or it cannot be settled.
struct ResolvedConfig {
    std::optional<std::int64_t> trainBatchSize, microBatchSize, accumulationSteps;
    std::optional<std::int64_t> worldSize, dataParallelSize, zeroStage;
    std::string worldSizeSource;  // "--world-size", "FILE: --nnodes 2 · --nproc_per_node 8", …
    std::int64_t tp = 1, pp = 1, sequenceParallel = 1;
    std::optional<ConfigEngine> engine;  // none: Megatron-LM without DeepSpeed
    std::string engineSource;
    std::string precision;  // "fp16", "bf16", "fp32"
    RankOrder order = RankOrder::Megatron;      // in which the script's own groups lie
    std::optional<std::int64_t> cardsPerNode;   // of the launcher
    std::vector<std::pair<std::int64_t, std::int64_t>> legalBatches;  // (micro, accumulation)
};

struct CheckReport {
    ResolvedConfig resolved;
    Problems problems;
};

[[nodiscard]] CheckReport checkJob(const Job& job, const CheckOptions& options);
// Problems that keep a file from being read at all make the result an error.
[[nodiscard]] Result<CheckReport> checkConfigs(const std::vector<ConfigFile>& files, const CheckOptions& options);

}  // namespace core
