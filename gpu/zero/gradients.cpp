// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Flat and bucketed gradients.
#include "gpu/zero/gradients.h"

#include "gpu/kernels/elements.h"
#include "gpu/zero/flat_buffer.h"

namespace gpu {

namespace {

class FlatGradients final : public Gradients {
public:
    FlatGradients(const StageUnits& units, Arena& arena, DType type, Communicator& dataGroup,
                  Ownership ownership)
        : m_units(units)
        , m_dataGroup(dataGroup)
        , m_ownership(ownership)
        , m_values(arena, units.wholeElements(), type, core::MemoryCategory::Gradients, "gradients") {}

    Vector accumulator(int unit) override { return whole(m_units.of(unit)); }
    void ready(int) override {}

    void reduce(ReplicaSum sum) override {
        for (const UnitPlace& place : m_units.places()) {
            if (m_ownership == Ownership::Whole)
                m_dataGroup.allReduce(whole(place), Reduce::Sum);
            else
                m_dataGroup.reduceScatter(whole(place), ownPart(whole(place), place), place.part);
            if (sum == ReplicaSum::Twice) scaleElements(owned(place.unit), m_dataGroup.size());
        }
    }

    Vector owned(int unit) override {
        const UnitPlace& place = m_units.of(unit);
        return m_ownership == Ownership::Whole ? whole(place) : ownPart(whole(place), place);
    }

    void clear() override { m_values.clear(); }

private:
    Vector whole(const UnitPlace& place) { return m_values.at(place.wholeOffset, place.elements); }

    const StageUnits& m_units;
    Communicator& m_dataGroup;
    Ownership m_ownership;
    FlatBuffer m_values;
};

class BucketGradients final : public Gradients {
public:
    BucketGradients(const StageUnits& units, Arena& arena, DType type, Communicator& dataGroup)
        : m_units(units)
        , m_dataGroup(dataGroup)
        , m_parts(arena, units.ownElements(), type, core::MemoryCategory::Gradients, "gradients")
        , m_bucket(arena, units.largestUnit(), type, core::MemoryCategory::Temporary, "gradient bucket") {}

    Vector accumulator(int unit) override {
        const UnitPlace& place = m_units.of(unit);
        if (m_open != kNone && m_open != unit) throw std::logic_error("two gradient buckets open at a time");
        const Vector bucket = m_bucket.at(0, place.elements);
        if (m_open == kNone) clearElements(bucket);
        m_open = unit;
        return bucket;
    }

    void ready(int unit) override {
        const UnitPlace& place = m_units.of(unit);
        const Vector bucket = m_bucket.at(0, place.elements);
        const Vector part = ownPart(bucket, place);
        m_dataGroup.reduceScatter(bucket, part, place.part);
        addElements(part, owned(unit));
        m_open = kNone;
    }

    void reduce(ReplicaSum sum) override {
        if (sum == ReplicaSum::Twice) scaleElements(m_parts.all(), m_dataGroup.size());
    }

    Vector owned(int unit) override {
        const UnitPlace& place = m_units.of(unit);
        return m_parts.at(place.ownOffset, place.ownElements);
    }

    void clear() override { m_parts.clear(); }

private:
    static constexpr int kNone = -2;

    const StageUnits& m_units;
    Communicator& m_dataGroup;
    FlatBuffer m_parts;
    FlatBuffer m_bucket;
    int m_open = kNone;
};

}  // namespace

std::unique_ptr<Gradients> makeFlatGradients(const StageUnits& units, Arena& arena, DType type,
                                             Communicator& dataGroup, Ownership ownership) {
    return std::make_unique<FlatGradients>(units, arena, type, dataGroup, ownership);
}

std::unique_ptr<Gradients> makeBucketGradients(const StageUnits& units, Arena& arena, DType type,
                                               Communicator& dataGroup) {
    return std::make_unique<BucketGradients>(units, arena, type, dataGroup);
}

}  // namespace gpu
