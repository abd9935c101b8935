// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/tensor_exchange.h"

#include "core/memory/framework_states.h"
#include "core/memory/saved_tensors.h"
#include "core/schedule/split_backward.h"

#include <algorithm>

namespace core {

double TensorExchange::tokens() const { return double(m_plan.batch.micro) * m_plan.sequence() / m_plan.layout.cp; }

Bytes TensorExchange::streamBytes() const {
    return Bytes(std::int64_t(tokens() * m_plan.model.hidden * parameterBytes(m_plan)));
}

Seconds TensorExchange::sum(Bytes bytes) const {
    return collectiveSeconds(CollectiveKind::AllReduce, m_plan.layout.tp, bytes, m_links.tensor);
}

Seconds TensorExchange::half() const { return sum(streamBytes()) * 0.5; }

bool TensorExchange::gathersRows() const { return rowParts(m_plan) > 1 && m_plan.framework == Framework::Engine; }

Seconds TensorExchange::message() const {
    if (m_plan.layout.pp == 1) return Seconds(0);
    const bool split = m_plan.sequenceParallel == SequenceParallel::On;
    const Bytes bytes = split ? streamBytes() / m_plan.layout.tp : streamBytes();
    return collectiveSeconds(CollectiveKind::Send, 2, bytes, m_links.pipeline);
}

// Tokens go to their experts and come back: every rank sends its visits but those of its own experts, twice in each
// direction. Tensor ranks then gather the visits that they share and sum the results.
Seconds TensorExchange::experts() const {
    const double visits = double(m_plan.model.details.experts.perToken) * double(streamBytes().value());
    const Bytes share(std::int64_t(visits / m_plan.layout.tp));
    return collectiveSeconds(CollectiveKind::AllGather, m_plan.layout.ep, share, m_links.expert) * 2.0 +
           sum(Bytes(std::int64_t(visits)));
}

// Ring attention: keys and values of all context ranks pass by every one of them.
Seconds TensorExchange::context() const {
    const ModelSpec& model = m_plan.model;
    const LatentAttention& latent = model.details.latent;
    const double keyValue = latent.kvRank > 0 ? double(model.heads) * (model.headSize() + latent.value) / m_plan.layout.tp
                                              : 2.0 * model.headSize() * std::max(1.0, double(model.kvHeads) / m_plan.layout.tp);
    const double bytes = tokens() * m_plan.layout.cp * keyValue * parameterBytes(m_plan);
    return collectiveSeconds(CollectiveKind::AllGather, m_plan.layout.cp, Bytes(std::int64_t(bytes)), m_links.context);
}

// One sum behind attention and one behind the MLP, or one for both.
double TensorExchange::sumsOfBlock() const { return detailsOf(m_plan.model).parallel ? 1 : 2; }

Seconds TensorExchange::ofBlocks(double blocks, double expertBlocks) const {
    const double beside = m_plan.model.details.experts.sharedFfn > 0 ? sumsOfBlock() : 1;
    const Seconds stream = sum(streamBytes()) * (sumsOfBlock() * (blocks - expertBlocks) + beside * expertBlocks);
    return expertBlocks > 0 ? stream + experts() * expertBlocks : stream;
}

Seconds TensorExchange::forward(const StageUnits& units) const {
    Seconds seconds = ofBlocks(units.blocks, units.expertBlocks) + context() * double(units.blocks) +
                      sum(streamBytes()) * (units.first ? 1.0 : 0.0);
    if (gathersRows()) seconds += half() * ((units.last ? 1.0 : 0.0) - (units.first ? 1.0 : 0.0));
    if (units.last) seconds += sum(Bytes(std::int64_t(4 * tokens()))) * 3.0;
    return seconds;
}

Seconds TensorExchange::inputGradient(const StageUnits& units) const {
    const int again = m_plan.recompute == Recompute::Full ? recomputedBlocks(m_plan, units.blocks) : 0;
    const double expertsAgain = units.blocks > 0 ? double(again) * units.expertBlocks / units.blocks : 0;
    // Keys and values come by again, and their gradients.
    Seconds seconds = ofBlocks(units.blocks + again, units.expertBlocks + expertsAgain) +
                      context() * (2.0 * units.blocks + again) + sum(streamBytes()) * (units.last ? 1.0 : 0.0);
    if (gathersRows() && units.last) seconds += half() * -1.0;  // no gather in front of the head's sum
    return seconds;
}

Seconds TensorExchange::weightGradient(const StageUnits& units) const {
    if (!gathersRows()) return Seconds(0);
    const double perBlock = splitsBackward(m_plan) ? 4 : 2;
    return half() * (perBlock * units.blocks + (units.first ? 1 : 0) + (units.last ? 1 : 0));
}

Seconds TensorExchange::atEnd(const StageUnits& units) const {
    if (!gathersRows()) return Seconds(0);
    const double runs = 2.0 * units.blocks + (units.last ? 1 : 0);
    const std::int64_t vectors = m_plan.model.family == Family::Llama ? 1 : 2;
    const std::int64_t owners = m_plan.zero.stage > 0 ? units.dataSize : 1;
    return sum(Bytes(vectors * m_plan.model.hidden * gradientBytes(m_plan) / owners)) * runs;
}

}  // namespace core
