// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What activations cost on links, by stage and micro-batch: sums over the tensor group, keys and values around the context
// ranks, tokens to their experts and back, messages between stages. Alpha-beta (core/cost/collectives.h); nothing overlaps.
#pragma once

#include "core/cost/group_links.h"
#include "core/memory/stage_units.h"
#include "core/plan/plan.h"

namespace core {

class TensorExchange {
public:
    // Keeps references to both.
    TensorExchange(const Plan& plan, const GroupLinks& links)
        : m_plan(plan)
        , m_links(links) {}

    // Two sums of the residual stream per block and direction; the embedding sums forward, the head sums
    // three numbers a token forward and its input gradient backward. With sequence parallelism each sum
    // becomes a reduce-scatter and an all-gather of the same traffic.
    [[nodiscard]] Seconds forward(const StageUnits& units) const;
    [[nodiscard]] Seconds inputGradient(const StageUnits& units) const;
    // What column-parallel linears read is gathered again, and so is what row-parallel ones returned, where the input
    // gradient has gathered it in a pass of its own. Megatron hides the first behind the input gradient.
    [[nodiscard]] Seconds weightGradient(const StageUnits& units) const;
    // Once a step: the norms' gradients, of this rank's rows so far.
    [[nodiscard]] Seconds atEnd(const StageUnits& units) const;
    [[nodiscard]] Seconds message() const;  // between two stages; 0 without a pipeline

private:
    [[nodiscard]] double tokens() const;
    [[nodiscard]] Bytes streamBytes() const;  // the residual stream of a micro-batch
    [[nodiscard]] Seconds sum(Bytes bytes) const;
    [[nodiscard]] Seconds half() const;  // of the traffic of a sum of the stream: one reduce-scatter or all-gather
    [[nodiscard]] bool gathersRows() const;
    [[nodiscard]] double sumsOfBlock() const;
    [[nodiscard]] Seconds ofBlocks(double blocks, double expertBlocks) const;
    [[nodiscard]] Seconds experts() const;  // of one block
    [[nodiscard]] Seconds context() const;  // likewise

    const Plan& m_plan;
    const GroupLinks& m_links;
};

}  // namespace core
