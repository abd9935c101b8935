// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole and partitioned parameters.
#include "gpu/zero/parameters.h"

#include "gpu/device/host_view.h"
#include "gpu/kernels/elements.h"
#include "gpu/zero/flat_buffer.h"

#include <map>
#include <vector>

namespace gpu {

namespace {

void put(Device& device, ConstVector values, Vector place) {
    HostDraft draft(device, place);
    convertElements(values, draft.values());
    draft.put();
}

class WholeParameters final : public Parameters {
public:
    WholeParameters(const StageUnits& units, Arena& arena, DType type, Communicator& dataGroup,
                    Ownership ownership)
        : m_units(units)
        , m_device(arena.device())
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
            put(m_device, values, whole(place));
        }
    }

private:
    Vector whole(const UnitPlace& place) { return m_values.at(place.wholeOffset, place.elements); }

    const StageUnits& m_units;
    Device& m_device;
    Communicator& m_dataGroup;
    Ownership m_ownership;
    FlatBuffer m_values;
};

class PartitionedParameters final : public Parameters {
public:
    explicit PartitionedParameters(const PartitionContext& context)
        : m_units(context.units)
        , m_device(context.arena.device())
        , m_dataGroup(context.dataGroup)
        , m_overlap(context.zero.overlap)
        , m_fault(context.fault)
        , m_transfers(context.transfers)
        , m_uses(context.uses)
        , m_live(context.live)
        , m_parts(partsOf(context))
        , m_gathered(context.arena, context.live.capacity, context.type, core::MemoryCategory::Temporary,
                     "gathered parameters") {}

    ConstVector acquire(int unit) override {
        const core::LiveParameters::Use use = m_live.acquire(unit);
        if (use.gather) gather(*use.gather);
        if (const auto ticket = m_underWay.find(unit); ticket != m_underWay.end()) {
            m_dataGroup.await(ticket->second);
            m_underWay.erase(ticket);
        }
        for (const core::LiveParameters::Gather& ahead : use.prefetches) prefetch(ahead);
        return m_gathered.at(use.offset, m_units.of(unit).elements);
    }
    void release(int unit) override { m_live.release(unit); }

    Vector owned(int unit) override {
        const UnitPlace& place = m_units.of(unit);
        return m_parts.at(place.ownOffset, place.ownElements);
    }

    void publish() override {
        if (m_fault != Fault::StaleGather) forget();
    }
    void beginStep() override {
        publish();  // a step gathers the same whatever was evaluated before it
        m_live.begin(m_uses);
    }
    void endStep() override { m_live.end(); }

    void fill(const FillUnit& fillUnit) override {
        forget();
        std::vector<double> values;
        for (const UnitPlace& place : m_units.places()) {
            values.assign(std::size_t(place.elements), 0);
            fillUnit(place.unit, values);
            put(m_device, ownPart(ConstVector(values), place), owned(place.unit));
        }
    }

private:
    static FlatBuffer partsOf(const PartitionContext& context) {
        const std::int64_t elements = context.units.ownElements();
        const core::Offload device = context.zero.offloadParameters;
        if (device != core::Offload::None)
            return {device, context.zero, context.arena.device(), elements, context.type};
        return {context.arena, elements, context.type, core::MemoryCategory::Parameters, "parameters"};
    }
    void gather(const core::LiveParameters::Gather& gather) {
        const UnitPlace& place = m_units.of(gather.unit);
        if (m_transfers) m_transfers->gather(place.part);
        m_dataGroup.allGather(owned(gather.unit), m_gathered.at(gather.offset, place.elements), place.part);
    }
    void prefetch(const core::LiveParameters::Gather& ahead) {
        if (m_overlap == core::Overlap::Off) return gather(ahead);
        m_dataGroup.beginOverlap();
        gather(ahead);
        m_underWay[ahead.unit] = m_dataGroup.endOverlap();
    }
    void forget() {
        m_live.forget();
        m_underWay.clear();
    }

    const StageUnits& m_units;
    Device& m_device;
    Communicator& m_dataGroup;
    core::Overlap m_overlap;
    Fault m_fault;
    HostTransfers* m_transfers;
    std::vector<int> m_uses;
    core::LiveParameters m_live;
    FlatBuffer m_parts;
    FlatBuffer m_gathered;
    std::map<int, Communicator::Ticket> m_underWay;
};

}  // namespace

std::unique_ptr<Parameters> makeWholeParameters(const StageUnits& units, Arena& arena, DType type,
                                                Communicator& dataGroup, Ownership ownership) {
    return std::make_unique<WholeParameters>(units, arena, type, dataGroup, ownership);
}

std::unique_ptr<Parameters> makePartitionedParameters(const PartitionContext& context) {
    return std::make_unique<PartitionedParameters>(context);
}

}  // namespace gpu
