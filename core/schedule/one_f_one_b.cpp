// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// 1F1B op order and its max-plus recurrence.
#include "core/schedule/one_f_one_b.h"

#include <algorithm>

namespace core::oneFOneB {

void generate(Schedule& schedule) {
    const int m = schedule.microBatches;
    for (int r = 0; r < schedule.stages; ++r) {
        auto& ops = schedule.ranks[std::size_t(r)];
        const int warmUp = peak(schedule.stages, m, r);
        for (int i = 0; i < warmUp; ++i) ops.push_back({OpKind::Forward, Stage(r), MicroBatch(i)});
        for (int i = 0; i < m; ++i) {
            ops.push_back({OpKind::Backward, Stage(r), MicroBatch(i)});
            if (i + warmUp < m) ops.push_back({OpKind::Forward, Stage(r), MicroBatch(i + warmUp)});
        }
    }
}

int peak(int stages, int microBatches, int rank) { return std::min(stages - rank, microBatches); }

// In wave t rank r runs F of micro-batch t−r and then B of micro-batch t−p+1: that is the 1F1B order of every
// rank, and all that an op waits for lies in an earlier wave or, for B, on the next rank in the same one.
Seconds makespan(int stages, int microBatches, const ReplayCosts& costs) {
    const double delay = costs.communication.value();
    std::vector<double> rankFree(std::size_t(stages), 0.0), forwardEnd(std::size_t(stages), 0.0);
    for (int wave = 0; wave < microBatches + stages - 1; ++wave) {
        for (int r = std::min(stages - 1, wave); r >= 0 && wave - r < microBatches; --r) {
            double& at = rankFree[std::size_t(r)];
            const double arrival = r > 0 ? forwardEnd[std::size_t(r - 1)] + delay : 0.0;
            at = std::max(at, arrival) + costs.of(r).forward.value();
            forwardEnd[std::size_t(r)] = at;
        }
        if (wave < stages - 1) continue;
        double arrival = 0;
        for (int r = stages - 1; r >= 0; --r) {
            double& at = rankFree[std::size_t(r)];
            at = std::max(at, arrival) + costs.of(r).backward().value();
            arrival = at + delay;
        }
    }
    return Seconds(*std::max_element(rankFree.begin(), rankFree.end()));
}

}  // namespace core::oneFOneB
