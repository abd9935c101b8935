// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/memory_curve.h"

#include "ui/kit/kind_mark.h"
#include "ui/kit/legend.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(timeline)
};

std::vector<core::MemoryMoment> momentsOf(const core::Snapshot& s, int stage) {
    const bool known = s.memory && s.timeline && s.schedule && s.shards && stage >= 0 && std::size_t(stage) < s.memory->stages.size();
    return known ? core::memoryOverTime(s.plan, *s.shards, *s.schedule, *s.timeline, stage) : std::vector<core::MemoryMoment>{};
}

core::CategoryBytes steadyOf(const core::Snapshot& s, int stage) {
    core::CategoryBytes bytes = s.memory->stages[std::size_t(stage)].ledger.byCategory();
    bytes[std::size_t(core::MemoryCategory::Activations)] = {};
    return bytes;
}

double endOf(const core::Snapshot& s) { return std::max(s.timeline->stepEnd, s.timeline->makespan).value(); }

}  // namespace

core::Bytes MemoryCurve::most() const {
    core::Bytes most = at(peak);
    for (const auto& [from, bytes] : pinned) most = std::max(most, bytes);
    return most;
}

double MemoryCurve::until(std::size_t moment) const {
    return moment + 1 < moments.size() ? moments[moment + 1].from.value() : end;
}

std::size_t MemoryCurve::momentAt(double seconds) const {
    const auto after = std::ranges::upper_bound(moments, core::Seconds(seconds), {}, &core::MemoryMoment::from);
    return after == moments.begin() ? 0 : std::size_t(after - moments.begin()) - 1;
}

std::size_t MemoryCurve::highestIn(double from, double to) const {
    std::size_t best = momentAt(from);
    for (std::size_t i = best; i < moments.size() && moments[i].from.value() <= to; ++i)
        if (moments[i].activations > moments[best].activations) best = i;
    return best;
}

std::optional<MemoryCurve> memoryCurve(const core::Snapshot& snapshot, int stage, const core::Snapshot* pinned) {
    MemoryCurve curve;
    curve.stage = stage;
    curve.moments = momentsOf(snapshot, stage);
    if (curve.moments.empty()) return std::nullopt;
    curve.steady = steadyOf(snapshot, stage);
    const auto peak = std::ranges::max_element(curve.moments, {}, &core::MemoryMoment::activations);
    curve.peak = std::size_t(peak - curve.moments.begin());
    curve.end = endOf(snapshot);
    curve.capacity = snapshot.memory->capacity;
    if (!pinned) return curve;
    const auto before = momentsOf(*pinned, stage);
    if (before.empty()) return curve;
    const core::Bytes steady = core::sum(steadyOf(*pinned, stage));
    for (const core::MemoryMoment& moment : before) curve.pinned.emplace_back(moment.from.value(), steady + moment.activations);
    curve.pinnedEnd = endOf(*pinned);
    return curve;
}

QString momentTitle(const MemoryCurve& curve, std::size_t moment, TimeUnit unit) {
    const core::MemoryMoment& at = curve.moments[moment];
    const QString when = timeText(at.from.value(), unit);
    if (!at.op) return Texts::tr("Stage %1 from %2, between two ops").arg(curve.stage).arg(when);
    return Texts::tr("Stage %1 from %2, %3 of micro-batch %4")
        .arg(curve.stage)
        .arg(when, nameOf(core::spanKind(at.op->kind)).toLower())
        .arg(at.op->microBatch.value);
}

HoverContent momentHover(const MemoryCurve& curve, std::size_t moment, TimeUnit unit) {
    core::CategoryBytes bytes = curve.steady;
    bytes[std::size_t(core::MemoryCategory::Activations)] = curve.moments[moment].activations;
    const ByteUnit scale = unitFor(curve.most());
    HoverContent content;
    content.title = momentTitle(curve, moment, unit);
    content.value = bytesText(curve.at(moment), scale);
    content.symbols = Texts::tr("of %1 on the card").arg(bytesText(curve.capacity));
    for (int c = 0; c < core::kMemoryCategories; ++c)
        if (bytes[std::size_t(c)] > core::Bytes(0))
            content.lines.push_back(
                {std::nullopt, QStringLiteral("%1  %2").arg(nameOf(core::MemoryCategory(c)),
                                                            bytesText(bytes[std::size_t(c)], scale))});
    content.lines.push_back({NumberKind::Predicted, nameOf(NumberKind::Predicted)});
    content.lines.push_back({std::nullopt, Texts::tr("A click lists the tensors")});
    return content;
}

}  // namespace ui
