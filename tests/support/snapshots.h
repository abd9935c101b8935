// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Evaluated plans and measurements made from a prediction, for tests of the views.
#pragma once

#include "core/evaluate.h"
#include "core/telemetry/events.h"
#include "tests/support/shipped_plan.h"

#include <map>
#include <memory>

namespace support {

using SnapshotPtr = std::shared_ptr<const core::Snapshot>;

inline SnapshotPtr evaluated(const core::Plan& plan) {
    return std::make_shared<core::Snapshot>(core::evaluate(plan));
}

inline SnapshotPtr tinySnapshot() { return evaluated(shippedPlan("tiny-2x2x2")); }

// Every category of every rank at `factor` times its prediction.
inline std::map<int, core::MemoryEvent> scaledMemory(const core::Snapshot& snapshot, double factor) {
    std::map<int, core::MemoryEvent> ranks;
    for (int rank = 0; rank < snapshot.layout->ranks(); ++rank) {
        const auto stage = std::size_t(snapshot.layout->coordinates(core::Rank(rank)).pp);
        core::MemoryEvent event;
        event.rank = rank;
        event.capacity = snapshot.memory->capacity;
        event.atPeak = snapshot.memory->stages[stage].ledger.byCategory();
        for (core::Bytes& bytes : event.atPeak)
            bytes = core::Bytes(std::int64_t(double(bytes.value()) * factor));
        event.peak = core::sum(event.atPeak);
        ranks[rank] = event;
    }
    return ranks;
}

// The predicted spans with every time at `factor`; by the wall clock once more as long.
inline std::map<int, core::SpansEvent> scaledSpans(const core::Snapshot& snapshot, double factor,
                                                   std::int64_t step) {
    std::map<int, core::SpansEvent> ranks;
    for (int rank = 0; rank < snapshot.layout->ranks(); ++rank) {
        core::SpansEvent event;
        event.step = step;
        event.rank = rank;
        for (const auto& span :
             snapshot.timeline->ranks[std::size_t(snapshot.layout->coordinates(core::Rank(rank)).pp)]) {
            const double start = span.start.value() * factor, end = span.end.value() * factor;
            event.spans.push_back({span.kind, span.stage.value, span.microBatch.value, 2 * start, 2 * end,
                                   end - start, start, end});
        }
        ranks[rank] = event;
    }
    return ranks;
}

}  // namespace support
