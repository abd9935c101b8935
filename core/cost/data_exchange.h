// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the data group exchanges under a ZeRO stage: gradients, gathered weights, both copies of a tied table, and what
// offloading fetches from the host for it. Data collectives run beside the computing where the plan or its framework says
// so: what is left then is what they take longer than the backward pass (gradients) or the forward pass (weights) of one
// micro-batch, and at least the last bucket.
#pragma once

#include "core/cost/group_links.h"
#include "core/cost/host_link.h"
#include "core/memory/stage_units.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

namespace core {

// Whether the embedding learns nothing, as under LoRA and with frozen blocks.
[[nodiscard]] bool freezesEmbedding(const Plan& plan);

class DataExchange {
public:
    // Keeps references to plan and links. The plan's ZeRO stage may change between questions, the rest of it may not.
    DataExchange(const Plan& plan, const GroupLinks& links, const ShardMap& shards);

    // Of ZeRO 2 and 3 per micro-batch: gathers in both passes, gradients with the weight gradient. Only what is
    // prefetched can run beside the computing, and only in the passes that gather. `kept`: the share of the gathers of
    // every pass that has to be made.
    struct Share {
        Seconds forward, inputGradient, weightGradient;
    };
    [[nodiscard]] Share ofMicroBatch(const StageUnits& units, const StageCosts& compute, double kept) const;

    // Once a step, ZeRO 0 to 2. Of this, gradients may run beside the last backward pass of the step and weights beside the
    // next forward pass.
    [[nodiscard]] Seconds atEnd(const StageUnits& units, const StageCosts& compute) const;
    [[nodiscard]] bool overlapsAtEnd() const;
    // Both ends of the pipeline add up the gradients of their copies of the tied table.
    [[nodiscard]] Seconds tiedTable(const StageUnits& units) const;
    // Between card and host, once a step.
    [[nodiscard]] Seconds hostUpdate(const StageUnits& units) const;

private:
    [[nodiscard]] Seconds collective(CollectiveKind kind, const StageUnits& units, std::int64_t bytes, int calls) const;
    [[nodiscard]] int reductions(const StageUnits& units, std::int64_t bucket) const;
    [[nodiscard]] Seconds gather(const StageUnits& units) const;
    [[nodiscard]] Seconds fetch(const StageUnits& units) const;
    [[nodiscard]] Seconds scatter(const StageUnits& units, std::int64_t bucket) const;
    [[nodiscard]] std::int64_t gradients(const StageUnits& units) const;  // bytes
    [[nodiscard]] Seconds exposed(Seconds link, Seconds computing) const;

    const Plan& m_plan;
    const GroupLinks& m_links;
    HostLink m_host;
    std::int64_t m_tiedElements, m_tiedPart, m_embeddingElements, m_blockElements, m_headElements;
    bool m_overlaps;
};

}  // namespace core
