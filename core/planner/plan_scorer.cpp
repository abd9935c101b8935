// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/plan_scorer.h"

#include "core/memory/memory_model.h"

#include <algorithm>

namespace core {

namespace {

bool isLike(const StageUnits& a, const StageUnits& b) {
    return a.first == b.first && a.last == b.last && a.blocks == b.blocks && a.expertBlocks == b.expertBlocks &&
           a.frozenBlocks == b.frozenBlocks;
}

GroupLinks linksOf(const Plan& plan) {
    const auto layout = Layout::create(plan.layout, plan.cluster.gpusPerNode);
    return layout ? groupLinks(plan, *layout, *acceleratorOf(plan.cluster)) : GroupLinks{};
}

}  // namespace

ScoredLayout::ScoredLayout(const Plan& plan, const ShardMap& model)
    : m_shards(model.under(plan.layout))
    , m_links(linksOf(plan)) {
    for (int r = 0; r < plan.layout.pp; ++r) {
        Rank rank{.index = r, .count = 1, .units = {}, .chunks = {}};
        for (const Stage stage : m_shards.stagesOf(r)) rank.chunks.push_back(kindOf(plan, stage));
        const auto same = std::ranges::find(m_ranks, rank.chunks, &Rank::chunks);
        if (same != m_ranks.end()) {
            ++same->count;
            continue;
        }
        rank.units = rankUnits(plan, m_shards, r);
        m_ranks.push_back(std::move(rank));
    }
}

// The sizes of a stage are asked for once a kind: counting blocks is cheap, adding up tensors is not.
int ScoredLayout::kindOf(const Plan& plan, Stage stage) {
    const StageUnits shape{.first = stage.value == 0,
                           .last = stage.value == m_shards.stages() - 1,
                           .blocks = m_shards.blockCount(stage),
                           .expertBlocks = m_shards.expertBlockCount(stage),
                           .frozenBlocks = frozenBlocks(plan, m_shards, stage)};
    for (std::size_t kind = 0; kind < m_stages.size(); ++kind)
        if (isLike(m_stages[kind], shape)) return int(kind);
    m_stages.push_back(stageUnits(plan, m_shards, stage));
    return int(m_stages.size()) - 1;
}

PlanScorer::PlanScorer(const Plan& plan, const ScoredLayout& layout, const LayerBytes& layers,
                       const Calibration& calibration)
    : m_plan(plan)
    , m_layout(layout)
    , m_coster(plan, layout.links(), layout.shards(), calibration)
    , m_flopsPerStep(modelFlopsPerToken(plan).value() * double(plan.batch.global) * plan.sequence())
    , m_peak(peakFlopsOf(plan, calibration) * plan.layout.cards())
    , m_costs(layout.stages().size()) {
    for (const StageUnits& stage : layout.stages()) m_chunks.emplace_back(layers, stage);
}

// m times the busiest rank, and once what it waits for: the others' forward passes before it begins and their backward
// passes after it ends, 1/v of them with v chunks a rank. ZB-H1 fills that with weight gradients.
Seconds PlanScorer::makespan() const {
    Seconds slowest, others;
    StageCosts slowestCosts;
    for (const ScoredLayout::Rank& rank : m_layout.ranks()) {
        StageCosts busy;
        for (const int chunk : rank.chunks) {
            const StageCosts& costs = m_costs[std::size_t(chunk)];
            busy.forward += costs.forward;
            busy.inputGradient += costs.inputGradient;
            busy.weightGradient += costs.weightGradient;
        }
        const Seconds all = busy.forward + busy.backward();
        const Seconds filled = m_plan.schedule == ScheduleKind::ZbH1 ? busy.weightGradient * 2.0 : Seconds(0);
        others += (all - filled) * double(rank.count);
        if (all > slowest) {
            slowest = all;
            slowestCosts = busy;
        }
    }
    const Seconds filled = m_plan.schedule == ScheduleKind::ZbH1 ? slowestCosts.weightGradient * 2.0 : Seconds(0);
    others -= slowest - filled;
    const double chunks = m_plan.layout.virtualStages;
    return slowest * double(m_plan.microBatches()) + others * (1 / chunks) +
           m_coster.message() * (2.0 * (m_plan.layout.pp - 1));
}

Bytes PlanScorer::activationsOf(const ScoredLayout::Rank& rank) const {
    const int p = m_plan.layout.pp, m = m_plan.microBatches(), v = m_plan.layout.virtualStages;
    const ChunkActivations& first = m_chunks[std::size_t(rank.chunks.front())];
    switch (m_plan.schedule) {
    case ScheduleKind::GPipe: return peakBytes(first, m);
    case ScheduleKind::ZbH1: return peakBytes(first, std::min(p, m));
    case ScheduleKind::Interleaved:
    case ScheduleKind::LoopedBfs: break;
    default: return peakBytes(first, std::min(p - rank.index, m));
    }
    // Forward passes run in turns of p micro-batches a chunk; so many are done when the first backward pass begins.
    const bool interleaved = m_plan.schedule == ScheduleKind::Interleaved;
    const std::int64_t passes = std::int64_t(m) * v;
    const std::int64_t done = interleaved ? std::min<std::int64_t>(2 * (p - rank.index - 1) + std::int64_t(v - 1) * p + 1, passes) : passes;
    const std::int64_t turn = std::int64_t(p) * v, turns = done / turn, rest = done % turn;
    Bytes held, most;
    for (int chunk = 0; chunk < v; ++chunk) {
        const ChunkActivations& activations = m_chunks[std::size_t(rank.chunks[std::size_t(chunk)])];
        const std::int64_t count = interleaved ? turns * p + std::clamp<std::int64_t>(rest - std::int64_t(chunk) * p, 0, p) : m;
        held += activations.kept() * count;
        most = std::max(most, activations.of(OpKind::Backward).most);
    }
    return held + most;
}

QuickScore PlanScorer::score() const {
    const bool shared = m_plan.zero.stage < 2;
    if (!shared || !m_pipeline || m_schedule != m_plan.schedule) {
        for (std::size_t kind = 0; kind < m_costs.size(); ++kind)
            m_costs[kind] = m_coster.stage(m_layout.stages()[kind]).costs;
        m_pipeline = makespan();
        m_schedule = m_plan.schedule;
    }
    const Seconds pipeline = *m_pipeline;
    if (!shared) m_pipeline.reset();
    QuickScore score;
    Seconds data, update;
    for (const ScoredLayout::Rank& rank : m_layout.ranks()) {
        data = std::max(data, m_coster.dataAtEnd(rank.units));
        update = std::max(update, m_coster.optimizer(rank.units));
        score.memory = std::max(score.memory, stateBytes(m_plan, rank.units) + activationsOf(rank));
    }
    score.step = pipeline + data + update;
    score.mfu = m_flopsPerStep / (m_peak * score.step.value());
    return score;
}

}  // namespace core
