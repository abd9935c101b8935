// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs of every stage of a plan: compute by roofline, collectives by alpha-beta, nothing overlapped.
#include "core/cost/group_links.h"
#include "core/cost/speed.h"
#include "core/cost/stage_coster.h"
#include "core/cost/step_estimate.h"
#include "core/memory/framework_states.h"
#include "core/memory/saved_tensors.h"
#include "core/memory/stage_units.h"

#include <algorithm>

namespace core {

namespace {

// fp32 reads p and g and writes p; mixed precision reads the gradient, reads and writes the master and writes the
// 16-bit weight. Each state (Adam has two) is read and written.
constexpr double kUpdateBytesFp32 = 12, kUpdateBytesMixed = 14, kStateBytes = 8;
constexpr double kNormBytes = 4;  // the global gradient norm reads each gradient once

const Accelerator& cardOf(const Plan& plan) {
    static const Accelerator none{};
    const Accelerator* known = acceleratorOf(plan.cluster);
    return known ? *known : none;
}

}  // namespace

class Coster {
public:
    Coster(const Plan& plan, const GroupLinks& links, const ShardMap& shards, const Calibration& calibration)
        : m_plan(plan)
        , m_tiedElements(shards.unitElements(ShardMap::kTiedHead))
        , m_tiedPart(shards.partElements(ShardMap::kTiedHead))
        , m_speed(plan, cardOf(plan), calibration)
        , m_links(links)
        , m_embedding(layerSeconds(LayerKind::Embedding))
        , m_block(layerSeconds(LayerKind::Block))
        , m_expertBlock(plan.model.expertBlocks() > 0 ? layerSeconds(LayerKind::ExpertBlock) : LayerSeconds{})
        , m_finalNorm(layerSeconds(LayerKind::FinalNorm))
        , m_head(layerSeconds(LayerKind::Head)) {}

    [[nodiscard]] Seconds message() const { return m_plan.layout.pp > 1 ? messageSeconds() : Seconds(0); }

private:
    struct LayerSeconds {
        Seconds forward, inputGradient, weightGradient, recompute;
    };

    LayerSeconds layerSeconds(LayerKind kind) const {
        const LayerWork work = layerWork(m_plan, kind);
        return {m_speed.seconds(work.forward), m_speed.seconds(work.inputGradient),
                m_speed.seconds(work.weightGradient), m_speed.seconds(work.recompute)};
    }

    [[nodiscard]] double tokens() const {
        return double(m_plan.batch.micro) * m_plan.sequence() / m_plan.layout.cp;
    }
    [[nodiscard]] Bytes streamBytes() const {
        return Bytes(std::int64_t(tokens() * m_plan.model.hidden * parameterBytes(m_plan)));
    }
    [[nodiscard]] Seconds tensorSum(Bytes bytes) const {
        return collectiveSeconds(CollectiveKind::AllReduce, m_plan.layout.tp, bytes, m_links.tensor);
    }
    [[nodiscard]] Seconds messageSeconds() const {
        const bool split = m_plan.sequenceParallel == SequenceParallel::On;
        const Bytes bytes = split ? streamBytes() / m_plan.layout.tp : streamBytes();
        return collectiveSeconds(CollectiveKind::Send, 2, bytes, m_links.pipeline);
    }

    // Tokens go to their experts and come back: every rank sends its visits but those of its own experts, twice in each
    // direction. Tensor ranks then gather the visits that they share and sum the results.
    [[nodiscard]] Seconds expertExchange() const {
        const double visits = double(m_plan.model.details.experts.perToken) * double(streamBytes().value());
        const Bytes share(std::int64_t(visits / m_plan.layout.tp));
        return collectiveSeconds(CollectiveKind::AllGather, m_plan.layout.ep, share, m_links.expert) * 2.0 +
               tensorSum(Bytes(std::int64_t(visits)));
    }
    // Sums of the residual stream in a block: one behind attention and one behind the MLP, or one for both.
    [[nodiscard]] double sums() const { return detailsOf(m_plan.model).parallel ? 1 : 2; }
    [[nodiscard]] Seconds blockExchange(double blocks, double expertBlocks) const {
        const double beside = m_plan.model.details.experts.sharedFfn > 0 ? sums() : 1;
        const Seconds stream = tensorSum(streamBytes()) * (sums() * (blocks - expertBlocks) + beside * expertBlocks);
        return expertBlocks > 0 ? stream + expertExchange() * expertBlocks : stream;
    }

    // Two sums of the residual stream per block and direction; the embedding sums forward, the head sums
    // three numbers a token forward and its input gradient backward. With sequence parallelism each sum
    // becomes a reduce-scatter and an all-gather of the same traffic.
    [[nodiscard]] Seconds tensorForward(const StageUnits& units) const {
        Seconds seconds = blockExchange(units.blocks, units.expertBlocks) +
                          tensorSum(streamBytes()) * (units.first ? 1.0 : 0.0);
        if (units.last) seconds += tensorSum(Bytes(std::int64_t(4 * tokens()))) * 3.0;
        return seconds;
    }
    [[nodiscard]] Seconds tensorBackward(const StageUnits& units) const {
        const int again = m_plan.recompute == Recompute::Full ? recomputedBlocks(m_plan, units.blocks) : 0;
        const double expertsAgain = units.blocks > 0 ? double(again) * units.expertBlocks / units.blocks : 0;
        return blockExchange(units.blocks + again, units.expertBlocks + expertsAgain) +
               tensorSum(streamBytes()) * (units.last ? 1.0 : 0.0);
    }

    // One collective per unit over the data group, `bytes` in all.
    [[nodiscard]] Seconds dataCollective(CollectiveKind kind, const StageUnits& units,
                                         std::int64_t bytesPerElement) const {
        const int count = units.blocks + (units.first ? 1 : 0) + (units.last ? 1 : 0);
        const Bytes each((units.elements - units.experts) * bytesPerElement / std::max(1, count));
        const Bytes experts(units.experts * bytesPerElement / std::max(1, units.expertBlocks));
        return collectiveSeconds(kind, units.dataSize, each, m_links.data) * double(count) +
               collectiveSeconds(kind, units.expertDataSize, experts, m_links.data) * double(units.expertBlocks);
    }
    [[nodiscard]] Seconds gather(const StageUnits& units) const {
        return dataCollective(CollectiveKind::AllGather, units, parameterBytes(m_plan));
    }
    [[nodiscard]] Seconds scatter(const StageUnits& units) const {
        return dataCollective(CollectiveKind::ReduceScatter, units, gradientBytes(m_plan));
    }
    [[nodiscard]] Seconds dataAtEnd(const StageUnits& units) const {
        switch (m_plan.zero.stage) {
        case 0:
            return dataCollective(CollectiveKind::AllReduce, units, gradientBytes(m_plan));
        case 1:
            return scatter(units) + gather(units);
        case 2:
            return gather(units);
        default:
            return Seconds(0);
        }
    }
    // Once for the gradients; blocks that are recomputed in groups are gathered for that before, all but the
    // last.
    [[nodiscard]] double gathersBackward(const StageUnits& units) const {
        const int again = m_plan.recompute == Recompute::Full ? recomputedBlocks(m_plan, units.blocks) : 0;
        const double group = recomputeGroup(m_plan);
        return 1 + double(again) / std::max(1, units.blocks) * (1 - 1 / group);
    }
    // Both ends of the pipeline add up the gradients of their copies of the tied table.
    [[nodiscard]] Seconds tiedTable(const StageUnits& units) const {
        const bool copies = m_plan.model.embeddings == Embeddings::Tied && m_plan.layout.pp > 1;
        if (!copies || !(units.first || units.last)) return Seconds(0);
        const std::int64_t elements = m_plan.zero.stage >= 2 ? m_tiedPart : m_tiedElements;
        return collectiveSeconds(CollectiveKind::AllReduce, 2, Bytes(elements * gradientBytes(m_plan)),
                                 m_links.embedding);
    }

public:
    [[nodiscard]] Seconds optimizer(const StageUnits& units) const {
        const bool fp32 = parameterBytes(m_plan) == 4;
        const double updated = double(m_plan.zero.stage >= 1 ? units.parts : units.elements);
        return m_speed.streaming(updated * ((fp32 ? kUpdateBytesFp32 : kUpdateBytesMixed) +
                                            kStateBytes * m_plan.optimizer.states() + kNormBytes));
    }

    [[nodiscard]] StageCoster::Cost stage(const StageUnits& units) const {
        const double experts = units.expertBlocks, dense = units.blocks - experts;
        const double again =
            double(recomputedBlocks(m_plan, units.blocks)) / std::max(1, units.blocks);  // a share of either kind
        StageCosts compute{m_block.forward * dense + m_expertBlock.forward * experts,
                           m_block.inputGradient * dense + m_expertBlock.inputGradient * experts +
                               (m_block.recompute * dense + m_expertBlock.recompute * experts) * again,
                           m_block.weightGradient * dense + m_expertBlock.weightGradient * experts};
        const auto add = [&](const LayerSeconds& layer) {
            compute.forward += layer.forward;
            compute.inputGradient += layer.inputGradient;
            compute.weightGradient += layer.weightGradient;
        };
        if (units.first) add(m_embedding);
        if (units.last) {
            add(m_finalNorm);
            add(m_head);
        }

        StageShares shares{
            tensorForward(units), tensorBackward(units), {}, {}, dataAtEnd(units) + tiedTable(units),
            optimizer(units)};
        const bool gathers = m_plan.zero.stage == 3, scatters = m_plan.zero.stage >= 2;
        const Seconds gathered = gathers ? gather(units) : Seconds(0);
        const Seconds scattered = scatters ? scatter(units) : Seconds(0);
        shares.dataForward = gathered;
        shares.dataBackward = gathered * gathersBackward(units) + scattered;
        return {{compute.forward + shares.tensorForward + shares.dataForward,
                 compute.inputGradient + shares.tensorBackward + gathered * gathersBackward(units),
                 compute.weightGradient + scattered},
                shares};
    }
    // The end of the step, of all chunks of a rank.
    [[nodiscard]] Seconds tail(const StageUnits& units) const { return dataAtEnd(units) + tiedTable(units); }

private:
    const Plan& m_plan;
    std::int64_t m_tiedElements, m_tiedPart;
    CardSpeed m_speed;
    GroupLinks m_links;
    LayerSeconds m_embedding, m_block, m_expertBlock, m_finalNorm, m_head;
};

StageCoster::StageCoster(const Plan& plan, const GroupLinks& links, const ShardMap& shards,
                         const Calibration& calibration)
    : m_coster(std::make_unique<Coster>(plan, links, shards, calibration)) {}
StageCoster::~StageCoster() = default;
StageCoster::StageCoster(StageCoster&&) noexcept = default;
StageCoster::Cost StageCoster::stage(const StageUnits& units) const { return m_coster->stage(units); }
Seconds StageCoster::dataAtEnd(const StageUnits& units) const { return m_coster->tail(units); }
Seconds StageCoster::optimizer(const StageUnits& units) const { return m_coster->optimizer(units); }
Seconds StageCoster::message() const { return m_coster->message(); }

PlanCosts planCosts(const Plan& plan, const Layout& layout, const ShardMap& shards,
                    const Calibration& calibration) {
    const Coster coster(plan, groupLinks(plan, layout, cardOf(plan)), shards, calibration);
    PlanCosts costs;
    for (int s = 0; s < shards.stages(); ++s) {
        const StageCoster::Cost cost = coster.stage(stageUnits(plan, shards, Stage(s)));
        costs.replay.stages.push_back(cost.costs);
        costs.shares.push_back(cost.shares);
    }
    for (int r = 0; r < plan.layout.pp; ++r) {
        const StageUnits units = rankUnits(plan, shards, r);
        costs.dataCommunication = std::max(costs.dataCommunication, coster.tail(units));
        costs.optimizer = std::max(costs.optimizer, coster.optimizer(units));
    }
    costs.replay.communication = coster.message();
    return costs;
}

double peakFlopsOf(const Plan& plan, const Calibration& calibration) {
    return CardSpeed(plan, cardOf(plan), calibration).peakFlops();
}

}  // namespace core
