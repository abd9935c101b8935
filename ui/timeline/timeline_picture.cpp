// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_picture.h"

#include "ui/kit/kind_mark.h"
#include "ui/kit/legend.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(timeline)
};

bool isPipelineOp(const TimelineBox& box) { return box.kind && box.microBatch >= 0; }

// Sorted boxes → the same with idle boxes in every gap: bubble up to the end of the pipeline, behind it the wait for
// other replicas. Returns the busy time before that end.
double insertIdle(std::vector<TimelineBox>& boxes, double pipelineEnd) {
    std::sort(boxes.begin(), boxes.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    const double shortest = pipelineEnd * 1e-4;  // rounding of clocks is no idle time
    std::vector<TimelineBox> all;
    double until = 0, busy = 0;
    for (const TimelineBox& box : boxes) {
        const double bubbleEnd = std::min(box.start, pipelineEnd), waitFrom = std::max(until, pipelineEnd);
        if (bubbleEnd - until > shortest) all.push_back({std::nullopt, -1, until, bubbleEnd});
        if (box.start - waitFrom > shortest) all.push_back({std::nullopt, -1, waitFrom, box.start});
        busy += std::max(0.0, std::min(box.end, pipelineEnd) - std::max(box.start, until));
        until = std::max(until, box.end);
        all.push_back(box);
    }
    if (pipelineEnd - until > shortest) all.push_back({std::nullopt, -1, until, pipelineEnd});
    boxes = std::move(all);
    return busy;
}

void finishLane(TimelineLane& lane, double pipelineEnd) {
    lane.pipelineEnd = pipelineEnd;
    const double busy = insertIdle(lane.boxes, pipelineEnd);
    lane.idleShare = pipelineEnd > 0 ? 1 - busy / pipelineEnd : 0;
}

enum class Chunks { One, Several };  // of the model, per rank

int chunkOf(int stage, int microBatch, Chunks chunks) {
    return chunks == Chunks::Several && microBatch >= 0 ? stage : -1;
}

TimelineLane predictedLane(const core::Timeline& timeline, std::size_t rank, Chunks chunks) {
    TimelineLane lane;
    for (const core::TimedSpan& span : timeline.ranks[rank])
        lane.boxes.push_back({span.kind, span.microBatch.value, span.start.value(), span.end.value(),
                              chunkOf(span.stage.value, span.microBatch.value, chunks)});
    finishLane(lane, timeline.makespan.value());
    if (rank < timeline.idle.size() && timeline.makespan.value() > 0)
        lane.idleShare = timeline.idle[rank] / timeline.makespan;
    return lane;
}

TimelineLane measuredLane(const core::SpansEvent& event, TimelineClock clock, Chunks chunks) {
    TimelineLane lane;
    lane.kind = clock == TimelineClock::Virtual ? NumberKind::Simulated : NumberKind::Measured;
    for (const core::OpSpan& span : event.spans) {
        const bool wall = clock == TimelineClock::Wall;
        lane.boxes.push_back({span.kind, span.microBatch, wall ? span.wallStart : span.virtualStart,
                              wall ? span.wallEnd : span.virtualEnd,
                              chunkOf(span.stage, span.microBatch, chunks)});
    }
    return lane;
}

double endOf(const TimelineLane& lane, bool pipelineOnly) {
    double end = 0;
    for (const TimelineBox& box : lane.boxes)
        if (!pipelineOnly || isPipelineOp(box)) end = std::max(end, box.end);
    return end;
}

// The rank that stands for a stage: same tensor and data coordinates as the asked one.
int rankOfStage(const core::Layout& layout, int stage, std::optional<int> asked) {
    core::Coordinates at;
    if (asked && *asked < layout.ranks()) at = layout.coordinates(core::Rank(*asked));
    at.pp = stage;
    return layout.rank(at).value;
}

void addMeasured(TimelinePicture& picture, const core::Layout& layout, const MeasuredSpans& measured,
                 const TimelineQuestion& question, Chunks chunks) {
    std::optional<int> asked = question.rank;
    if (measured.outOfMemory) asked = measured.outOfMemory->rank;
    double pipelineEnd = 0;
    for (TimelineRow& row : picture.rows) {
        const auto found = measured.ranks.find(rankOfStage(layout, row.stage, asked));
        if (found == measured.ranks.end()) continue;
        row.measured = measuredLane(found->second, question.clock, chunks);
        pipelineEnd = std::max(pipelineEnd, endOf(*row.measured, true));
        picture.measuredEnd = std::max(picture.measuredEnd, endOf(*row.measured, false));
        picture.step = found->second.step;
    }
    for (TimelineRow& row : picture.rows)
        if (row.measured) finishLane(*row.measured, pipelineEnd);
}

void addFailure(TimelinePicture& picture, const core::Layout& layout, const core::OutOfMemory& failure) {
    if (failure.rank >= layout.ranks()) return;
    const int stage = layout.coordinates(core::Rank(failure.rank)).pp;
    for (TimelineRow& row : picture.rows) {
        if (row.stage != stage) continue;
        row.failure = Texts::tr("Rank %1 ran out of memory in step %2").arg(failure.rank).arg(failure.step);
        // The spans of the failed step are those it had finished; of an earlier step, they say nothing about
        // the place.
        const bool ofThisStep = row.measured && picture.step == failure.step;
        row.failureAt = ofThisStep ? endOf(*row.measured, true) : 0;
        if (!ofThisStep) row.measured.reset();
    }
}

void addPinned(TimelinePicture& picture, const core::Snapshot& a) {
    const core::Timeline& timeline = *a.timeline;
    const Chunks chunks = a.schedule && a.schedule->chunks > 1 ? Chunks::Several : Chunks::One;
    for (std::size_t r = 0; r < timeline.ranks.size(); ++r) {
        if (r == picture.rows.size()) {
            TimelineRow& row = picture.rows.emplace_back();
            row.stage = int(r);
            row.name = Texts::tr("Stage %1").arg(r);
            row.isOnlyPinned = true;
        }
        TimelineRow& row = picture.rows[r];
        row.pinned = predictedLane(timeline, r, chunks);
        row.pinnedInFlight = r < timeline.peakInFlight.size() ? timeline.peakInFlight[r] : 0;
    }
    picture.pinnedEnd = std::max(timeline.stepEnd, timeline.makespan).value();
}

const TimelineBox* twinOf(const TimelineLane& lane, const TimelineBox& box) {
    for (const TimelineBox& other : lane.boxes)
        if (other.kind == box.kind && other.microBatch == box.microBatch && other.stage == box.stage && box.kind)
            return &other;
    return nullptr;
}

void addPinnedTwin(HoverContent& content, const TimelinePicture& picture, const TimelineLane& a, const TimelineBox& box) {
    const TimelineBox* twin = twinOf(a, box);
    if (!twin || twin->length() <= 0) return;
    content.lines.push_back({NumberKind::Predicted, Texts::tr("A: %1, now %2")
                                                        .arg(timeText(twin->length(), picture.unit),
                                                             signedPercentText(box.length() / twin->length() - 1))});
}

QString laneWord(NumberKind kind, TimelineClock clock) {
    if (kind == NumberKind::Predicted) return nameOf(kind);
    return clock == TimelineClock::Virtual ? Texts::tr("measured costs, virtual time")
                                           : Texts::tr("measured, wall clock");
}

}  // namespace

QString TimelineBox::label() const {
    if (!isPipelineOp(*this)) return {};
    const char letter = *kind == core::SpanKind::Forward          ? 'F'
                        : *kind == core::SpanKind::Backward       ? 'B'
                        : *kind == core::SpanKind::InputGradient  ? 'I'
                        : *kind == core::SpanKind::WeightGradient ? 'W'
                                                                  : '\0';
    if (!letter) return {};
    const QString op = QLatin1Char(letter) + QString::number(microBatch);
    return stage < 0 ? op : QString::number(stage) + op;
}

TimelinePicture timelinePicture(const core::Snapshot& snapshot, const MeasuredSpans& measured,
                                const TimelineQuestion& question, const core::Snapshot* pinned) {
    TimelinePicture picture;
    picture.clock = question.clock;
    if (!snapshot.timeline) return picture;
    const core::Timeline& timeline = *snapshot.timeline;
    const bool several = snapshot.schedule && snapshot.schedule->chunks > 1;
    const Chunks chunks = several ? Chunks::Several : Chunks::One;
    for (std::size_t r = 0; r < timeline.ranks.size(); ++r) {
        TimelineRow row;
        row.stage = int(r);
        row.name = Texts::tr("Stage %1").arg(r);
        row.predicted = predictedLane(timeline, r, chunks);
        row.peakInFlight = r < timeline.peakInFlight.size() ? timeline.peakInFlight[r] : 0;
        picture.rows.push_back(std::move(row));
    }
    picture.predictedEnd = std::max(timeline.stepEnd.value(), timeline.makespan.value());
    if (snapshot.layout) {
        addMeasured(picture, *snapshot.layout, measured, question, chunks);
        if (measured.outOfMemory) addFailure(picture, *snapshot.layout, *measured.outOfMemory);
    }
    picture.memory = memoryCurve(snapshot, question.memoryStage, pinned);
    if (pinned && pinned->timeline) addPinned(picture, *pinned);
    picture.unit = timeUnitFor(std::max({picture.predictedEnd, picture.measuredEnd, picture.pinnedEnd}));
    return picture;
}

QString bubbleFormula(const core::Snapshot& snapshot) {
    if (!snapshot.timeline || !snapshot.schedule) return {};
    const double share = snapshot.timeline->bubbleFraction;
    const core::Schedule& schedule = *snapshot.schedule;
    const bool closedForm =
        (schedule.kind == core::ScheduleKind::GPipe || schedule.kind == core::ScheduleKind::OneFOneB);
    if (!closedForm) return Texts::tr("Bubble %1").arg(percentText(share));
    const int p = schedule.stages, m = schedule.microBatches;
    const double ideal = double(p - 1) / (m + p - 1);
    const QString formula = QStringLiteral("(p − 1) / (m + p − 1) = %1 / %2 = %3")
                                .arg(p - 1)
                                .arg(m + p - 1)
                                .arg(percentText(ideal));
    if (std::abs(share - ideal) < 5e-4) return Texts::tr("Bubble %1").arg(formula);
    return Texts::tr("Bubble %1; equal stages: %2").arg(percentText(share), formula);
}

HoverContent timelineHover(const TimelinePicture& picture, int rowIndex, NumberKind laneKind, int index, LanePlan plan) {
    const TimelineRow& row = picture.rows[std::size_t(rowIndex)];
    const bool predicted = laneKind == NumberKind::Predicted;
    const TimelineLane& lane = plan == LanePlan::Pinned              ? *row.pinned
                               : predicted || !row.measured ? row.predicted
                                                            : *row.measured;
    const TimelineBox& box = lane.boxes[std::size_t(index)];
    HoverContent content;
    const QString what = box.kind ? nameOf(*box.kind) : Texts::tr("Idle");
    content.title =
        box.microBatch >= 0
            ? Texts::tr("%1, micro-batch %2, stage %3").arg(what).arg(box.microBatch).arg(row.stage)
            : Texts::tr("%1, stage %2").arg(what).arg(row.stage);
    if (plan == LanePlan::Pinned) content.title = Texts::tr("A: %1").arg(content.title);
    content.value = timeText(box.length(), picture.unit);
    if (box.kind) content.meaning = meaningOf(*box.kind);
    content.swatch = lane.kind;
    content.numbers =
        Texts::tr("from %1 to %2").arg(timeText(box.start, picture.unit), timeText(box.end, picture.unit));
    content.lines.push_back({lane.kind, laneWord(lane.kind, picture.clock)});
    if (box.isIdle() && box.start >= lane.pipelineEnd)
        content.lines.push_back({std::nullopt, Texts::tr("Behind the pipeline: waits for other replicas, no part of the bubble")});
    if (plan == LanePlan::Pinned) return content;
    if (row.pinned) addPinnedTwin(content, picture, *row.pinned, box);
    const TimelineLane* other = predicted ? (row.measured ? &*row.measured : nullptr) : &row.predicted;
    const TimelineBox* twin = other ? twinOf(*other, box) : nullptr;
    if (!twin) return content;
    const double measured = predicted ? twin->length() : box.length();
    const double expected = predicted ? box.length() : twin->length();
    const QString difference = expected > 0 ? signedPercentText(measured / expected - 1) : QString();
    content.lines.push_back({other->kind, QStringLiteral("%1 %2, %3")
                                              .arg(laneWord(other->kind, picture.clock),
                                                   timeText(twin->length(), picture.unit), difference)});
    return content;
}

Table timelineTable(const TimelinePicture& picture) {
    Table table;
    const QString unit = nameOf(picture.unit);
    table.header << Texts::tr("Stage") << Texts::tr("Kind") << Texts::tr("Op") << Texts::tr("Micro-batch")
                 << Texts::tr("Start, %1").arg(unit) << Texts::tr("End, %1").arg(unit);
    const auto add = [&](const TimelineRow& row, const TimelineLane& lane, const QString& kind) {
        for (const TimelineBox& box : lane.boxes)
            table.rows.push_back({QString::number(row.stage), kind,
                                  box.kind ? nameOf(*box.kind) : Texts::tr("Idle"),
                                  box.microBatch >= 0 ? QString::number(box.microBatch) : QString(),
                                  QString::number(inUnit(box.start, picture.unit), 'f', 4),
                                  QString::number(inUnit(box.end, picture.unit), 'f', 4)});
    };
    for (const TimelineRow& row : picture.rows) {
        add(row, row.predicted, nameOf(row.predicted.kind));
        if (row.measured) add(row, *row.measured, nameOf(row.measured->kind));
        if (row.pinned) add(row, *row.pinned, Texts::tr("A, predicted"));
    }
    return table;
}

}  // namespace ui
