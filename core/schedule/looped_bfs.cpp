// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Looped breadth-first op order.
#include "core/schedule/looped_bfs.h"

namespace core::loopedBfs {

void generate(Schedule& schedule) {
    const int p = schedule.stages, m = schedule.microBatches, v = schedule.chunks;
    for (int r = 0; r < p; ++r) {
        auto& ops = schedule.ranks[std::size_t(r)];
        for (int chunk = 0; chunk < v; ++chunk)
            for (int i = 0; i < m; ++i) ops.push_back({OpKind::Forward, Stage(chunk * p + r), MicroBatch(i)});
        for (int chunk = v; chunk-- > 0;)
            for (int i = m; i-- > 0;) ops.push_back({OpKind::Backward, Stage(chunk * p + r), MicroBatch(i)});
    }
}

}  // namespace core::loopedBfs
