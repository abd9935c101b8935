// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The batch triple as DeepSpeed resolves it (runtime/config.py, _set_batch_related_parameters and _batch_assertion):
// floor divisions first, the equation T = M·G·world last, its messages word for word.
#pragma once

#include "core/config/ds_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core {

struct DsBatchGiven {
    std::optional<std::int64_t> train, micro, accumulation;
};

// The number by which DeepSpeed divides. With sequence_parallel_size it is a Python float, and prints as one.
struct DsBatchWorld {
    std::int64_t size = 1;
    bool isFloat = false;
};

struct DsBatch {
    std::int64_t train = 0, micro = 0, accumulation = 0;  // after DeepSpeed's derivation; sound when upstream is empty
    std::string upstream;                                 // what DeepSpeed raises
    std::vector<std::pair<std::int64_t, std::int64_t>> legal;  // every (micro, accumulation) for `train`, by micro
    bool operator==(const DsBatch&) const = default;
};

[[nodiscard]] DsBatch resolveDsBatch(const DsBatchGiven& given, DsBatchWorld world);

// What no number of cards can satisfy; nothing where one can.
[[nodiscard]] Problems dsBatchProblemsOfAnyWorld(const DsConfig& config, const DsBatchGiven& given);

// Every (micro, accumulation) with train = micro·accumulation·world; empty where world does not divide train.
[[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> legalBatches(std::int64_t train, std::int64_t world);

// The refusal with its smallest mending; nothing when the batch is sound.
[[nodiscard]] Problems dsBatchProblems(const DsConfig& config, const DsBatch& batch, DsBatchWorld world);

}  // namespace core
