// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/data_exchange.h"

#include "core/cost/gathers.h"
#include "core/cost/offload.h"
#include "core/memory/framework_states.h"

#include <algorithm>

namespace core {

namespace {

// FSDP and DeepSpeed's stage 3 overlap unless told otherwise.
bool overlaps(const Plan& plan) {
    const bool always = plan.framework == Framework::Fsdp || (plan.framework == Framework::DeepSpeed && plan.zero.stage == 3);
    return always || plan.zero.overlap == Overlap::On;
}

int unitsOf(const StageUnits& units) { return units.blocks + (units.first ? 1 : 0) + (units.last ? 1 : 0); }

}  // namespace

bool freezesEmbedding(const Plan& plan) { return plan.lora.rank > 0 || plan.frozenBlocks > 0; }

DataExchange::DataExchange(const Plan& plan, const GroupLinks& links, const ShardMap& shards)
    : m_plan(plan)
    , m_links(links)
    , m_host(hostLinkOf(plan.cluster))
    , m_tiedElements(shards.unitElements(ShardMap::kTiedHead))
    , m_tiedPart(shards.partElements(ShardMap::kTiedHead))
    , m_embeddingElements(shards.unitElements(0))
    , m_blockElements(shards.blocks() > 0 ? shards.unitElements(1) : 0)
    , m_headElements(shards.unitElements(shards.blocks() + 1))
    , m_overlaps(overlaps(plan)) {}

// `bytes` in all, in so many calls over the data group.
Seconds DataExchange::collective(CollectiveKind kind, const StageUnits& units, std::int64_t bytes, int calls) const {
    // Experts are a collective of their own, over fewer ranks.
    const double ofExperts = units.elements > 0 ? double(units.experts) / double(units.elements) : 0;
    const auto expertBytes = std::int64_t(double(bytes) * ofExperts);
    const Bytes each((bytes - expertBytes) / std::max(1, calls)), experts(expertBytes / std::max(1, units.expertBlocks));
    return collectiveSeconds(kind, units.dataSize, each, m_links.data) * double(calls) +
           collectiveSeconds(kind, units.expertDataSize, experts, m_links.data) * double(units.expertBlocks);
}

// Calls for the gradients of the units: as many units go in one as a bucket holds.
int DataExchange::reductions(const StageUnits& units, std::int64_t bucket) const {
    if (m_plan.framework != Framework::Engine) return unitsOf(units);
    int calls = 0;
    std::int64_t filled = 0;
    const auto pack = [&](std::int64_t elements) {
        if (filled > 0 && filled + elements > bucket) {
            ++calls;
            filled = 0;
        }
        filled += elements;
    };
    if (units.last && m_plan.model.embeddings == Embeddings::Tied) pack(m_tiedElements);
    if (units.last) pack(m_headElements);
    for (int block = 0; block < units.blocks; ++block) pack(m_blockElements);
    if (units.first) pack(m_embeddingElements);
    return filled > 0 ? calls + 1 : calls;
}

Seconds DataExchange::gather(const StageUnits& units) const {
    const std::int64_t elements = m_plan.zero.stage == 3 ? units.elements : units.trained();
    return collective(CollectiveKind::AllGather, units, elements * parameterBytes(m_plan), unitsOf(units));
}

// Of what ZeRO-3 gathers, the part that this rank brings from its host first.
Seconds DataExchange::fetch(const StageUnits& units) const {
    return transferSeconds(gatherTransfer(m_plan, units.parts), m_host);
}

Seconds DataExchange::scatter(const StageUnits& units, std::int64_t bucket) const {
    return collective(CollectiveKind::ReduceScatter, units, gradients(units), reductions(units, bucket));
}

// In the engine the head's use of a table on the same stage has gradients of its own.
std::int64_t DataExchange::gradients(const StageUnits& units) const {
    const std::int64_t shared = m_plan.framework == Framework::Engine ? units.sharedHead : 0;
    return (units.trained() + shared) * gradientBytes(m_plan);
}

// What of the link time is left when it runs beside `computing`.
Seconds DataExchange::exposed(Seconds link, Seconds computing) const {
    return m_overlaps ? std::max(Seconds(0), link - computing) : link;
}

DataExchange::Share DataExchange::ofMicroBatch(const StageUnits& units, const StageCosts& compute, double kept) const {
    if (m_plan.zero.stage < 2) return {};
    const double beside = std::min(1.0, kept);
    const bool engine = m_plan.framework == Framework::Engine;
    const bool ahead = !engine || m_plan.zero.prefetchBucketSize > 0;  // the frameworks prefetch wherever they overlap
    const double again = gathersBackward(m_plan, units);
    // The engine's transfers from the host wait for each other and the computing for them.
    const Seconds fetched = m_plan.zero.stage == 3 ? fetch(units) * kept : Seconds(0);
    const Seconds once = (m_plan.zero.stage == 3 ? gather(units) * kept : Seconds(0)) + (engine ? Seconds(0) : fetched);
    const Seconds back = once * again;
    Share data{once, back, {}};
    if (ahead) data = {exposed(once, compute.forward * beside), exposed(back, compute.inputGradient * beside), {}};
    const Seconds free = compute.backward() - (back - data.inputGradient);  // of gathers
    const std::int64_t bucket = reduceBucketElements(m_plan, units);
    data.weightGradient = exposed(scatter(units, bucket), std::max(Seconds(0), free));
    if (engine) {
        data.forward += fetched;
        data.inputGradient += fetched * again;
    }
    return data;
}

Seconds DataExchange::atEnd(const StageUnits& units, const StageCosts& compute) const {
    const auto left = [&](Seconds link, Seconds computing) {
        return overlapsAtEnd() ? std::max(link - computing, link * (1.0 / std::max(1, unitsOf(units)))) : link;
    };
    switch (m_plan.zero.stage) {
    case 0:
        return left(collective(CollectiveKind::AllReduce, units, gradients(units),
                               reductions(units, m_plan.zero.reduceBucketSize)),
                    compute.backward());
    case 1:
        return left(scatter(units, m_plan.zero.reduceBucketSize), compute.backward()) +
               left(gather(units), compute.forward);
    case 2:
        return left(gather(units), compute.forward);
    default:
        return Seconds(0);
    }
}

bool DataExchange::overlapsAtEnd() const { return m_plan.framework != Framework::Engine && m_overlaps; }

Seconds DataExchange::tiedTable(const StageUnits& units) const {
    const bool copies = m_plan.model.embeddings == Embeddings::Tied && m_plan.layout.pp > 1 && !freezesEmbedding(m_plan);
    if (!copies || !(units.first || units.last)) return Seconds(0);
    const std::int64_t elements = m_plan.zero.stage >= 2 ? m_tiedPart : m_tiedElements;
    return collectiveSeconds(CollectiveKind::AllReduce, 2, Bytes(elements * gradientBytes(m_plan)), m_links.embedding);
}

Seconds DataExchange::hostUpdate(const StageUnits& units) const {
    return offloads(m_plan) ? transferSeconds(updateTransfer(m_plan, updatedParts(units)), m_host) : Seconds(0);
}

}  // namespace core
