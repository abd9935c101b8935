// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/embedding.h"

#include "gpu/layers/unit_access.h"

#include <cstring>

namespace gpu {
namespace {

constexpr int kUnit = 0;

TableSlice sliceOf(const LayerShape& s) { return {s.vocabularyFirst, s.vocabularyRows, s.hidden}; }

}  // namespace

Embedding::Embedding(const LayerContext& context)
    : m_context(context)
    , m_token(offsetInUnit(context.shards, kUnit, "embedding.token"))
    , m_position(findInUnit(context.shards, kUnit, "embedding.position")) {}

void Embedding::forward(const LayerShape& shape, const SavedSet& saved, std::span<const std::int32_t> tokens,
                        Matrix output) const {
    std::memcpy(saved.bytes("embedding.tokens"), tokens.data(), tokens.size_bytes());
    const UnitParameters parameters(m_context.units, kUnit);
    m_context.kernels.embed(tokens, sliceOf(shape), parameters.at(m_token), output);
    sumOverTensorGroup(m_context, output);
    if (m_position) m_context.kernels.addPositions(output, parameters.at(*m_position), shape.sequence);
}

void Embedding::backward(const LayerShape& shape, const SavedSet& saved, ConstMatrix gradient) const {
    const Vector unitGradient = m_context.units.gradient(kUnit);
    const std::span<const std::int32_t> tokens(
        reinterpret_cast<const std::int32_t*>(saved.bytes("embedding.tokens")), std::size_t(shape.tokens()));
    m_context.kernels.embedWeightGradient(tokens, sliceOf(shape), gradient, unitGradient.from(m_token));
    if (m_position)
        m_context.kernels.positionWeightGradient(gradient, shape.sequence, unitGradient.from(*m_position));
    m_context.units.gradientReady(kUnit);
}

}  // namespace gpu
