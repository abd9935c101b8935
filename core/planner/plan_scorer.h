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

#include "core/cost/group_links.h"
#include "core/cost/step_estimate.h"
#include "core/layout/shard_map.h"
#include "core/memory/liveness.h"
#include "core/plan/plan.h"

#include <map>
#include <memory>
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
    ScoredLayout(const Plan& plan, const ShardMap& model);

    struct Rank {
        int index = 0;    // the first pipeline rank of this kind
        int count = 1;
        StageUnits units;             // of all its chunks
        std::vector<int> chunks;      // indices into `stages`
    };
    struct Stage {
        StageUnits units;
        int count = 0;
    };
    [[nodiscard]] const std::vector<Rank>& ranks() const { return m_ranks; }
    [[nodiscard]] const std::vector<Stage>& stages() const { return m_stages; }
    [[nodiscard]] const GroupLinks& links() const { return m_links; }
    [[nodiscard]] const ShardMap& shards() const { return m_shards; }

private:
    int stageLike(const StageUnits& units);

    ShardMap m_shards;
    GroupLinks m_links;
    std::vector<Stage> m_stages;  // one of each kind
    std::vector<Rank> m_ranks;    // likewise
};

class PlanScorer {
public:
    // Keeps references. `plan` has the layout of `layout`; its micro-batch, recomputation, sequence parallelism and
    // attention are read here, its ZeRO stage and schedule in score().
    PlanScorer(const Plan& plan, const ScoredLayout& layout, const LayerBytes& layers, const Calibration& calibration);
    [[nodiscard]] QuickScore score() const;

private:
    [[nodiscard]] Seconds makespan(const std::vector<StageCosts>& costs) const;
    [[nodiscard]] Bytes memoryOf(const ScoredLayout::Rank& rank) const;

    const Plan& m_plan;
    const ScoredLayout& m_layout;
    StageCoster m_coster;
    std::vector<ChunkActivations> m_chunks;  // of the layout's kinds of stages
    double m_flopsPerStep, m_peak;
    mutable std::vector<StageCosts> m_costs;  // room for score(): one thread at a time
};

}  // namespace core
