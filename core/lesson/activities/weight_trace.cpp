// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a global element back to the ranks: the shard map leads the other way, so rows and columns are looked up.
#include "core/lesson/activities/weight_trace.h"

#include <algorithm>

namespace core {

namespace {

// Index in the unit's flat buffer on tensor rank tp; none where this rank does not have the element.
std::optional<std::int64_t> flatIndex(const ShardMap& shards, int unit, int tp, const WeightPlace& place) {
    const std::int64_t columns = shards.tensors()[std::size_t(place.tensor)].columns;
    for (const LocalTensor& local : shards.locals(unit)) {
        if (local.tensor != place.tensor) continue;
        for (std::int64_t row = 0; row < local.rows; ++row) {
            const std::int64_t first = shards.globalIndex(local, tp, row, 0);
            if (first == ShardMap::kPadding || first / columns != place.row) continue;
            const std::int64_t column = place.column - first % columns;
            if (column < 0 || column >= local.columns) return std::nullopt;
            return local.offset + row * local.columns + column;
        }
    }
    return std::nullopt;
}

std::optional<int> stageOf(const ShardMap& shards, int unit) {
    for (int stage = 0; stage < shards.stages(); ++stage)
        if (const std::vector<int> units = shards.units(Stage(stage)); std::ranges::count(units, unit) > 0) return stage;
    return std::nullopt;
}

void setParts(WeightHolder& holder, int zeroStage, bool owns) {
    const auto set = [&](WeightPart part, int dividedFrom, Holding otherwise) {
        holder.parts[std::size_t(part)] = zeroStage < dividedFrom || owns ? Holding::Always : otherwise;
    };
    set(WeightPart::Master, 1, Holding::Never);
    set(WeightPart::FirstMoment, 1, Holding::Never);
    set(WeightPart::SecondMoment, 1, Holding::Never);
    set(WeightPart::Gradient, 2, Holding::UntilReduced);
    set(WeightPart::Weight, 3, Holding::WhileUsed);
}

void addHolders(WeightTrace& trace, const Layout& layout, const ShardMap& shards, int zeroStage, int unit, int stage,
                const WeightPlace& place) {
    const LayoutSpec& spec = layout.spec();
    for (int tp = 0; tp < spec.tp; ++tp) {
        const auto flat = flatIndex(shards, unit, tp, place);
        if (!flat) continue;
        const int owner = int(*flat / std::max<std::int64_t>(1, shards.partElements(unit)));
        if (zeroStage > 0) trace.owner = owner;
        for (int dp = 0; dp < spec.dp; ++dp) {
            WeightHolder holder;
            holder.at = {tp, 0, 0, dp, stage % spec.pp};
            holder.rank = layout.rank(holder.at);
            holder.tiedCopy = unit == ShardMap::kTiedHead;
            setParts(holder, zeroStage, dp == owner);
            trace.holders.push_back(holder);
        }
    }
}

}  // namespace

int bytesOf(WeightPart part) { return part == WeightPart::Weight || part == WeightPart::Gradient ? 2 : 4; }

int WeightHolder::bytesAlways() const {
    int bytes = 0;
    for (int part = 0; part < kWeightParts; ++part)
        if (parts[part] == Holding::Always) bytes += bytesOf(WeightPart(part));
    return bytes;
}

int WeightHolder::bytesAtMost() const {
    int bytes = 0;
    for (int part = 0; part < kWeightParts; ++part)
        if (parts[part] != Holding::Never) bytes += bytesOf(WeightPart(part));
    return bytes;
}

int WeightTrace::bytesAlways() const {
    int bytes = 0;
    for (const WeightHolder& holder : holders) bytes += holder.bytesAlways();
    return bytes;
}

std::optional<WeightTrace> traceWeight(const Layout& layout, const ShardMap& shards, int zeroStage, const WeightPlace& place) {
    if (place.tensor < 0 || place.tensor >= int(shards.tensors().size())) return std::nullopt;
    const ModelTensor& tensor = shards.tensors()[std::size_t(place.tensor)];
    if (place.row < 0 || place.row >= tensor.rows || place.column < 0 || place.column >= tensor.columns) return std::nullopt;
    const auto stage = stageOf(shards, tensor.unit);
    if (!stage) return std::nullopt;
    WeightTrace trace;
    trace.stage = *stage;
    trace.replicated = tensor.split == TensorSplit::Replicated;
    addHolders(trace, layout, shards, zeroStage, tensor.unit, *stage, place);
    if (const auto head = stageOf(shards, ShardMap::kTiedHead))
        addHolders(trace, layout, shards, zeroStage, ShardMap::kTiedHead, *head, place);
    std::ranges::sort(trace.holders, {}, [](const WeightHolder& holder) { return holder.rank.value; });
    return trace;
}

}  // namespace core
