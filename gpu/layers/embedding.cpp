// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/embedding.h"

#include "gpu/layers/row_split.h"
#include "gpu/layers/unit_access.h"

#include <algorithm>

namespace gpu {
namespace {

constexpr int kUnit = 0;

// On the card.
std::span<const std::int32_t> keptTokens(const LayerShape& s, const SavedSet& saved) {
    return {reinterpret_cast<const std::int32_t*>(saved.bytes("embedding.tokens")), std::size_t(s.tokens())};
}

TableSlice sliceOf(const LayerShape& s) { return {s.vocabularyFirst, s.vocabularyRows, s.hidden}; }

}  // namespace

Embedding::Embedding(const LayerContext& context)
    : m_context(context)
    , m_token(offsetInUnit(context.shards, kUnit, "embedding.token"))
    , m_position(findInUnit(context.shards, kUnit, "embedding.position")) {}

void Embedding::forward(const LayerShape& shape, const SavedSet& saved, std::span<const std::int32_t> tokens,
                        Matrix output) const {
    m_context.device.copyBytes(tokens.data(), saved.bytes("embedding.tokens"), tokens.size_bytes());
    const UnitParameters parameters(m_context.units, kUnit);
    const Scratch::Lease room = roomForRows(m_context, shape);
    const Matrix partial = partialRows(shape, output, room);
    m_context.kernels.embed(keptTokens(shape, saved), sliceOf(shape), parameters.at(m_token), partial);
    sumRows(m_context, shape, partial, output);
    if (m_position) addPositions(shape, parameters.at(*m_position), output);
}

// This rank's rows begin somewhere in a sequence: run by run, each within one.
void Embedding::addPositions(const LayerShape& shape, ConstVector table, Matrix rows) const {
    const std::int64_t first = shape.splitsRows() ? m_context.tensorGroup.rank() * rows.rows : 0;
    for (std::int64_t row = 0; row < rows.rows;) {
        const std::int64_t position = (first + row) % shape.sequence;
        const std::int64_t count = position == 0 ? rows.rows - row : std::min(rows.rows - row, shape.sequence - position);
        m_context.kernels.addPositions(rows.part(row, count, 0, rows.columns),
                                       table.part(position * rows.columns, (shape.sequence - position) * rows.columns),
                                       shape.sequence);
        row += count;
    }
}

void Embedding::backward(const LayerShape& shape, const SavedSet& saved, ConstMatrix ownGradient) const {
    const Scratch::Lease room = roomForRows(m_context, shape);
    const ConstMatrix gradient = gatherRows(m_context, shape, ownGradient, room);
    const Vector unitGradient = m_context.units.gradient(kUnit);
    m_context.kernels.embedWeightGradient(keptTokens(shape, saved), sliceOf(shape), gradient, unitGradient.from(m_token));
    if (m_position)
        m_context.kernels.positionWeightGradient(gradient, shape.sequence, unitGradient.from(*m_position));
    m_context.units.gradientReady(kUnit);
}

}  // namespace gpu
