// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plan → everything that is drawn and printed about it. Pure: same plan and calibration, same result.
#pragma once

#include "core/base/problem.h"
#include "core/cluster/cluster.h"
#include "core/cost/step_estimate.h"
#include "core/cost/traffic.h"
#include "core/layout/layout.h"
#include "core/layout/shard_map.h"
#include "core/memory/memory_model.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace core {

struct MemoryEstimate {
    Bytes capacity;  // of one card
    bool fits = false;
    Bytes textbook;
    std::vector<StageMemory> stages;
    std::array<std::vector<StageMemory>, 4> underZero;  // the same plan at ZeRO 0, 1, 2, 3
    [[nodiscard]] Bytes peak() const;                   // heaviest stage
};

struct Snapshot {
    Plan plan;
    Calibration calibration;
    Problems problems;        // of validate()
    Problems engineProblems;  // of engineLimits(): why Start would be refused
    // Empty when problems holds an error; the layout is there whenever its own numbers are sound.
    std::optional<Layout> layout;
    std::optional<ShardMap> shards;
    ParameterCount parameters;
    std::optional<Schedule> schedule;
    std::optional<Timeline> timeline;  // predicted; spans of the tail included
    std::optional<MemoryEstimate> memory;
    std::optional<StepEstimate> step;
    std::optional<Traffic> traffic;  // of one step
    std::optional<RunEstimate> run;
};

// Memory of one card; the accelerator must be known.
[[nodiscard]] Bytes capacityOf(const Plan& plan);
[[nodiscard]] Snapshot evaluate(const Plan& plan, const Calibration& calibration = {});

// The numbers a search ranks by: no strings, no groups, no replay. evaluate() calls it; a test holds the two equal.
struct Score {
    bool valid = false;
    Seconds step;
    double mfu = 0;
    Bytes peak;
    bool fits = false;
};
[[nodiscard]] Score score(const Plan& plan, const Calibration& calibration = {});

}  // namespace core
