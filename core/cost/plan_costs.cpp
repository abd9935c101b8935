// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs of every stage of a plan: compute by roofline, collectives by alpha-beta, nothing overlapped.
#include "core/cost/group_links.h"
#include "core/cost/speed.h"
#include "core/cost/step_estimate.h"
#include "core/cost/traffic.h"
#include "core/memory/framework_states.h"
#include "core/memory/saved_tensors.h"
#include "core/memory/stage_units.h"
#include "core/schedule/split_backward.h"
#include "core/schedule/table.h"

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
        findGathers();
        for (int s = 0; s < m_shards.stages(); ++s)
            addStage(costs, stageUnits(m_plan, m_shards, Stage(s)), s % m_plan.layout.pp);
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
        if (gathersRows()) seconds += half() * ((units.last ? 1.0 : 0.0) - (units.first ? 1.0 : 0.0));
        if (units.last) seconds += tensorSum(Bytes(std::int64_t(4 * tokens()))) * 3.0;
        return seconds;
    }
    // Of the input gradients.
    [[nodiscard]] Seconds tensorBackward(const StageUnits& units) const {
        const int again = m_plan.recompute == Recompute::Full ? recomputedBlocks(m_plan, units.blocks) : 0;
        Seconds seconds = tensorSum(streamBytes()) * (2.0 * (units.blocks + again) + (units.last ? 1 : 0));
        if (gathersRows() && units.last) seconds += half() * -1.0;  // no gather in front of the head's sum
        return seconds;
    }
    // Of the weight gradients: what column-parallel linears read is gathered again, and so is what row-parallel ones
    // returned, where the input gradient has gathered it in a pass of its own. Megatron hides the first behind the
    // input gradient.
    [[nodiscard]] Seconds tensorWeights(const StageUnits& units) const {
        if (!gathersRows()) return Seconds(0);
        const double perBlock = splitsBackward(m_plan) ? 4 : 2;
        return half() * (perBlock * units.blocks + (units.first ? 1 : 0) + (units.last ? 1 : 0));
    }
    // Of the traffic of a sum: one reduce-scatter or all-gather.
    [[nodiscard]] Seconds half() const { return tensorSum(streamBytes()) * 0.5; }
    [[nodiscard]] bool gathersRows() const {
        return rowParts(m_plan) > 1 && m_plan.framework == Framework::Engine;
    }
    // At the end of the step: the norms' gradients, of this rank's rows so far.
    [[nodiscard]] Seconds tensorAtEnd(const StageUnits& units) const {
        if (!gathersRows()) return Seconds(0);
        const double runs = 2.0 * units.blocks + (units.last ? 1 : 0);
        const std::int64_t vectors = m_plan.model.family == Family::Llama ? 1 : 2;
        const std::int64_t owners = m_plan.zero.stage > 0 ? units.dataSize : 1;
        return tensorSum(Bytes(vectors * m_plan.model.hidden * gradientBytes(m_plan) / owners)) * runs;
    }

    // `bytes` in all, in so many calls over the data group.
    [[nodiscard]] Seconds dataCollective(CollectiveKind kind, const StageUnits& units, std::int64_t bytes,
                                         int calls) const {
        const Bytes each(bytes / std::max(1, calls));
        return collectiveSeconds(kind, units.dataSize, each, m_links.data) * double(calls);
    }
    [[nodiscard]] int unitsOf(const StageUnits& units) const {
        return units.blocks + (units.first ? 1 : 0) + (units.last ? 1 : 0);
    }
    // Calls for the gradients of the units: as many units go in one as a bucket holds.
    [[nodiscard]] int reductions(const StageUnits& units, std::int64_t bucket) const {
        if (m_plan.framework != Framework::Engine) return unitsOf(units);
        int calls = 0;
        std::int64_t filled = 0;
        const auto pack = [&](std::int64_t elements) {
            if (filled > 0 && filled + elements > bucket) {
                ++calls;
                filled = 0;
            }
            filled += elements;
        };
        if (units.last && m_plan.model.embeddings == Embeddings::Tied) pack(m_shards.unitElements(ShardMap::kTiedHead));
        if (units.last) pack(m_shards.unitElements(m_shards.blocks() + 1));
        for (int block = 0; block < units.blocks; ++block) pack(m_shards.unitElements(1));
        if (units.first) pack(m_shards.unitElements(0));
        return filled > 0 ? calls + 1 : calls;
    }
    [[nodiscard]] Seconds gather(const StageUnits& units) const {
        return dataCollective(CollectiveKind::AllGather, units, units.elements * parameterBytes(m_plan), unitsOf(units));
    }
    [[nodiscard]] Seconds scatter(const StageUnits& units, std::int64_t bucket) const {
        return dataCollective(CollectiveKind::ReduceScatter, units, gradients(units), reductions(units, bucket));
    }
    // In the engine the head's use of a table on the same stage has gradients of its own.
    [[nodiscard]] std::int64_t gradients(const StageUnits& units) const {
        const std::int64_t shared = m_plan.framework == Framework::Engine ? units.sharedHead : 0;
        return (units.elements + shared) * gradientBytes(m_plan);
    }
    [[nodiscard]] Seconds dataAtEnd(const StageUnits& units) const {
        switch (m_plan.zero.stage) {
        case 0:
            return dataCollective(CollectiveKind::AllReduce, units, gradients(units),
                                  reductions(units, m_plan.zero.reduceBucketSize));
        case 1:
            return scatter(units, m_plan.zero.reduceBucketSize) + gather(units);
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

    // The engine does not gather again what still lies in its buffer: the share of the gathers of every pass that is
    // left, by pipeline rank.
    void findGathers() {
        m_gathered.assign(std::size_t(m_plan.layout.pp), 1.0);
        if (m_plan.zero.stage < 3 || m_plan.framework != Framework::Engine) return;
        const auto schedule = planSchedule(m_plan);
        if (!schedule) return;
        for (int rank = 0; rank < m_plan.layout.pp; ++rank) {
            double passes = 0;
            for (const Stage stage : m_shards.stagesOf(rank)) {
                const StageUnits units = stageUnits(m_plan, m_shards, stage);
                passes += double(units.elements) * (1 + gathersBackward(units)) * m_plan.microBatches();
            }
            m_gathered[std::size_t(rank)] = double(gatheredElements(m_plan, m_shards, *schedule, rank)) / passes;
        }
    }
    // What of the link time is left when it runs beside `computing`.
    [[nodiscard]] Seconds exposed(Seconds link, Seconds computing) const {
        const bool overlaps = m_plan.zero.overlap == Overlap::On && m_plan.framework == Framework::Engine;
        return overlaps ? std::max(Seconds(0), link - computing) : link;
    }

    // Of ZeRO 2 and 3 per micro-batch: gathers in both passes, gradients with the weight gradient. Only what is
    // prefetched can run beside the computing, and only in the passes that gather.
    struct DataShare {
        Seconds forward, inputGradient, weightGradient;
    };
    [[nodiscard]] DataShare dataShare(const StageUnits& units, const StageCosts& compute, int rank) const {
        if (m_plan.zero.stage < 2) return {};
        const double share = m_gathered[std::size_t(rank)], beside = std::min(1.0, share);
        const bool ahead = m_plan.zero.prefetchBucketSize > 0;
        const Seconds once = m_plan.zero.stage == 3 ? gather(units) * share : Seconds(0);
        const Seconds back = once * gathersBackward(units);
        DataShare data{once, back, {}};
        if (ahead) data = {exposed(once, compute.forward * beside), exposed(back, compute.inputGradient * beside), {}};
        const Seconds free = compute.backward() - (back - data.inputGradient);  // of gathers
        const std::int64_t bucket = reduceBucketElements(m_plan, rankUnits(m_plan, m_shards, rank));
        data.weightGradient = exposed(scatter(units, bucket), std::max(Seconds(0), free));
        return data;
    }

    void addStage(PlanCosts& costs, const StageUnits& units, int rank) {
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

        const Seconds tensorInput = tensorBackward(units), tensorWeight = tensorWeights(units);
        StageShares shares{
            tensorForward(units), tensorInput + tensorWeight, {}, {},
            dataAtEnd(units) + tiedTable(units) + tensorAtEnd(units), optimizer(units)};
        const DataShare data = dataShare(units, compute, rank);
        shares.dataForward = data.forward;
        shares.dataBackward = data.inputGradient + data.weightGradient;
        costs.shares.push_back(shares);
        costs.replay.stages.push_back(
            {compute.forward + shares.tensorForward + shares.dataForward,
             compute.inputGradient + tensorInput + data.inputGradient,
             compute.weightGradient + tensorWeight + data.weightGradient});
    }

    // The end of the step, of all chunks of a rank.
    void addTail(PlanCosts& costs, const StageUnits& units) {
        costs.dataCommunication = std::max(costs.dataCommunication,
                                           dataAtEnd(units) + tiedTable(units) + tensorAtEnd(units));
        costs.optimizer = std::max(costs.optimizer, optimizer(units));
    }

    const Plan& m_plan;
    const ShardMap& m_shards;
    std::vector<double> m_gathered;  // by pipeline rank
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
