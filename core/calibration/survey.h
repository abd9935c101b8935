// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A survey of a machine as JSON: timed matrix products, attention, passes over memory and collectives.
//   {"version": 1, "machine": "…", "cores": 8, "memory_bytes": …,
//    "products": [{"m", "n", "k", "seconds"}], "attention": [{"flops", "seconds"}], "passes": [{"bytes", "seconds"}],
//    "collectives": [{"kind": "all-reduce", "ranks", "bytes", "seconds"}]}
#pragma once

#include "core/calibration/nccl_tests.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace core {

struct TimedProduct {
    double m = 0, n = 0, k = 0, seconds = 0;
    [[nodiscard]] double flops() const { return 2 * m * n * k; }
};
struct TimedAttention {
    double flops = 0, seconds = 0;
};

struct Survey {
    std::string machine;
    int cores = 1;
    Bytes memory;  // for one card
    std::vector<TimedProduct> products;
    std::vector<TimedAttention> attention;
    std::vector<SweepPoint> passes;
    std::vector<CollectiveSweep> collectives;  // one an operation and number of ranks
};

// Unknown keys, missing ones, numbers that are not above 0 and finite are refused with their place.
[[nodiscard]] Result<Survey> readSurvey(std::string_view text, std::string_view file);
[[nodiscard]] nlohmann::ordered_json toJson(const Survey& survey);

}  // namespace core
