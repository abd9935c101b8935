// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Averages over ranks.
#include "gpu/training/step_board.h"

#include <algorithm>

namespace gpu {

StepBoard::StepBoard(int ranks) {
    for (Board& board : m_boards) board.times.resize(std::size_t(ranks));
}

std::span<const StepTimes> StepBoard::leave(std::int64_t step, int rank, const StepTimes& times) {
    Board& board = m_boards[std::size_t(step % 2)];
    board.times[std::size_t(rank)] = times;
    if (board.left.fetch_add(1, std::memory_order_acq_rel) + 1 < int(board.times.size())) return {};
    board.left.store(0, std::memory_order_relaxed);
    return board.times;
}

StepSummary summarise(std::span<const StepTimes> ranks) {
    StepTimes sum;
    StepSummary summary;
    double makespan = 0, slowest = 0;
    for (const StepTimes& times : ranks) {
        sum.forward += times.forward;
        sum.backward += times.backward;
        sum.communication += times.communication;
        sum.optimizer += times.optimizer;
        sum.pipelineBusy += times.pipelineBusy;
        for (std::size_t kind = 0; kind < summary.wire.size(); ++kind)
            summary.wire[kind] += core::Bytes(times.wire[kind]);
        makespan = std::max(makespan, times.pipelineEnd);
        slowest = std::max(slowest, times.end);
    }
    const double n = double(ranks.size());
    const double busy = sum.forward + sum.backward + sum.communication + sum.optimizer;
    summary.seconds = slowest;
    summary.bubbleFraction = makespan > 0 ? 1 - sum.pipelineBusy / (n * makespan) : 0;
    summary.breakdown = {core::Seconds(sum.forward / n), core::Seconds(sum.backward / n),
                         core::Seconds(sum.communication / n), core::Seconds(sum.optimizer / n),
                         core::Seconds(std::max(0.0, slowest - busy / n))};
    return summary;
}

}  // namespace gpu
