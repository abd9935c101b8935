// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GPipe op order and its max-plus recurrence.
#include "core/schedule/gpipe.h"

#include <algorithm>

namespace core::gpipe {

void generate(Schedule& schedule) {
    for (int r = 0; r < schedule.stages; ++r) {
        auto& ops = schedule.ranks[std::size_t(r)];
        for (OpKind kind : {OpKind::Forward, OpKind::Backward})
            for (int m = 0; m < schedule.microBatches; ++m) ops.push_back({kind, Stage(r), MicroBatch(m)});
    }
}

int peak(int, int microBatches, int) { return microBatches; }

Seconds makespan(int stages, int microBatches, const ReplayCosts& costs) {
    const double delay = costs.communication.value();
    std::vector<double> rankFree(std::size_t(stages), 0.0);
    for (int m = 0; m < microBatches; ++m) {
        double arrival = 0;
        for (int r = 0; r < stages; ++r) {
            double& at = rankFree[std::size_t(r)];
            at = std::max(at, arrival) + costs.of(r).forward.value();
            arrival = at + delay;
        }
    }
    for (int m = 0; m < microBatches; ++m) {
        double arrival = 0;
        for (int r = stages - 1; r >= 0; --r) {
            double& at = rankFree[std::size_t(r)];
            at = std::max(at, arrival) + costs.of(r).backward().value();
            arrival = at + delay;
        }
    }
    return Seconds(*std::max_element(rankFree.begin(), rankFree.end()));
}

}  // namespace core::gpipe
