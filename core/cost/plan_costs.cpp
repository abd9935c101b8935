// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs of every stage of a plan: compute by roofline, collectives by alpha-beta, nothing overlapped.
#include "core/cost/group_links.h"
#include "core/cost/speed.h"
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

const Accelerator& acceleratorOf(const Plan& plan) {
    static const Accelerator none{};
    const Accelerator* known = findAccelerator(plan.cluster.gpu);
    return known ? *known : none;
}

class Coster {
public:
    Coster(const Plan& plan, const Layout& layout, const ShardMap& shards, const Calibration& calibration)
        : m_plan(plan)
        , m_shards(shards)
        , m_speed(plan, acceleratorOf(plan), calibration)
        , m_links(groupLinks(plan, layout, acceleratorOf(plan)))
        , m_embedding(layerSeconds(LayerKind::Embedding))
        , m_block(layerSeconds(LayerKind::Block))
        , m_finalNorm(layerSeconds(LayerKind::FinalNorm))
        , m_head(layerSeconds(LayerKind::Head)) {}

    PlanCosts costs() {
        PlanCosts costs;
        for (int s = 0; s < m_shards.stages(); ++s) addStage(costs, stageUnits(m_plan, m_shards, Stage(s)));
        for (int r = 0; r < m_plan.layout.pp; ++r) addTail(costs, rankUnits(m_plan, m_shards, r));
        if (m_plan.layout.pp > 1) costs.replay.communication = messageSeconds();
        return costs;
    }

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

    // Two sums of the residual stream per block and direction; the embedding sums forward, the head sums
    // three numbers a token forward and its input gradient backward. With sequence parallelism each sum
    // becomes a reduce-scatter and an all-gather of the same traffic.
    [[nodiscard]] Seconds tensorForward(const StageUnits& units) const {
        Seconds seconds = tensorSum(streamBytes()) * (2.0 * units.blocks + (units.first ? 1 : 0));
        if (units.last) seconds += tensorSum(Bytes(std::int64_t(4 * tokens()))) * 3.0;
        return seconds;
    }
    [[nodiscard]] Seconds tensorBackward(const StageUnits& units) const {
        const int again = m_plan.recompute == Recompute::Full ? recomputedBlocks(m_plan, units.blocks) : 0;
        return tensorSum(streamBytes()) * (2.0 * (units.blocks + again) + (units.last ? 1 : 0));
    }

    // One collective per unit over the data group, `bytes` in all.
    [[nodiscard]] Seconds dataCollective(CollectiveKind kind, const StageUnits& units,
                                         std::int64_t bytesPerElement) const {
        const int count = units.blocks + (units.first ? 1 : 0) + (units.last ? 1 : 0);
        const Bytes each(units.elements * bytesPerElement / std::max(1, count));
        return collectiveSeconds(kind, units.dataSize, each, m_links.data) * double(count);
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
        std::int64_t elements = m_shards.unitElements(ShardMap::kTiedHead);
        if (m_plan.zero.stage >= 2) elements = m_shards.partElements(ShardMap::kTiedHead);
        return collectiveSeconds(CollectiveKind::AllReduce, 2, Bytes(elements * gradientBytes(m_plan)),
                                 m_links.embedding);
    }
    [[nodiscard]] Seconds optimizer(const StageUnits& units) const {
        const bool fp32 = parameterBytes(m_plan) >= 4;
        const double updated = double(m_plan.zero.stage >= 1 ? units.parts : units.elements);
        return m_speed.streaming(updated * ((fp32 ? kUpdateBytesFp32 : kUpdateBytesMixed) +
                                            kStateBytes * m_plan.optimizer.states() + kNormBytes));
    }

    void addStage(PlanCosts& costs, const StageUnits& units) {
        StageCosts compute{m_block.forward * double(units.blocks),
                           m_block.inputGradient * double(units.blocks) +
                               m_block.recompute * double(recomputedBlocks(m_plan, units.blocks)),
                           m_block.weightGradient * double(units.blocks)};
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
        costs.shares.push_back(shares);
        costs.replay.stages.push_back(
            {compute.forward + shares.tensorForward + shares.dataForward,
             compute.inputGradient + shares.tensorBackward + gathered * gathersBackward(units),
             compute.weightGradient + scattered});
    }

    // The end of the step, of all chunks of a rank.
    void addTail(PlanCosts& costs, const StageUnits& units) {
        costs.dataCommunication = std::max(costs.dataCommunication, dataAtEnd(units) + tiedTable(units));
        costs.optimizer = std::max(costs.optimizer, optimizer(units));
    }

    const Plan& m_plan;
    const ShardMap& m_shards;
    CardSpeed m_speed;
    GroupLinks m_links;
    LayerSeconds m_embedding, m_block, m_finalNorm, m_head;
};

}  // namespace

PlanCosts planCosts(const Plan& plan, const Layout& layout, const ShardMap& shards,
                    const Calibration& calibration) {
    return Coster(plan, layout, shards, calibration).costs();
}

double peakFlopsOf(const Plan& plan, const Calibration& calibration) {
    return CardSpeed(plan, acceleratorOf(plan), calibration).peakFlops();
}

}  // namespace core
