// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan's optimizer (AdamW, Adam or SGD) on the owned parts of one rank, with clipping by the global gradient
// norm: gradients are scaled by min(1, clip / (norm + 1e-6)). What weight decay leaves out:
// core/layout/weight_decay.h. The norm counts every parameter of the model once, in integers, so it is equal to
// the last bit for every layout of equal gradients (gpu/kernels/exact_norm.h); in fp64 it is a plain sum. Bytes per
// owned element: 4 for each of core::OptimizerSpec::states, fp32 masters of 16-bit parameters 4 more. Called by the
// rank's thread only.
#pragma once

#include "core/plan/plan.h"
#include "gpu/kernels/kernels.h"
#include "gpu/optimizer/offload_window.h"
#include "gpu/optimizer/segments.h"
#include "gpu/zero/flat_buffer.h"
#include "gpu/zero/zero_store.h"

#include <optional>
#include <vector>

namespace gpu {

class AdamW {
public:
    struct Groups {
        Communicator& tensor;
        Communicator& pipeline;
        Communicator& data;
    };

    AdamW(const core::Plan& plan, const core::ShardMap& shards, ZeroStore& store, Arena& arena, Fault fault,
          const Groups& groups);

    // Of the reduced gradients as they are stored (times the loss scale), before clipping; the same on all ranks.
    // Infinity or NaN if a gradient anywhere is.
    [[nodiscard]] double globalNorm();
    // Masters from the parameters as they are stored, as after initialisation.
    void copyMasters();
    // `update` 1-based, `globalNorm` without the loss scale. The stored parameters of this rank's part are rounded from the masters; the other
    // replicas get them by ZeroStore::publishParameters().
    void step(Kernels& kernels, std::int64_t update, double learningRate, double globalNorm,
              double lossScale = 1);

    struct Owned {
        int unit = 0;
        std::vector<Segment> segments;
        Vector parameters;  // as stored; rounded from the masters by publish
        Vector masters;     // what is updated: of fp32, the parameters themselves where these are no narrower
        Vector gradients;
        Vector firstMoments, secondMoments;  // Adam's; SGD's velocity is the first; empty where there is none
    };
    // Views of this rank's part of every unit. Valid as long as the store.
    [[nodiscard]] const std::vector<Owned>& owned() const { return m_owned; }

private:
    void update(Kernels& kernels, const core::ModelTensor& tensor, const Owned& piece, std::int64_t update,
                double learningRate, double gradientScale) const;
    // The same of a segment whose states rest on the host; parameters that have masters are rounded from them.
    void updateOffloaded(Kernels& kernels, const core::ModelTensor& tensor, const Owned& piece, std::int64_t update,
                         double learningRate, double gradientScale);
    template <class Call>
    void reduceOverGroups(Call&& call);
    [[nodiscard]] double plainNorm();
    // What this rank counts in the norm, neighbours put together.
    [[nodiscard]] std::vector<ConstVector> countedGradients() const;

    const core::Plan& m_plan;
    const core::ShardMap& m_shards;
    Device& m_device;
    Fault m_fault;
    Groups m_groups;
    bool m_sharded;        // replicas own different parts
    FlatBuffer m_masters;  // empty where the parameters are their own
    FlatBuffer m_firstMoments, m_secondMoments;
    std::vector<Owned> m_owned;
    std::optional<OffloadWindow> m_window;  // where states rest on the host and the card has memory of its own
};

}  // namespace gpu
