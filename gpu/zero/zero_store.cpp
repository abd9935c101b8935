// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses the stores of a ZeRO stage and ties the two uses of the token table together.
#include "gpu/zero/zero_store.h"

#include "core/memory/live_parameters.h"
#include "core/memory/stage_units.h"
#include "gpu/device/precision.h"

#include <algorithm>
#include <set>
#include <vector>

namespace gpu {

namespace {

// The table is used twice on one stage: its second use has gradients of its own but no parameters.
TiedHeadPlace tiedGradients(const core::Plan& plan) {
    return plan.layout.pp == 1 && plan.model.embeddings == core::Embeddings::Tied ? TiedHeadPlace::Append
                                                                                  : TiedHeadPlace::Leave;
}

std::int64_t ownTableElements(const core::ShardMap& shards, int dataRank, Ownership ownership) {
    const std::int64_t table = shards.unitElements(core::ShardMap::kTiedHead);
    if (ownership == Ownership::Whole) return table;
    const std::int64_t part = shards.partElements(core::ShardMap::kTiedHead);
    return std::clamp<std::int64_t>(table - part * dataRank, 0, part);
}

std::vector<int> usesOf(const ZeroContext& context) {
    if (!context.schedule) return {};
    return core::parameterUses(context.plan, context.shards, *context.schedule, context.stage.value);
}

// The embedding, else the first block of a chunk.
std::set<int> lastOfPass(const core::ShardMap& shards, core::Stage pipelineRank) {
    std::set<int> units;
    for (const core::Stage chunk : shards.stagesOf(pipelineRank.value))
        units.insert(chunk.value == 0 ? 0 : shards.firstBlock(chunk) + 1);
    return units;
}

}  // namespace

ZeroStore::ZeroStore(const ZeroContext& context)
    : m_device(context.arena.device())
    , m_embeddingGroup(context.embeddingGroup)
    , m_fault(context.fault)
    , m_ownership(context.plan.zero.stage == 0 ? Ownership::Whole : Ownership::Part)
    , m_ownTableElements(ownTableElements(context.shards, context.dataGroup.rank(), m_ownership))
    , m_units(context.shards, context.stage, context.dataGroup.rank(), TiedHeadPlace::Leave)
    , m_gradientUnits(context.shards, context.stage, context.dataGroup.rank(), tiedGradients(context.plan)) {
    const core::Plan& plan = context.plan;
    const Precisions types = precisionsOf(plan);
    const core::StageUnits sizes = core::rankUnits(plan, context.shards, context.stage.value);
    if (plan.zero.stage < 3)
        m_parameters = makeWholeParameters(m_units, context.arena, types.stored, context.dataGroup, m_ownership);
    else
        m_parameters = makePartitionedParameters(
            {.units = m_units,
             .arena = context.arena,
             .type = types.stored,
             .dataGroup = context.dataGroup,
             .live = core::liveSettings(plan, context.shards, context.stage.value),
             .uses = usesOf(context),
             .zero = plan.zero,
             .fault = context.fault,
             .transfers = context.transfers});
    const GradientContext gradients{
        .units = m_gradientUnits,
        .arena = context.arena,
        .type = types.gradients,
        .dataGroup = context.dataGroup,
        .bucket = plan.zero.stage < 2 ? plan.zero.reduceBucketSize : core::reduceBucketElements(plan, sizes),
        .lastOfPass = lastOfPass(context.shards, context.stage),
        .overlap = plan.zero.overlap,
        .fault = context.fault};
    m_gradients =
        plan.zero.stage < 2 ? makeFlatGradients(gradients, m_ownership) : makeBucketGradients(gradients);
}

ConstVector ZeroStore::acquire(int unit) {
    if (unit != kHead || m_units.holds(kHead)) return m_parameters->acquire(unit);
    // The token table is the first tensor of the embedding.
    return m_parameters->acquire(0).first(m_gradientUnits.of(kHead).elements);
}

void ZeroStore::release(int unit) { m_parameters->release(unit != kHead || m_units.holds(kHead) ? unit : 0); }

void ZeroStore::reduceGradients() {
    m_gradients->reduce(m_fault == Fault::GradientSummedTwice ? ReplicaSum::Twice : ReplicaSum::Once);
    sumTiedUses();
}

// Both parts are cut at the same elements, so an owner of the table owns the same elements of its second use.
void ZeroStore::sumTiedUses() {
    const bool stale = m_fault == Fault::StaleTiedEmbedding;
    if (sharesTable()) {
        if (!stale) m_device.add(m_gradients->owned(kHead), m_gradients->owned(0).first(m_ownTableElements));
        return;
    }
    if (!m_embeddingGroup) return;
    const Vector use = m_gradients->owned(m_units.holds(0) ? 0 : kHead).first(m_ownTableElements);
    const bool misses = stale && m_units.holds(kHead);
    std::vector<std::byte> kept(misses ? std::size_t(use.bytes().value()) : 0);
    const Vector before(kept.data(), use.elements, use.type);
    if (misses) m_device.copy(use, before);
    m_embeddingGroup->allReduce(use, Reduce::Sum);
    if (misses) m_device.copy(before, use);
}

}  // namespace gpu
