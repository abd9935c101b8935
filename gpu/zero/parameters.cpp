// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole and partitioned parameters.
#include "gpu/zero/parameters.h"

#include "gpu/kernels/elements.h"
#include "gpu/zero/flat_buffer.h"

#include <vector>

namespace gpu {

namespace {

class WholeParameters final : public Parameters {
public:
    WholeParameters(const StageUnits& units, Arena& arena, DType type, Communicator& dataGroup,
                    Ownership ownership)
        : m_units(units)
        , m_dataGroup(dataGroup)
        , m_ownership(ownership)
        , m_values(arena, units.wholeElements(), type, core::MemoryCategory::Parameters, "parameters") {}

    ConstVector acquire(int unit) override { return whole(m_units.of(unit)); }
    void release(int) override {}

    Vector owned(int unit) override {
        const UnitPlace& place = m_units.of(unit);
        return m_ownership == Ownership::Whole ? whole(place) : ownPart(whole(place), place);
    }

    void publish() override {
        if (m_ownership == Ownership::Whole) return;
        for (const UnitPlace& place : m_units.places())
            m_dataGroup.allGather(ownPart(whole(place), place), whole(place), place.part);
    }

    void fill(const FillUnit& fillUnit) override {
        std::vector<double> values;
        for (const UnitPlace& place : m_units.places()) {
            values.assign(std::size_t(place.elements), 0);
            fillUnit(place.unit, values);
            convertElements(values, whole(place));
        }
    }

private:
    Vector whole(const UnitPlace& place) { return m_values.at(place.wholeOffset, place.elements); }

    const StageUnits& m_units;
    Communicator& m_dataGroup;
    Ownership m_ownership;
    FlatBuffer m_values;
};

class PartitionedParameters final : public Parameters {
public:
    PartitionedParameters(const StageUnits& units, Arena& arena, DType type, Communicator& dataGroup)
        : m_units(units)
        , m_dataGroup(dataGroup)
        , m_parts(arena, units.ownElements(), type, core::MemoryCategory::Parameters, "parameters")
        , m_gathered(arena, units.largestUnit(), type, core::MemoryCategory::Temporary,
                     "gathered parameters") {}

    ConstVector acquire(int unit) override {
        const UnitPlace& place = m_units.of(unit);
        if (m_users > 0 && m_unit != unit) throw std::logic_error("two units gathered at a time");
        if (m_users++ == 0) {
            m_unit = unit;
            m_dataGroup.allGather(owned(unit), m_gathered.at(0, place.elements), place.part);
        }
        return m_gathered.at(0, place.elements);
    }
    void release(int) override { --m_users; }

    Vector owned(int unit) override {
        const UnitPlace& place = m_units.of(unit);
        return m_parts.at(place.ownOffset, place.ownElements);
    }

    void publish() override {}

    void fill(const FillUnit& fillUnit) override {
        std::vector<double> values;
        for (const UnitPlace& place : m_units.places()) {
            values.assign(std::size_t(place.elements), 0);
            fillUnit(place.unit, values);
            convertElements(ownPart(Vector(values), place), owned(place.unit));
        }
    }

private:
    const StageUnits& m_units;
    Communicator& m_dataGroup;
    FlatBuffer m_parts;
    FlatBuffer m_gathered;
    int m_unit = 0;
    int m_users = 0;
};

}  // namespace

std::unique_ptr<Parameters> makeWholeParameters(const StageUnits& units, Arena& arena, DType type,
                                                Communicator& dataGroup, Ownership ownership) {
    return std::make_unique<WholeParameters>(units, arena, type, dataGroup, ownership);
}

std::unique_ptr<Parameters> makePartitionedParameters(const StageUnits& units, Arena& arena, DType type,
                                                      Communicator& dataGroup) {
    return std::make_unique<PartitionedParameters>(units, arena, type, dataGroup);
}

}  // namespace gpu
