// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/norm.h"

namespace gpu {

void Norm::backward(const LayerContext& context, const UnitParameters& parameters, Vector unitGradient,
                    Matrix dy, const Saved& saved, Matrix dx, Accumulate accumulate) const {
    const bool faulty = context.fault == Fault::NormGradientNotReduced;
    if (faulty) weightGradient(context.kernels, unitGradient, dy, saved);
    sumOverTensorGroup(context, dy);
    if (!faulty) weightGradient(context.kernels, unitGradient, dy, saved);
    inputGradient(context.kernels, parameters, dy, saved, dx, accumulate);
}

void Norm::inputGradient(Kernels& kernels, const UnitParameters& parameters, ConstMatrix dy,
                         const Saved& saved, Matrix dx, Accumulate accumulate) const {
    kernels.layerNormInputGradient(dy, saved.x, parameters.at(m_weight), saved.mean, saved.rstd, dx,
                                   accumulate);
}

void Norm::weightGradient(Kernels& kernels, Vector unitGradient, ConstMatrix dy, const Saved& saved) const {
    kernels.layerNormWeightGradient(dy, saved.x, saved.mean, saved.rstd, unitGradient.from(m_weight),
                                    unitGradient.from(m_bias));
}

}  // namespace gpu
