// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The update, segment by segment.
#include "gpu/optimizer/adamw.h"

#include "core/layout/weight_decay.h"
#include "core/lr/lr_schedule.h"
#include "gpu/device/host_view.h"
#include "gpu/device/precision.h"
#include "gpu/kernels/exact_norm.h"

#include <algorithm>
#include <cmath>

namespace gpu {

AdamW::AdamW(const core::Plan& plan, const core::ShardMap& shards, ZeroStore& store, Arena& arena,
             Fault fault, const Groups& groups)
    : m_plan(plan)
    , m_shards(shards)
    , m_device(arena.device())
    , m_fault(fault)
    , m_groups(groups)
    , m_sharded(store.ownership() == Ownership::Part) {
    const StageUnits& units = store.units();
    const std::int64_t elements = m_sharded ? units.ownElements() : units.wholeElements();
    const Precisions types = precisionsOf(plan);
    const core::Offload offload = plan.zero.offloadOptimizer;
    const auto reserve = [&](const char* name) {
        return offload != core::Offload::None
                   ? FlatBuffer(offload, plan.zero, m_device, elements, types.states)
                   : FlatBuffer(arena, elements, types.states, core::MemoryCategory::Optimizer, name);
    };
    if (types.hasMasters()) m_masters = reserve("master weights");
    const int states = plan.optimizer.states();
    if (states > 0) m_firstMoments = reserve("first moments");
    if (states > 1) m_secondMoments = reserve("second moments");
    const auto piece = [](const FlatBuffer& values, std::int64_t at, std::int64_t count) {
        return values.all().elements > 0 ? values.at(at, count) : Vector();
    };
    for (const UnitPlace& place : units.places()) {
        const std::int64_t begin = m_sharded ? place.ownBegin : 0;
        const std::int64_t count = m_sharded ? place.ownElements : place.elements;
        const std::int64_t offset = m_sharded ? place.ownOffset : place.wholeOffset;
        const Vector parameters = store.ownedParameters(place.unit);
        m_owned.push_back({place.unit, segmentsOf(shards, place.unit, begin, count), parameters,
                           types.hasMasters() ? m_masters.at(offset, count) : parameters,
                           store.ownedGradients(place.unit), piece(m_firstMoments, offset, count),
                           piece(m_secondMoments, offset, count)});
    }
    if (offload != core::Offload::None && !m_device.isDirect())
        m_window.emplace(m_device, int(types.hasMasters()) + states, types.states, elements);
}

template <class Call>
void AdamW::reduceOverGroups(Call&& call) {
    call(m_groups.tensor);
    call(m_groups.pipeline);
    if (m_sharded) call(m_groups.data);
}

std::vector<ConstVector> AdamW::countedGradients() const {
    const int tensorRank = m_fault == Fault::NormCountedTwice ? 0 : m_groups.tensor.rank();
    std::vector<ConstVector> runs;
    for (const Owned& part : m_owned)
        for (const Segment& segment : part.segments) {
            if (!countsHere(m_shards, part.unit, segment.tensor, tensorRank)) continue;
            const ConstVector run = part.gradients.part(segment.begin, segment.elements);
            const bool goesOn = !runs.empty() && runs.back().data + runs.back().bytes().value() == run.data;
            if (goesOn)
                runs.back().elements += run.elements;
            else
                runs.push_back(run);
        }
    return runs;
}

double AdamW::plainNorm() {
    double sum = 0;
    for (const ConstVector& run : countedGradients()) {
        const HostView values(m_device, run);
        for (const double value : values.values().as<double>()) sum += value * value;
    }
    reduceOverGroups([&](Communicator& group) { group.allReduceOnHost(std::span(&sum, 1), Reduce::Sum); });
    return std::sqrt(sum);
}

double AdamW::globalNorm() {
    if (precisionsOf(m_plan).gradients == DType::F64) return plainNorm();
    const std::vector<ConstVector> runs = countedGradients();
    std::int64_t largest = m_device.largestMagnitude(runs);
    reduceOverGroups([&](Communicator& group) { group.allReduce(std::span(&largest, 1), Reduce::Max); });
    ExactSquares squares(largest);
    m_device.addSquares(runs, squares);
    reduceOverGroups([&](Communicator& group) { group.allReduce(squares.sums(), Reduce::Sum); });
    return squares.norm();
}

void AdamW::copyMasters() {
    for (const Owned& part : m_owned) m_device.convert(part.parameters, part.masters);
}

void AdamW::update(Kernels& kernels, const core::ModelTensor& tensor, const Owned& piece, std::int64_t update,
                   double learningRate, double gradientScale) const {
    const core::OptimizerSpec& spec = m_plan.optimizer;
    const double decay = core::decays(tensor, spec.decayExempt) ? spec.weightDecay : 0;
    if (spec.kind == core::OptimizerKind::Sgd)
        return kernels.sgd({.lr = learningRate,
                            .momentum = spec.momentum,
                            .weightDecay = decay,
                            .gradientScale = gradientScale},
                           piece.masters, piece.gradients, piece.firstMoments);
    const core::Betas betas = core::cycledBetas(m_plan.lrSchedule, update - 1, m_plan.run.steps)
                                  .value_or(core::Betas{spec.beta1, spec.beta2});
    kernels.adamW({.lr = learningRate,
                   .beta1 = betas.beta1,
                   .beta2 = betas.beta2,
                   .eps = spec.eps,
                   .weightDecay = decay,
                   .decay = spec.kind == core::OptimizerKind::Adam ? Decay::InGradient : Decay::Apart,
                   .update = update,
                   .gradientScale = gradientScale},
                  piece.masters, piece.gradients, piece.firstMoments, piece.secondMoments);
}

void AdamW::updateOffloaded(Kernels& kernels, const core::ModelTensor& tensor, const Owned& piece, std::int64_t update,
                            double learningRate, double gradientScale) {
    const bool hasMasters = piece.masters.data != piece.parameters.data;
    std::vector<Vector> onHost;
    if (hasMasters) onHost.push_back(piece.masters);
    for (const Vector& moments : {piece.firstMoments, piece.secondMoments})
        if (moments.elements > 0) onHost.push_back(moments);
    const auto updated = [&](std::span<const Vector> views, std::int64_t at, std::int64_t count) {
        std::size_t next = 0;
        Owned here{piece.unit, {}, piece.parameters.part(at, count), {}, piece.gradients.part(at, count), {}, {}};
        here.masters = hasMasters ? views[next++] : here.parameters;
        if (piece.firstMoments.elements > 0) here.firstMoments = views[next++];
        if (piece.secondMoments.elements > 0) here.secondMoments = views[next++];
        this->update(kernels, tensor, here, update, learningRate, gradientScale);
        if (hasMasters) kernels.convert(here.masters, here.parameters);
    };
    if (onHost.empty()) return updated({}, 0, piece.parameters.elements);
    m_window->pass(onHost, [&](std::span<const Vector> views, std::int64_t at) {
        updated(views, at, views.front().elements);
    });
}

void AdamW::step(Kernels& kernels, std::int64_t update, double learningRate, double globalNorm,
                 double lossScale) {
    const double clip = m_plan.optimizer.clip;
    const double clipping = clip > 0 ? std::min(1.0, clip / (globalNorm + 1e-6)) : 1.0;
    if (m_window) m_window->begin();
    for (const Owned& part : m_owned) {
        for (const Segment& segment : part.segments) {
            const auto of = [&](Vector values) {
                return values.elements > 0 ? values.part(segment.begin, segment.elements) : values;
            };
            const Owned piece{part.unit,         {},                     of(part.parameters),   of(part.masters),
                              of(part.gradients), of(part.firstMoments), of(part.secondMoments)};
            const core::ModelTensor& tensor = m_shards.tensors()[std::size_t(segment.tensor.tensor)];
            if (m_window)
                updateOffloaded(kernels, tensor, piece, update, learningRate, clipping / lossScale);
            else
                this->update(kernels, tensor, piece, update, learningRate, clipping / lossScale);
        }
        if (!m_window && part.masters.data != part.parameters.data) kernels.convert(part.masters, part.parameters);
    }
    if (m_window) m_window->end();
}

}  // namespace gpu
