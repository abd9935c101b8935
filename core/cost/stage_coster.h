// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one stage of a plan costs, for whoever asks for many of them: planCosts() is made of this. What all stages share
// (times of a layer, links) is worked out once; asking for a stage allocates nothing. The plan's ZeRO stage may change
// between questions, the rest of it may not.
#pragma once

#include "core/cost/group_links.h"
#include "core/cost/step_estimate.h"
#include "core/memory/stage_units.h"

#include <memory>

namespace core {

class Coster;

class StageCoster {
public:
    // Keeps a reference to the plan.
    StageCoster(const Plan& plan, const GroupLinks& links, const ShardMap& shards, const Calibration& calibration);
    ~StageCoster();
    StageCoster(StageCoster&&) noexcept;

    struct Cost {
        StageCosts costs;
        StageShares shares;
    };
    [[nodiscard]] Cost stage(const StageUnits& units) const;  // of one model chunk
    // The end of the step, of all chunks of a pipeline rank.
    [[nodiscard]] Seconds dataAtEnd(const StageUnits& units) const;
    [[nodiscard]] Seconds optimizer(const StageUnits& units) const;
    [[nodiscard]] Seconds message() const;  // between two stages; 0 without a pipeline

private:
    std::unique_ptr<Coster> m_coster;
};

}  // namespace core
