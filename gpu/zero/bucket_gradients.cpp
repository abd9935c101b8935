// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ZeRO 2 and 3: gradients of a micro-batch pass through a bucket. Units lie in it one after the other; what does not fit
// sends the bucket off first, and so does the end of a backward pass (DeepSpeed's stage 2 reduces at every micro-batch).
// With overlap there are two buckets: one is filled while the other is under way.
#include "gpu/zero/flat_buffer.h"
#include "gpu/zero/gradients.h"

#include <array>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gpu {

namespace {

class BucketGradients final : public Gradients {
public:
    explicit BucketGradients(const GradientContext& context)
        : m_units(context.units)
        , m_device(context.arena.device())
        , m_lastOfPass(context.lastOfPass)
        , m_dataGroup(context.dataGroup)
        , m_overlap(context.overlap)
        , m_fault(context.fault)
        , m_capacity(context.bucket)
        , m_parts(context.arena, m_units.ownElements(), context.type, core::MemoryCategory::Gradients, "gradients") {
        const int buckets = m_overlap == core::Overlap::On ? 2 : 1;
        for (int i = 0; i < buckets; ++i)
            m_buckets[std::size_t(i)].values = FlatBuffer(context.arena, m_capacity, context.type,
                                                          core::MemoryCategory::Temporary, "gradient bucket");
    }

    Vector accumulator(int unit) override {
        const UnitPlace& place = m_units.of(unit);
        if (m_open == unit) return inBucket(m_filling->held.back());
        if (m_open != kNone) throw std::logic_error("two units' gradients are open at a time");
        if (filled() + place.elements > m_capacity) send();
        m_open = unit;
        m_filling->held.push_back({&place, filled()});
        const Vector values = inBucket(m_filling->held.back());
        m_device.clear(values);
        return values;
    }

    void ready(int unit) override {
        if (m_open != unit) throw std::logic_error("a unit's gradients are ready that were not open");
        m_open = kNone;
        if (m_lastOfPass.contains(unit) || filled() == m_capacity) send();
    }

    void reduce(ReplicaSum sum) override {
        send();
        for (Bucket& bucket : m_buckets) arrive(bucket);
        if (sum == ReplicaSum::Twice) m_device.scale(m_parts.all(), m_dataGroup.size());
    }

    Vector owned(int unit) override {
        const UnitPlace& place = m_units.of(unit);
        return m_parts.at(place.ownOffset, place.ownElements);
    }

    void clear() override { m_parts.clear(); }

private:
    static constexpr int kNone = -2;

    struct Held {
        const UnitPlace* place;
        std::int64_t offset;
    };
    struct Bucket {
        FlatBuffer values;
        std::vector<Held> held;
        std::optional<Communicator::Ticket> underWay;
    };

    [[nodiscard]] std::int64_t filled() const {
        return m_filling->held.empty() ? 0 : m_filling->held.back().offset + m_filling->held.back().place->elements;
    }
    [[nodiscard]] Vector inBucket(const Held& held) const {
        return m_filling->values.at(held.offset, held.place->elements);
    }

    void send() {
        if (m_filling->held.empty()) return;
        std::vector<Communicator::Piece> pieces;
        for (const Held& held : m_filling->held)
            pieces.push_back({held.offset, held.place->elements, held.place->part,
                              ownPart(inBucket(held), *held.place)});
        const Vector values = m_filling->values.at(0, filled());
        if (m_overlap == core::Overlap::Off) {
            m_dataGroup.reduceScatter(values, pieces);
            return addUp(*m_filling);
        }
        m_dataGroup.beginOverlap();
        m_dataGroup.reduceScatter(values, pieces);
        m_filling->underWay = m_dataGroup.endOverlap();
        m_filling = m_filling == &m_buckets[0] ? &m_buckets[1] : &m_buckets[0];
        arrive(*m_filling);
    }

    void arrive(Bucket& bucket) {
        if (!bucket.underWay) return;
        m_dataGroup.await(*bucket.underWay);
        bucket.underWay.reset();
        addUp(bucket);
    }

    void addUp(Bucket& bucket) {
        const bool lost = m_fault == Fault::BucketLost && std::exchange(m_lost, true);
        for (const Held& held : bucket.held) {
            if (lost) continue;
            const Vector whole = bucket.values.at(held.offset, held.place->elements);
            m_device.add(ownPart(whole, *held.place), owned(held.place->unit));
        }
        bucket.held.clear();
    }

    const StageUnits& m_units;
    Device& m_device;
    std::set<int> m_lastOfPass;
    Communicator& m_dataGroup;
    core::Overlap m_overlap;
    Fault m_fault;
    bool m_lost = false;
    std::int64_t m_capacity;
    FlatBuffer m_parts;
    std::array<Bucket, 2> m_buckets;  // the second only with overlap
    Bucket* m_filling = &m_buckets[0];
    int m_open = kNone;
};

}  // namespace

std::unique_ptr<Gradients> makeBucketGradients(const GradientContext& context) {
    return std::make_unique<BucketGradients>(context);
}

}  // namespace gpu
