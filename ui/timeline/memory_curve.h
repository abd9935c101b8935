// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the curve under the timeline shows, as values: the memory of the heaviest card of one stage over the step, its
// peak, and plan A's beside it. Seconds from the start of the step. Knows nothing of pixels.
#pragma once

#include "core/evaluate.h"
#include "core/memory/memory_over_time.h"
#include "ui/kit/format.h"
#include "ui/kit/hover_card.h"

#include <optional>
#include <utility>
#include <vector>

namespace ui {

struct MemoryCurve {
    int stage = 0;
    core::CategoryBytes steady{};  // all but activations: they stay as they are
    std::vector<core::MemoryMoment> moments;
    std::size_t peak = 0;  // the first of the highest moments
    double end = 0;        // of the step
    core::Bytes capacity;
    std::vector<std::pair<double, core::Bytes>> pinned;  // A: from this second on, so much
    double pinnedEnd = 0;

    [[nodiscard]] core::Bytes at(std::size_t moment) const { return core::sum(steady) + moments[moment].activations; }
    [[nodiscard]] core::Bytes most() const;  // of both plans
    [[nodiscard]] double until(std::size_t moment) const;
    [[nodiscard]] std::size_t momentAt(double seconds) const;
    // The highest moment that touches the span.
    [[nodiscard]] std::size_t highestIn(double from, double to) const;
};

// Nothing where the snapshot has no such stage. `pinned` is plan A; null = none.
[[nodiscard]] std::optional<MemoryCurve> memoryCurve(const core::Snapshot& snapshot, int stage, const core::Snapshot* pinned);
// "Stage 1 at 0.52 s, forward of micro-batch 3"
[[nodiscard]] QString momentTitle(const MemoryCurve& curve, std::size_t moment, TimeUnit unit);
[[nodiscard]] HoverContent momentHover(const MemoryCurve& curve, std::size_t moment, TimeUnit unit);

}  // namespace ui
