// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// LayerNorm (GPT) or RMSNorm (LLaMA: no bias, no mean), replicated on all tensor ranks.
#pragma once

#include "gpu/layers/layer_context.h"
#include "gpu/layers/saved_set.h"
#include "gpu/layers/unit_access.h"

#include <optional>
#include <string>

namespace gpu {

class Norm {
public:
    // `name` + ".weight" and, for LayerNorm, ".bias" in the unit; + ".mean" and ".rstd" among the saved tensors.
    Norm(const core::ShardMap& shards, int unit, const std::string& name)
        : m_name(name)
        , m_weight(offsetInUnit(shards, unit, name + ".weight"))
        , m_bias(findInUnit(shards, unit, name + ".bias")) {}

    // The input, and the set that keeps the statistics of its rows.
    struct Saved {
        ConstMatrix x;
        const SavedSet& rows;
    };
    // Writes y, and per row what the backward pass needs.
    void forward(Kernels& kernels, const UnitParameters& parameters, const Saved& saved, Matrix y) const;

    // `partial` (tokens, hidden): this rank's partial sum of the gradient behind the norm (its consumers are
    // column-parallel). It is summed over the tensor group into `dy` (rows, hidden) first. Whole rows: `partial` is
    // `dy`; weight and input gradient come out equal on all ranks. Sequence parallelism: the weight gradient is that
    // of this rank's rows; RankWorker sums it over the group at the end of the step.
    struct Gradient {
        Matrix partial, dy;
    };
    void backward(const LayerContext& context, const LayerShape& shape, const UnitParameters& parameters,
                  Vector unitGradient, const Gradient& gradient, const Saved& saved, Matrix dx,
                  Accumulate accumulate) const;
    // The two halves of it: the first sums, and leaves in `dy` what serves the second.
    void inputGradient(const LayerContext& context, const LayerShape& shape, const UnitParameters& parameters,
                       const Gradient& gradient, const Saved& saved, Matrix dx, Accumulate accumulate) const;
    void weightGradient(Kernels& kernels, Vector unitGradient, ConstMatrix dy, const Saved& saved) const;

private:
    [[nodiscard]] Vector mean(const Saved& saved) const { return saved.rows.values(m_name + ".mean"); }
    [[nodiscard]] Vector rstd(const Saved& saved) const { return saved.rows.values(m_name + ".rstd"); }

    std::string m_name;
    std::int64_t m_weight;
    std::optional<std::int64_t> m_bias;  // of LayerNorm
};

}  // namespace gpu
