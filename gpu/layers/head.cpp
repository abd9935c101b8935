// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/head.h"

#include "gpu/device/device_block.h"
#include "gpu/device/host_view.h"
#include "gpu/kernels/elements.h"
#include "gpu/layers/row_split.h"

#include <cmath>

namespace gpu {
namespace {

int tableUnit(const core::ShardMap& shards, core::Embeddings embeddings, bool holdsEmbedding) {
    if (embeddings == core::Embeddings::Untied) return shards.blocks() + 1;
    return holdsEmbedding ? 0 : core::ShardMap::kTiedHead;
}

Matrix logitsOf(const LayerShape& s, const SavedSet& head) {
    return {head.values("head.probabilities"), s.tokens(), s.vocabularyRows};
}

Matrix normedOf(const LayerShape& s, const SavedSet& norm) {
    return {norm.values("final_norm.output"), s.rows(), s.hidden};
}

Norm::Saved normSaved(const LayerShape& s, const SavedSet& norm) {
    return {{norm.values("final_norm.input"), s.rows(), s.hidden}, norm};
}

}  // namespace

double LossTerms::sum() const {
    const std::size_t tokens = bytes.size() / std::size_t(bytesOf(type)) / 2;
    const ConstVector both(bytes.data(), std::int64_t(2 * tokens), type);
    return visitType(type, [&]<class T>(TypeTag<T>) {
        const std::span<const T> numbers = both.as<T>();
        double total = 0;
        for (std::size_t i = 0; i < tokens; ++i)
            total += std::log(double(load(numbers[i]))) - double(load(numbers[tokens + i]));
        return total;
    });
}

Head::Head(const LayerContext& context, core::Embeddings embeddings, bool holdsEmbedding)
    : m_context(context)
    , m_normUnit(context.shards.blocks() + 1)
    , m_tableUnit(tableUnit(context.shards, embeddings, holdsEmbedding))
    , m_gradientUnit(embeddings == core::Embeddings::Tied ? core::ShardMap::kTiedHead : m_normUnit)
    , m_table(offsetInUnit(context.shards, m_tableUnit,
                           embeddings == core::Embeddings::Tied ? "embedding.token" : "head.weight"))
    , m_norm(context.shards, m_normUnit, "final_norm") {}

void Head::forward(const LayerShape& s, const SavedSet& norm, const SavedSet& head,
                   std::span<const std::int32_t> targets, LossTerms& terms) const {
    const Matrix normed = normedOf(s, norm), logits = logitsOf(s, head);
    {
        const UnitParameters parameters(m_context.units, m_normUnit);
        m_norm.forward(m_context.kernels, parameters, normSaved(s, norm), normed);
    }
    {
        const UnitParameters parameters(m_context.units, m_tableUnit);
        const Scratch::Lease room = roomForRows(m_context, s);
        m_context.kernels.multiply(gatherRows(m_context, s, normed, room), Transposed::No,
                                   {parameters.at(m_table), s.vocabularyRows, s.hidden}, Transposed::Yes, logits,
                                   Accumulate::No);
    }
    loss(s, logits, targets, terms);
}

// As many numbers of 4 bytes.
std::span<const std::int32_t> Head::onCard(std::span<const std::int32_t> numbers, Vector place) const {
    m_context.device.copyBytes(numbers.data(), place.data, numbers.size_bytes());
    return {reinterpret_cast<const std::int32_t*>(place.data), numbers.size()};
}

void Head::loss(const LayerShape& s, Matrix logits, std::span<const std::int32_t> targets, LossTerms& terms) const {
    const std::int64_t n = s.tokens();
    const Scratch::Lease maximaLease = m_context.scratch.lease(n, 1, m_context.types.statistics),
                         sumsLease = m_context.scratch.lease(2, n, m_context.types.statistics);
    const Vector maxima = maximaLease.values(), sums = sumsLease.values(), targetLogits = sums.from(n);
    const Scratch::Lease targetsLease = m_context.scratch.lease(m_context.device.isDirect() ? 0 : n, 1, DType::F32);
    if (!m_context.device.isDirect()) targets = onCard(targets, targetsLease.values());
    if (m_context.tensorGroup.size() == 1) {
        m_context.kernels.crossEntropy(logits, targets, s.vocabularyFirst, maxima, sums, targetLogits);
    } else {
        m_context.kernels.rowMaxima(logits, maxima);
        m_context.tensorGroup.allReduce(maxima, Reduce::Max);
        m_context.kernels.exponentials(logits, maxima, targets, s.vocabularyFirst, sums, targetLogits);
        m_context.tensorGroup.allReduce(sums, Reduce::Sum);
        m_context.kernels.logitGradients(logits, sums, targets, s.vocabularyFirst);
    }
    terms.type = sums.type;
    terms.bytes.resize(std::size_t(sums.bytes().value()));
    m_context.device.copyToHostLater(sums.data, terms.bytes.data(), terms.bytes.size());
}

void Head::backward(const LayerShape& s, const SavedSet& norm, const SavedSet& head, double scale,
                    Matrix gradient) const {
    const Scratch::Lease normLease = m_context.scratch.lease(s.rows(), s.hidden),
                         room = roomForRows(m_context, s);
    m_context.kernels.scale(logitsOf(s, head), scale);
    tableWeights(s, norm, head, room);
    const Norm::Gradient normGradient{partialRows(s, normLease.matrix(), room), normLease.matrix()};
    tableInput(s, head, normGradient.partial);
    const UnitParameters parameters(m_context.units, m_normUnit);
    m_norm.backward(m_context, s, parameters, m_context.units.gradient(m_normUnit), normGradient, normSaved(s, norm),
                    gradient, Accumulate::No);
    m_context.units.gradientReady(m_normUnit);
}

void Head::inputGradient(const LayerShape& s, const SavedSet& norm, const SavedSet& head, double scale,
                         Matrix normGradient, Matrix gradient) const {
    const Scratch::Lease room = roomForRows(m_context, s);
    const Matrix partial = partialRows(s, normGradient, room);
    m_context.kernels.scale(logitsOf(s, head), scale);
    tableInput(s, head, partial);
    const UnitParameters parameters(m_context.units, m_normUnit);
    m_norm.inputGradient(m_context, s, parameters, {partial, normGradient}, normSaved(s, norm), gradient,
                         Accumulate::No);
}

void Head::weightGradient(const LayerShape& s, const SavedSet& norm, const SavedSet& head,
                          ConstMatrix normGradient) const {
    tableWeights(s, norm, head, roomForRows(m_context, s));
    m_norm.weightGradient(m_context.kernels, m_context.units.gradient(m_normUnit), normGradient,
                          normSaved(s, norm));
    m_context.units.gradientReady(m_normUnit);
}

void Head::tableInput(const LayerShape& s, const SavedSet& head, Matrix normGradient) const {
    const UnitParameters parameters(m_context.units, m_tableUnit);
    m_context.kernels.multiply(logitsOf(s, head), Transposed::No,
                               {parameters.at(m_table), s.vocabularyRows, s.hidden}, Transposed::No,
                               normGradient, Accumulate::No);
}

void Head::tableWeights(const LayerShape& s, const SavedSet& norm, const SavedSet& head,
                        const Scratch::Lease& room) const {
    m_context.kernels.multiply(
        logitsOf(s, head), Transposed::Yes, gatherRows(m_context, s, normedOf(s, norm), room), Transposed::No,
        {m_context.units.gradient(m_gradientUnit).from(m_table), s.vocabularyRows, s.hidden},
        Accumulate::Yes);
    if (m_gradientUnit != m_normUnit) m_context.units.gradientReady(m_gradientUnit);
}

void Head::logits(const LayerShape& s, ConstVector normedRow, std::span<float> logits) const {
    const DType type = normedRow.type;
    const std::int64_t width = s.vocabularyPadded;
    const int ranks = m_context.tensorGroup.size();
    const DeviceBlock block(m_context.device, core::Bytes((ranks + 1) * width * bytesOf(type)), "logits for sampling");
    const Vector own(block.data(), width, type), all(block.data() + own.bytes().value(), ranks * width, type);
    m_context.device.clear(own);
    const UnitParameters parameters(m_context.units, m_tableUnit);
    m_context.kernels.multiply({normedRow, 1, s.hidden}, Transposed::No,
                               {parameters.at(m_table), s.vocabularyRows, s.hidden}, Transposed::Yes,
                               {own, 1, s.vocabularyRows}, Accumulate::No);
    m_context.tensorGroup.allGather(own, all);
    const HostView view(m_context.device, all.first(std::int64_t(logits.size())));
    convertElements(view.values(), logits);
}

}  // namespace gpu
