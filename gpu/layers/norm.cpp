// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/norm.h"

#include "gpu/layers/row_split.h"

namespace gpu {

void Norm::forward(Kernels& kernels, const UnitParameters& parameters, const Saved& saved, Matrix y) const {
    if (m_bias)
        kernels.layerNorm(saved.x, parameters.at(m_weight), parameters.at(*m_bias), y, mean(saved),
                          rstd(saved));
    else
        kernels.rmsNorm(saved.x, parameters.at(m_weight), y, rstd(saved));
}

void Norm::backward(const LayerContext& context, const LayerShape& shape, const UnitParameters& parameters,
                    Vector unitGradient, const Gradient& gradient, const Saved& saved, Matrix dx,
                    Accumulate accumulate) const {
    const bool faulty = context.fault == Fault::NormGradientNotReduced && !shape.splitsRows();
    if (faulty) weightGradient(context.kernels, unitGradient, gradient.dy, saved);
    inputGradient(context, shape, parameters, gradient, saved, dx, accumulate);
    if (!faulty) weightGradient(context.kernels, unitGradient, gradient.dy, saved);
}

void Norm::inputGradient(const LayerContext& context, const LayerShape& shape, const UnitParameters& parameters,
                         const Gradient& gradient, const Saved& saved, Matrix dx, Accumulate accumulate) const {
    const Matrix dy = gradient.dy;
    sumRows(context, shape, gradient.partial, dy);
    if (m_bias)
        context.kernels.layerNormInputGradient(dy, saved.x, parameters.at(m_weight), mean(saved), rstd(saved),
                                               dx, accumulate);
    else
        context.kernels.rmsNormInputGradient(dy, saved.x, parameters.at(m_weight), rstd(saved), dx,
                                             accumulate);
}

void Norm::weightGradient(Kernels& kernels, Vector unitGradient, ConstMatrix dy, const Saved& saved) const {
    if (m_bias)
        kernels.layerNormWeightGradient(dy, saved.x, mean(saved), rstd(saved), unitGradient.from(m_weight),
                                        unitGradient.from(*m_bias));
    else
        kernels.rmsNormWeightGradient(dy, saved.x, rstd(saved), unitGradient.from(m_weight));
}

}  // namespace gpu
