// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scatter and gather between whole tensors and shards, by core's shard map.
#include "gpu/training/model_state.h"

#include "gpu/device/host_view.h"
#include "gpu/kernels/elements.h"

#include <algorithm>

namespace gpu {

namespace {

Vector quantityOf(const AdamW::Owned& part, Quantity quantity) {
    switch (quantity) {
    case Quantity::Parameters:
        return part.masters;
    case Quantity::Gradients:
        return part.gradients;
    case Quantity::FirstMoments:
        return part.firstMoments;
    case Quantity::SecondMoments:
        return part.secondMoments;
    }
    return {};
}

void loadOwned(RankWorker& worker, Quantity quantity, const TensorValues& values) {
    for (const AdamW::Owned& part : worker.optimizer().owned()) {
        const Vector own = quantityOf(part, quantity);
        if (own.elements == 0) continue;  // a moment that the optimizer does not keep
        HostDraft draft(worker.arena().device(), own);
        clearElements(draft.values());
        for (const Segment& segment : part.segments)
            forEachRun(worker.job().shards(), segment.tensor, worker.at().tp, segment.inTensor,
                       segment.elements, [&](const ElementRun& run) {
                           const ConstVector whole = values[std::size_t(segment.tensor.tensor)];
                           convertElements(whole.part(run.global, run.elements),
                                           draft.values().part(segment.begin + run.local, run.elements));
                       });
        draft.put();
    }
}

}  // namespace

TensorValues zeroValues(const core::ShardMap& shards) {
    TensorValues values;
    for (const core::ModelTensor& tensor : shards.tensors())
        values.emplace_back(std::size_t(tensor.elements()), 0.0);
    return values;
}

void forEachRun(const core::ShardMap& shards, const core::LocalTensor& tensor, int tensorRank,
                std::int64_t from, std::int64_t count, const std::function<void(const ElementRun&)>& visit) {
    for (std::int64_t at = from; at < from + count;) {
        const std::int64_t row = at / tensor.columns, column = at % tensor.columns;
        const std::int64_t elements = std::min(tensor.columns - column, from + count - at);
        const std::int64_t global = shards.globalIndex(tensor, tensorRank, row, column);
        if (global != core::ShardMap::kPadding) visit({at - from, global, elements});
        at += elements;
    }
}

void loadState(RankWorker& worker, const ModelState& state) {
    const core::ShardMap& shards = worker.job().shards();
    worker.store().fill([&](int unit, std::span<double> whole) {
        std::ranges::fill(whole, 0.0);
        for (const core::LocalTensor& tensor : shards.locals(unit))
            forEachRun(shards, tensor, worker.at().tp, 0, tensor.elements(), [&](const ElementRun& run) {
                const double* from = state.parameters[std::size_t(tensor.tensor)].data() + run.global;
                std::copy_n(from, run.elements, whole.data() + tensor.offset + run.local);
            });
    });
    worker.setLossScale(state.lossScale);
    loadOwned(worker, Quantity::Parameters, state.parameters);
    loadOwned(worker, Quantity::FirstMoments, state.firstMoments);
    loadOwned(worker, Quantity::SecondMoments, state.secondMoments);
}

void collect(RankWorker& worker, Quantity quantity, TensorValues& values) {
    const core::ShardMap& shards = worker.job().shards();
    if (worker.store().ownership() == Ownership::Whole && worker.at().dp > 0) return;
    for (const AdamW::Owned& part : worker.optimizer().owned()) {
        const Vector own = quantityOf(part, quantity);
        if (own.elements == 0) continue;
        const HostView view(worker.arena().device(), own);
        for (const Segment& segment : part.segments) {
            if (!countsHere(shards, part.unit, segment.tensor, worker.at().tp)) continue;
            forEachRun(shards, segment.tensor, worker.at().tp, segment.inTensor, segment.elements,
                       [&](const ElementRun& run) {
                           const Vector whole = values[std::size_t(segment.tensor.tensor)];
                           convertElements(view.values().part(segment.begin + run.local, run.elements),
                                           whole.part(run.global, run.elements));
                       });
        }
    }
}

}  // namespace gpu
