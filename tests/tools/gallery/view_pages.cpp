// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "view_pages.h"

#include "core/evaluate.h"
#include "core/plan/plan_codec.h"
#include "ui/memory/memory_view.h"
#include "ui/timeline/timeline_view.h"

#include <QTextStream>

#include <algorithm>

namespace gallery {
namespace {

using namespace ui;
using SnapshotPtr = std::shared_ptr<const core::Snapshot>;

SnapshotPtr evaluated(const QString& planFile) {
    const auto plan = core::loadPlan(planFile.toStdString());
    if (plan) return std::make_shared<core::Snapshot>(core::evaluate(*plan));
    for (const core::Problem& problem : plan.error())
        QTextStream(stderr) << QString::fromStdString(core::describe(problem)) << '\n';
    return nullptr;
}

// The prediction with every category 0.4 to 1.2 % larger, by rank.
MeasuredMemory distortedMemory(const core::Snapshot& snapshot) {
    MeasuredMemory measured;
    for (int rank = 0; rank < snapshot.layout->ranks(); ++rank) {
        const int stage = snapshot.layout->coordinates(core::Rank(rank)).pp;
        core::MemoryEvent event;
        event.rank = rank;
        event.capacity = snapshot.memory->capacity;
        event.atPeak = snapshot.memory->stages[std::size_t(stage)].ledger.byCategory();
        for (core::Bytes& bytes : event.atPeak)
            bytes = core::Bytes(bytes.value() + bytes.value() * (4 + rank % 9) / 1000);
        event.peak = core::sum(event.atPeak);
        measured.ranks[rank] = event;
    }
    return measured;
}

// The predicted spans with every op 0 to 6 % longer than the one before it allows.
MeasuredSpans distortedSpans(const core::Snapshot& snapshot) {
    MeasuredSpans measured;
    for (int rank = 0; rank < snapshot.layout->ranks(); ++rank) {
        const int stage = snapshot.layout->coordinates(core::Rank(rank)).pp;
        core::SpansEvent event;
        event.step = 312;
        event.rank = rank;
        double stretch = 1.02;
        for (const core::TimedSpan& span : snapshot.timeline->ranks[std::size_t(stage)]) {
            core::OpSpan op;
            op.kind = span.kind;
            op.stage = span.stage.value;
            op.microBatch = span.microBatch.value;
            op.virtualStart = span.start.value() * stretch;
            stretch += 0.0008;
            op.virtualEnd = span.end.value() * stretch;
            op.wallStart = op.virtualStart * 4;
            op.wallEnd = op.virtualEnd * 4;
            event.spans.push_back(op);
        }
        measured.ranks[rank] = event;
    }
    return measured;
}

core::OutOfMemory failureOf(const MeasuredMemory& measured) {
    core::OutOfMemory failure;
    failure.held = measured.ranks.at(0).atPeak;
    failure.capacity = core::sum(failure.held) + core::mebibytes(0.2);
    failure.requested = core::mebibytes(0.5);
    failure.step = 1;
    failure.tensor = "MLP hidden, layer 1, micro-batch 1";
    return failure;
}

SelectedItem rankFive(const core::Snapshot& snapshot) {
    SelectedItem item;
    item.rank = std::min(5, snapshot.layout->ranks() - 1);
    item.microBatch = 3;
    return item;
}

Page memoryPage(const QString& name, ViewPlace place, const SnapshotPtr& snapshot, QSize size) {
    auto* view = new MemoryView(place);
    view->setSnapshot(snapshot);
    view->setSelection(rankFive(*snapshot));
    return {name, view, size};
}

Page timelinePage(const QString& name, ViewPlace place, const SnapshotPtr& snapshot, QSize size) {
    auto* view = new TimelineView(place);
    view->setSnapshot(snapshot);
    view->setSelection(rankFive(*snapshot));
    return {name, view, size};
}

MemoryView& memoryOf(Page& page) { return *static_cast<MemoryView*>(page.widget); }
TimelineView& timelineOf(Page& page) { return *static_cast<TimelineView*>(page.widget); }

}  // namespace

std::vector<Page> viewPages(const QString& planFile) {
    const SnapshotPtr snapshot = evaluated(planFile);
    if (!snapshot || !snapshot->layout || !snapshot->memory || !snapshot->timeline) return {};
    const QSize memoryExplore(420, 456), memoryRun(436, 254), timelineExplore(1144, 310),
        timelineRun(1440, 212);
    std::vector<Page> pages;
    const auto add = [&](Page page) -> Page& { return pages.emplace_back(std::move(page)); };
    add(memoryPage(QStringLiteral("memory-explore"), ViewPlace::Explore, snapshot, memoryExplore));
    add(timelinePage(QStringLiteral("timeline-explore"), ViewPlace::Explore, snapshot, timelineExplore));
    add(memoryPage(QStringLiteral("memory-run-empty"), ViewPlace::Run, snapshot, memoryRun));
    add(timelinePage(QStringLiteral("timeline-run-empty"), ViewPlace::Run, snapshot, timelineRun));

    const MeasuredMemory memory = distortedMemory(*snapshot);
    const MeasuredSpans spans = distortedSpans(*snapshot);
    memoryOf(add(memoryPage(QStringLiteral("memory-run"), ViewPlace::Run, snapshot, memoryRun)))
        .setMeasured(memory);
    timelineOf(add(timelinePage(QStringLiteral("timeline-run"), ViewPlace::Run, snapshot, timelineRun)))
        .setMeasured(spans);
    Page& wall =
        add(timelinePage(QStringLiteral("timeline-run-wall"), ViewPlace::Run, snapshot, timelineRun));
    timelineOf(wall).setMeasured(spans);
    timelineOf(wall).setClock(TimelineClock::Wall);

    MeasuredMemory failed = memory;
    failed.outOfMemory = failureOf(memory);
    MeasuredSpans stopped;
    stopped.outOfMemory = failed.outOfMemory;
    memoryOf(add(memoryPage(QStringLiteral("memory-run-failed"), ViewPlace::Run, snapshot, memoryRun)))
        .setMeasured(failed);
    timelineOf(
        add(timelinePage(QStringLiteral("timeline-run-failed"), ViewPlace::Run, snapshot, timelineRun)))
        .setMeasured(stopped);
    Page& cards =
        add(memoryPage(QStringLiteral("memory-cards"), ViewPlace::Explore, snapshot, memoryExplore));
    memoryOf(cards).setGrouping(MemoryGrouping::Cards);
    return pages;
}

}  // namespace gallery
