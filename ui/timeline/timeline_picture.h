// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the timeline shows, as values: per pipeline stage a predicted lane and, during a run, a measured one,
// with the idle time between the ops. Seconds from the start of the step. Knows nothing of pixels.
#pragma once

#include "core/evaluate.h"
#include "core/telemetry/events.h"
#include "ui/kit/format.h"
#include "ui/kit/hover_card.h"
#include "ui/kit/table.h"
#include "ui/timeline/memory_curve.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace ui {

enum class TimelineClock { Virtual, Wall };

struct TimelineBox {
    std::optional<core::SpanKind> kind;  // none = idle
    int microBatch = -1;                 // −1: tail of the step, or idle
    double start = 0, end = 0;           // seconds
    int stage = -1;                      // model chunk, where ranks hold several
    [[nodiscard]] double length() const { return end - start; }
    [[nodiscard]] bool isIdle() const { return !kind; }
    [[nodiscard]] QString label() const;  // "F3", "5F3" of chunk 5
};

struct TimelineLane {
    NumberKind kind = NumberKind::Predicted;
    std::vector<TimelineBox> boxes;  // by start, idle time included, without overlap in the prediction
    double idleShare = 0;            // of the pipeline's time
    double pipelineEnd = 0;          // last pipeline op of any stage
};

struct TimelineRow {
    int stage = 0;  // pipeline rank
    QString name;
    TimelineLane predicted;
    std::optional<TimelineLane> measured;
    std::optional<TimelineLane> pinned;  // plan A's
    int peakInFlight = 0, pinnedInFlight = 0;
    bool isOnlyPinned = false;  // A has such a stage, the plan does not
    QString failure;  // "Rank 0 ran out of memory in step 1"
    double failureAt = 0;
};

struct TimelinePicture {
    std::vector<TimelineRow> rows;
    std::optional<MemoryCurve> memory;
    double predictedEnd = 0, measuredEnd = 0, pinnedEnd = 0;
    TimeUnit unit = TimeUnit::Milliseconds;
    std::int64_t step = 0;  // of the measured lanes; 0 = none
    TimelineClock clock = TimelineClock::Virtual;
    [[nodiscard]] bool hasMeasured() const { return measuredEnd > 0; }
    [[nodiscard]] bool hasPinned() const { return pinnedEnd > 0; }
};

struct MeasuredSpans {
    std::map<int, core::SpansEvent> ranks;
    std::optional<core::OutOfMemory> outOfMemory;
};

struct TimelineQuestion {
    TimelineClock clock = TimelineClock::Virtual;
    std::optional<int> rank;  // its tensor and data coordinates choose the measured rank of every stage
    int memoryStage = 0;
};

// Empty when the snapshot has no timeline. `pinned` is plan A, which stands behind; null = none.
[[nodiscard]] TimelinePicture timelinePicture(const core::Snapshot& snapshot, const MeasuredSpans& measured,
                                              const TimelineQuestion& question, const core::Snapshot* pinned = nullptr);
// "(p − 1) / (m + p − 1) = 3 / 11 = 27.3 %"; with unequal stages the replayed share stands beside it.
[[nodiscard]] QString bubbleFormula(const core::Snapshot& snapshot);
enum class LanePlan { Shown, Pinned };  // the plan of the view, or A
[[nodiscard]] HoverContent timelineHover(const TimelinePicture& picture, int row, NumberKind lane, int box,
                                         LanePlan plan = LanePlan::Shown);
[[nodiscard]] Table timelineTable(const TimelinePicture& picture);

}  // namespace ui
