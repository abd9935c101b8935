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

    // Writes y, and per row what the backward pass needs into `saved`.
    void forward(Kernels& kernels, const UnitParameters& parameters, ConstMatrix x, const SavedSet& saved,
                 Matrix y) const;

    // `x`, `saved`: what the forward pass saw and kept. `dy`: this rank's partial sum of the gradient behind the norm
    // (its consumers are column-parallel). It is summed over the tensor group first; weight and input gradient
    // then come out equal on all ranks.
    void backward(const LayerContext& context, const UnitParameters& parameters, Vector unitGradient,
                  Matrix dy, ConstMatrix x, const SavedSet& saved, Matrix dx, Accumulate accumulate) const;

private:
    void inputGradient(Kernels& kernels, const UnitParameters& parameters, ConstMatrix dy, ConstMatrix x,
                       const SavedSet& saved, Matrix dx, Accumulate accumulate) const;
    void weightGradient(Kernels& kernels, Vector unitGradient, ConstMatrix dy, ConstMatrix x,
                        const SavedSet& saved) const;
    [[nodiscard]] Vector mean(const SavedSet& saved) const { return saved.values(m_name + ".mean"); }
    [[nodiscard]] Vector rstd(const SavedSet& saved) const { return saved.values(m_name + ".rstd"); }

    std::string m_name;
    std::int64_t m_weight;
    std::optional<std::int64_t> m_bias;  // of LayerNorm
};

}  // namespace gpu
