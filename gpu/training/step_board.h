// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the ranks leave their times of a step; the last one to come gets them all. Nobody waits here: two
// boards alternate, and no rank can be two steps ahead of another.
#pragma once

#include "core/telemetry/events.h"
#include "gpu/training/rank_worker.h"

#include <array>
#include <atomic>
#include <span>
#include <vector>

namespace gpu {

class StepBoard {
public:
    explicit StepBoard(int ranks);
    // All ranks' times where this rank is the last of the step, else empty. Valid until this rank's next step
    // ends.
    [[nodiscard]] std::span<const StepTimes> leave(std::int64_t step, int rank, const StepTimes& times);

private:
    struct Board {
        std::vector<StepTimes> times;
        std::atomic<int> left{0};
    };
    std::array<Board, 2> m_boards;
};

// Virtual time of a step over all ranks: what the event says beside the prediction.
struct StepSummary {
    double seconds = 0;         // of the slowest rank
    double bubbleFraction = 0;  // of the pipeline part: 1 − Σ busy / (ranks · makespan)
    core::StepBreakdown breakdown;
    std::array<core::Bytes, 6> wire{};  // by core::GroupKind, whole job
};
[[nodiscard]] StepSummary summarise(std::span<const StepTimes> ranks);

}  // namespace gpu
