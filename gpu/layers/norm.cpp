// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/norm.h"

namespace gpu {

void Norm::forward(Kernels& kernels, const UnitParameters& parameters, ConstMatrix x, const SavedSet& saved,
                   Matrix y) const {
    if (m_bias)
        kernels.layerNorm(x, parameters.at(m_weight), parameters.at(*m_bias), y, mean(saved), rstd(saved));
    else
        kernels.rmsNorm(x, parameters.at(m_weight), y, rstd(saved));
}

void Norm::backward(const LayerContext& context, const UnitParameters& parameters, Vector unitGradient,
                    Matrix dy, ConstMatrix x, const SavedSet& saved, Matrix dx, Accumulate accumulate) const {
    const bool faulty = context.fault == Fault::NormGradientNotReduced;
    if (faulty) weightGradient(context.kernels, unitGradient, dy, x, saved);
    sumOverTensorGroup(context, dy);
    if (!faulty) weightGradient(context.kernels, unitGradient, dy, x, saved);
    inputGradient(context.kernels, parameters, dy, x, saved, dx, accumulate);
}

void Norm::inputGradient(Kernels& kernels, const UnitParameters& parameters, ConstMatrix dy, ConstMatrix x,
                         const SavedSet& saved, Matrix dx, Accumulate accumulate) const {
    if (m_bias)
        kernels.layerNormInputGradient(dy, x, parameters.at(m_weight), mean(saved), rstd(saved), dx,
                                       accumulate);
    else
        kernels.rmsNormInputGradient(dy, x, parameters.at(m_weight), rstd(saved), dx, accumulate);
}

void Norm::weightGradient(Kernels& kernels, Vector unitGradient, ConstMatrix dy, ConstMatrix x,
                          const SavedSet& saved) const {
    if (m_bias)
        kernels.layerNormWeightGradient(dy, x, mean(saved), rstd(saved), unitGradient.from(m_weight),
                                        unitGradient.from(*m_bias));
    else
        kernels.rmsNormWeightGradient(dy, x, rstd(saved), unitGradient.from(m_weight));
}

}  // namespace gpu
