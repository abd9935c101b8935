// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scores plans that differ in few fields as fast as a search needs: what a layout, a micro-batch and a kind of
// recomputation cost is worked out once and shared by all plans that have it in common; per plan there is arithmetic
// only, no string, no allocation, no table of ops. The formulas are those of core::score (core/cost, core/memory).
//
// What is approximate, and by how much it is held to core::score by a test: the makespan of a pipeline is that of its
// busiest rank plus the filling and draining of the others, exact for equal stages; the micro-batches that a rank of a
// schedule of several chunks holds are taken as spread over its chunks in proportion to their size.
#pragma once

#include "core/cost/stage_coster.h"
#include "core/layout/shard_map.h"
#include "core/memory/liveness.h"
#include "core/plan/plan.h"

#include <optional>
#include <vector>

namespace core {

struct QuickScore {
    Seconds step;
    double mfu = 0;
    Bytes memory;  // heaviest card
};

// The layout of `plan` and its division of blocks; what all plans on it share.
class ScoredLayout {
public:
    ScoredLayout(const Plan& plan, const ShardMap& model);  // `model` under any layout

    struct Rank {
        int index = 0;            // the first pipeline rank of this kind,
        int count = 1;            // and how many there are
        StageUnits units;         // of all its chunks
        std::vector<int> chunks;  // their kinds, indices into stages()
    };
    [[nodiscard]] const std::vector<Rank>& ranks() const { return m_ranks; }
    [[nodiscard]] const std::vector<StageUnits>& stages() const { return m_stages; }  // one of each kind
    [[nodiscard]] const GroupLinks& links() const { return m_links; }
    [[nodiscard]] const ShardMap& shards() const { return m_shards; }

private:
    int kindOf(const Plan& plan, Stage stage);

    ShardMap m_shards;
    GroupLinks m_links;
    std::vector<StageUnits> m_stages;
    std::vector<Rank> m_ranks;
};

class PlanScorer {
public:
    // Keeps references. `plan` has the layout of `layout`; its micro-batch, recomputation, sequence parallelism and
    // attention are read here, its ZeRO stage and schedule in score().
    PlanScorer(const Plan& plan, const ScoredLayout& layout, const LayerBytes& layers, const Calibration& calibration);
    [[nodiscard]] QuickScore score() const;  // one thread at a time

private:
    [[nodiscard]] Seconds makespan() const;
    [[nodiscard]] Bytes activationsOf(const ScoredLayout::Rank& rank) const;

    const Plan& m_plan;
    const ScoredLayout& m_layout;
    StageCoster m_coster;
    std::vector<ChunkActivations> m_chunks;  // of the kinds of stages
    double m_flopsPerStep, m_peak;
    mutable std::vector<StageCosts> m_costs;  // likewise; room for score()
    // Below ZeRO-2 micro-batches exchange no data: stages cost the same, and the pipeline takes as long.
    mutable std::optional<Seconds> m_pipeline;
    mutable ScheduleKind m_schedule = ScheduleKind::OneFOneB;  // that it is of
};

}  // namespace core
