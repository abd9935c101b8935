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
    int peakInFlight = 0;
    QString failure;  // "Rank 0 ran out of memory in step 1"
    double failureAt = 0;
};

struct SavedActivations {
    int stage = 0;
    std::vector<std::pair<double, int>> steps;  // from this second on, so many micro-batches are held
    int peak = 0;
    core::Bytes peakBytes;
};

struct TimelinePicture {
    std::vector<TimelineRow> rows;
    std::optional<SavedActivations> saved;
    double predictedEnd = 0, measuredEnd = 0;
    TimeUnit unit = TimeUnit::Milliseconds;
    std::int64_t step = 0;  // of the measured lanes; 0 = none
    TimelineClock clock = TimelineClock::Virtual;
    [[nodiscard]] bool hasMeasured() const { return measuredEnd > 0; }
};

struct MeasuredSpans {
    std::map<int, core::SpansEvent> ranks;
    std::optional<core::OutOfMemory> outOfMemory;
};

struct TimelineQuestion {
    TimelineClock clock = TimelineClock::Virtual;
    std::optional<int> rank;  // its tensor and data coordinates choose the measured rank of every stage
    int savedStage = 0;
};

// Empty when the snapshot has no timeline.
[[nodiscard]] TimelinePicture timelinePicture(const core::Snapshot& snapshot, const MeasuredSpans& measured,
                                              const TimelineQuestion& question);
// "(p − 1) / (m + p − 1) = 3 / 11 = 27.3 %"; with unequal stages the replayed share stands beside it.
[[nodiscard]] QString bubbleFormula(const core::Snapshot& snapshot);
[[nodiscard]] HoverContent timelineHover(const TimelinePicture& picture, int row, NumberKind lane, int box);
[[nodiscard]] Table timelineTable(const TimelinePicture& picture);

}  // namespace ui
