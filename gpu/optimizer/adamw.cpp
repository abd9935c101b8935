// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// AdamW over segments.
#include "gpu/optimizer/adamw.h"

#include "gpu/device/precision.h"
#include "gpu/kernels/elements.h"
#include "gpu/kernels/exact_norm.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gpu {

AdamW::AdamW(const core::Plan& plan, const core::ShardMap& shards, ZeroStore& store, Arena& arena,
             Fault fault, const Groups& groups)
    : m_plan(plan)
    , m_shards(shards)
    , m_fault(fault)
    , m_groups(groups)
    , m_sharded(store.ownership() == Ownership::Part) {
    const StageUnits& units = store.units();
    const std::int64_t elements = m_sharded ? units.ownElements() : units.wholeElements();
    const Precisions types = precisionsOf(plan);
    const auto reserve = [&](const char* name) {
        return FlatBuffer(arena, elements, types.states, core::MemoryCategory::Optimizer, name);
    };
    if (types.hasMasters()) m_masters = reserve("master weights");
    m_firstMoments = reserve("first moments");
    m_secondMoments = reserve("second moments");
    for (const UnitPlace& place : units.places()) {
        const std::int64_t begin = m_sharded ? place.ownBegin : 0;
        const std::int64_t count = m_sharded ? place.ownElements : place.elements;
        const std::int64_t offset = m_sharded ? place.ownOffset : place.wholeOffset;
        const Vector parameters = store.ownedParameters(place.unit);
        m_owned.push_back({place.unit, segmentsOf(shards, place.unit, begin, count), parameters,
                           types.hasMasters() ? m_masters.at(offset, count) : parameters,
                           store.ownedGradients(place.unit), m_firstMoments.at(offset, count),
                           m_secondMoments.at(offset, count)});
    }
}

template <class Values>
void AdamW::reduceOverGroups(Values values, Reduce op) {
    m_groups.tensor.allReduce(values, op);
    m_groups.pipeline.allReduce(values, op);
    if (m_sharded) m_groups.data.allReduce(values, op);
}

template <class Visit>
void AdamW::forEachCounted(Visit&& visit) const {
    const int tensorRank = m_fault == Fault::NormCountedTwice ? 0 : m_groups.tensor.rank();
    for (const Owned& part : m_owned)
        for (const Segment& segment : part.segments)
            if (countsHere(m_shards, part.unit, segment.tensor, tensorRank))
                visit(ConstVector(part.gradients.part(segment.begin, segment.elements)));
}

double AdamW::plainNorm() {
    double sum = 0;
    forEachCounted([&](ConstVector values) {
        for (const double value : values.as<double>()) sum += value * value;
    });
    reduceOverGroups(Vector(std::span(&sum, 1)), Reduce::Sum);
    return std::sqrt(sum);
}

double AdamW::globalNorm() {
    if (precisionsOf(m_plan).gradients == DType::F64) return plainNorm();
    std::int64_t largest = 0;
    forEachCounted([&](ConstVector values) { largest = std::max(largest, largestMagnitude(values)); });
    reduceOverGroups(std::span(&largest, 1), Reduce::Max);
    ExactSquares squares(largest);
    forEachCounted([&](ConstVector values) { squares.add(values); });
    reduceOverGroups(squares.sums(), Reduce::Sum);
    return squares.norm();
}

void AdamW::copyMasters() {
    for (const Owned& part : m_owned) convertElements(part.parameters, part.masters);
}

void AdamW::step(Kernels& kernels, std::int64_t update, double learningRate, double globalNorm) {
    const core::OptimizerSpec& spec = m_plan.optimizer;
    const double clipping = spec.clip > 0 ? std::min(1.0, spec.clip / (globalNorm + 1e-6)) : 1.0;
    for (const Owned& part : m_owned) {
        for (const Segment& segment : part.segments) {
            const bool matrix = m_shards.tensors()[std::size_t(segment.tensor.tensor)].columns > 1;
            const auto piece = [&](Vector values) { return values.part(segment.begin, segment.elements); };
            kernels.adamW({.lr = learningRate,
                           .beta1 = spec.beta1,
                           .beta2 = spec.beta2,
                           .eps = spec.eps,
                           .weightDecay = matrix ? spec.weightDecay : 0,
                           .update = update,
                           .gradientScale = clipping},
                          piece(part.masters), piece(part.gradients), piece(part.firstMoments),
                          piece(part.secondMoments));
        }
        if (part.masters.data != part.parameters.data) kernels.convert(part.masters, part.parameters);
    }
}

}  // namespace gpu
