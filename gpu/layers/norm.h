// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// LayerNorm, replicated on all tensor ranks.
#pragma once

#include "gpu/layers/layer_context.h"
#include "gpu/layers/unit_access.h"

#include <string>

namespace gpu {

class Norm {
public:
    Norm(const core::ShardMap& shards, int unit, const std::string& name)
        : m_weight(offsetInUnit(shards, unit, name + ".weight"))
        , m_bias(offsetInUnit(shards, unit, name + ".bias")) {}

    // Writes y, and mean and 1/σ per row for the backward pass.
    void forward(Kernels& kernels, const UnitParameters& parameters, ConstMatrix x, Matrix y, Vector mean,
                 Vector rstd) const {
        kernels.layerNorm(x, parameters.at(m_weight), parameters.at(m_bias), y, mean, rstd);
    }

    // What the forward pass saw and kept.
    struct Saved {
        ConstMatrix x;
        ConstVector mean, rstd;
    };
    // `dy`: this rank's partial sum of the gradient behind the norm (its consumers are column-parallel). It
    // is summed over the tensor group first; weight and input gradient then come out equal on all ranks.
    void backward(const LayerContext& context, const UnitParameters& parameters, Vector unitGradient,
                  Matrix dy, const Saved& saved, Matrix dx, Accumulate accumulate) const;

private:
    void inputGradient(Kernels& kernels, const UnitParameters& parameters, ConstMatrix dy, const Saved& saved,
                       Matrix dx, Accumulate accumulate) const;
    void weightGradient(Kernels& kernels, Vector unitGradient, ConstMatrix dy, const Saved& saved) const;

    std::int64_t m_weight, m_bias;
};

}  // namespace gpu
