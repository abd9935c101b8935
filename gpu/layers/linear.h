// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// y = x Wᵀ + b on one tensor rank. Column-parallel: W holds a slice of the output features and x is whole;
// the input gradient is a partial sum. Row-parallel: W holds a slice of the input features and y is a partial
// sum, so b, which every rank holds whole, is added after the reduction. Callers reduce and add the bias. The
// LLaMA family has no b.
#pragma once

#include "gpu/layers/layer_context.h"
#include "gpu/layers/unit_access.h"

#include <string>

namespace gpu {

class Linear {
public:
    // `name` + ".weight" and, where the unit has it, ".bias"; `out` and `in` are this rank's features.
    Linear(const core::ShardMap& shards, int unit, const std::string& name, std::int64_t out, std::int64_t in)
        : m_out(out)
        , m_in(in)
        , m_weight(offsetInUnit(shards, unit, name + ".weight"))
        , m_bias(findInUnit(shards, unit, name + ".bias")) {}

    // Empty where there is none.
    [[nodiscard]] ConstVector bias(const UnitParameters& parameters) const {
        return m_bias ? parameters.at(*m_bias) : ConstVector();
    }

    // x (n, in) → y (n, out), without the bias.
    void forward(Kernels& kernels, const UnitParameters& parameters, ConstMatrix x, Matrix y) const {
        kernels.multiply(x, Transposed::No, weight(parameters), Transposed::Yes, y, Accumulate::No);
    }
    void forwardWithBias(Kernels& kernels, const UnitParameters& parameters, ConstMatrix x, Matrix y) const {
        kernels.linear(x, weight(parameters), bias(parameters), y);
    }
    void forwardWithGelu(Kernels& kernels, const UnitParameters& parameters, ConstMatrix x, Matrix hidden,
                         Matrix activated) const {
        kernels.linearGelu(x, weight(parameters), bias(parameters), hidden, activated);
    }
    // dy (n, out) → dx (n, in).
    void inputGradient(Kernels& kernels, const UnitParameters& parameters, ConstMatrix dy, Matrix dx,
                       Accumulate accumulate = Accumulate::No) const {
        kernels.multiply(dy, Transposed::No, weight(parameters), Transposed::No, dx, accumulate);
    }
    // dy (n, out) → gradient of the hidden (n, in) whose gelu was x.
    void inputGradientThroughGelu(Kernels& kernels, const UnitParameters& parameters, ConstMatrix dy, ConstMatrix hidden,
                                  Matrix dHidden) const {
        kernels.linearGeluInputGradient(dy, weight(parameters), hidden, dHidden);
    }
    // Adds dyᵀ x to W's gradient and the column sums of dy to b's. For a row-parallel linear dy is whole on
    // every rank (gathered under sequence parallelism), so all ranks compute the same bias gradient and nothing is
    // reduced.
    void weightGradient(Kernels& kernels, Vector unitGradient, ConstMatrix dy, ConstMatrix x) const {
        kernels.multiply(dy, Transposed::Yes, x, Transposed::No, {unitGradient.from(m_weight), m_out, m_in},
                         Accumulate::Yes);
        if (m_bias) kernels.biasWeightGradient(dy, unitGradient.from(*m_bias));
    }

private:
    [[nodiscard]] ConstMatrix weight(const UnitParameters& parameters) const {
        return {parameters.at(m_weight), m_out, m_in};
    }

    std::int64_t m_out, m_in, m_weight;
    std::optional<std::int64_t> m_bias;
};

}  // namespace gpu
