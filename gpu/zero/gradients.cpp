// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Flat gradients, reduced at the boundary in runs of units.
#include "gpu/zero/gradients.h"

#include "gpu/zero/flat_buffer.h"

#include <algorithm>
#include <span>
#include <vector>

namespace gpu {

namespace {

class FlatGradients final : public Gradients {
public:
    FlatGradients(const GradientContext& context, Ownership ownership)
        : m_units(context.units)
        , m_device(context.arena.device())
        , m_dataGroup(context.dataGroup)
        , m_run(std::max<std::int64_t>(1, context.bucket))
        , m_ownership(ownership)
        , m_values(context.arena, m_units.wholeElements(), context.type, core::MemoryCategory::Gradients, "gradients") {}

    Vector accumulator(int unit) override { return whole(m_units.of(unit)); }
    void ready(int) override {}

    void reduce(ReplicaSum sum) override {
        const std::vector<UnitPlace>& places = m_units.places();
        for (std::size_t first = 0; first < places.size();) {
            std::size_t end = first + 1;
            std::int64_t elements = places[first].elements;
            while (end < places.size() && elements + places[end].elements <= m_run) elements += places[end++].elements;
            reduceRun(std::span(places).subspan(first, end - first), elements);
            first = end;
        }
        if (sum == ReplicaSum::Twice)
            for (const UnitPlace& place : places) m_device.scale(owned(place.unit), m_dataGroup.size());
    }

    Vector owned(int unit) override {
        const UnitPlace& place = m_units.of(unit);
        return m_ownership == Ownership::Whole ? whole(place) : ownPart(whole(place), place);
    }

    void clear() override { m_values.clear(); }

private:
    Vector whole(const UnitPlace& place) { return m_values.at(place.wholeOffset, place.elements); }

    void reduceRun(std::span<const UnitPlace> run, std::int64_t elements) {
        const Vector values = m_values.at(run.front().wholeOffset, elements);
        if (m_ownership == Ownership::Whole) return m_dataGroup.allReduce(values, Reduce::Sum);
        std::vector<Communicator::Piece> pieces;
        for (const UnitPlace& place : run)
            pieces.push_back({place.wholeOffset - run.front().wholeOffset, place.elements, place.part, owned(place.unit)});
        m_dataGroup.reduceScatter(values, pieces);
    }

    const StageUnits& m_units;
    Device& m_device;
    Communicator& m_dataGroup;
    std::int64_t m_run;  // elements that go in one call, unless a unit has more
    Ownership m_ownership;
    FlatBuffer m_values;
};

}  // namespace

std::unique_ptr<Gradients> makeFlatGradients(const GradientContext& context, Ownership ownership) {
    return std::make_unique<FlatGradients>(context, ownership);
}

}  // namespace gpu
