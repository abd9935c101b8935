// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What single keys of a ds_config cost or save on a card: the planner's peak of the fullest card with the key as it is,
// less the peak without what it asks for. Predictions. Keys that the planner's model does not know are not listed.
#pragma once

#include "core/base/units.h"
#include "core/config/check.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

struct KeyMemory {
    std::string key;          // path below zero_optimization: "reduce_bucket_size", "offload_optimizer"
    bool given = false;       // in the file; else DeepSpeed's default acts
    std::int64_t card = 0;    // bytes on the fullest card; negative = saved
    Bytes host;               // of one card's part, on the host
};

struct ConfigMemory {
    ModelSpec model;
    std::string gpu;
    Bytes peak, capacity;     // of the fullest card, of a card
    std::vector<KeyMemory> keys;
    Problems problems;        // why there is no prediction; then all else is empty
};

// `fallback` lends its model where the files describe none, and its accelerator where they name none.
[[nodiscard]] ConfigMemory configMemory(const Job& job, const CheckReport& report, const Plan& fallback);

}  // namespace core
