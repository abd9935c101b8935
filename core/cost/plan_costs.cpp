// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs of every stage of a plan: compute by roofline, collectives by alpha-beta. What context and expert ranks exchange
// counts as tensor communication. Data collectives run beside the computing where the plan or its framework says so:
// what is left then is what they take longer than the backward pass (gradients) or the forward pass (weights) of one
// micro-batch, and at least the last bucket.
#include "core/cost/agreements.h"
#include "core/cost/gathers.h"
#include "core/cost/group_links.h"
#include "core/cost/offload.h"
#include "core/cost/speed.h"
#include "core/cost/stage_coster.h"
#include "core/cost/step_estimate.h"
#include "core/cost/traffic.h"
#include "core/memory/framework_states.h"
#include "core/memory/saved_tensors.h"
#include "core/memory/stage_units.h"
#include "core/schedule/split_backward.h"

#include <algorithm>

namespace core {

namespace {

// fp32 reads p and g and writes p; mixed precision reads the gradient, reads and writes the master and writes the
// 16-bit weight. Each state (Adam has two) is read and written.
constexpr double kUpdateBytesFp32 = 12, kUpdateBytesMixed = 14, kStateBytes = 8;
constexpr double kNormBytes = 4;  // the global gradient norm reads each gradient once
// The frameworks do it in separate passes over all gradients (zeroing, scaling: three accesses) and over those of this
// rank (norm, clipping in fp32, the update, the cast to 16 bits).
constexpr double kGradientAccesses = 3, kClipBytes = 8, kFrameworkFp32 = 12, kFrameworkMixed = 18;
// Muon's five Newton-Schulz iterations of a matrix with n columns: three products of about 2·n FLOPs an element each.
constexpr double kMuonFlopsPerColumn = 30;

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
        , m_embeddingElements(shards.unitElements(0))
        , m_blockElements(shards.blocks() > 0 ? shards.unitElements(1) : 0)
        , m_headElements(shards.unitElements(shards.blocks() + 1))
        , m_speed(plan, cardOf(plan), calibration)
        , m_links(links)
        , m_host(hostLinkOf(plan.cluster))
        , m_agreements(plan.framework == Framework::Engine ? agreementSeconds(plan, links) : Seconds(0))
        , m_overlaps(overlaps(plan))
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

    // FSDP and DeepSpeed's stage 3 overlap unless told otherwise.
    static bool overlaps(const Plan& plan) {
        const bool always = plan.framework == Framework::Fsdp || (plan.framework == Framework::DeepSpeed && plan.zero.stage == 3);
        return always || plan.zero.overlap == Overlap::On;
    }
    [[nodiscard]] bool isFrozen() const { return m_plan.lora.rank > 0 || m_plan.frozenBlocks > 0; }
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
    // Ring attention: keys and values of all context ranks pass by every one of them.
    [[nodiscard]] Seconds contextExchange() const {
        const ModelSpec& model = m_plan.model;
        const LatentAttention& latent = model.details.latent;
        const double keyValue = latent.kvRank > 0 ? double(model.heads) * (model.headSize() + latent.value) / m_plan.layout.tp
                                                  : 2.0 * model.headSize() * std::max(1.0, double(model.kvHeads) / m_plan.layout.tp);
        const double bytes = tokens() * m_plan.layout.cp * keyValue * parameterBytes(m_plan);
        return collectiveSeconds(CollectiveKind::AllGather, m_plan.layout.cp, Bytes(std::int64_t(bytes)), m_links.context);
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
        Seconds seconds = blockExchange(units.blocks, units.expertBlocks) + contextExchange() * double(units.blocks) +
                          tensorSum(streamBytes()) * (units.first ? 1.0 : 0.0);
        if (gathersRows()) seconds += half() * ((units.last ? 1.0 : 0.0) - (units.first ? 1.0 : 0.0));
        if (units.last) seconds += tensorSum(Bytes(std::int64_t(4 * tokens()))) * 3.0;
        return seconds;
    }
    // Of the input gradients.
    [[nodiscard]] Seconds tensorBackward(const StageUnits& units) const {
        const int again = m_plan.recompute == Recompute::Full ? recomputedBlocks(m_plan, units.blocks) : 0;
        const double expertsAgain = units.blocks > 0 ? double(again) * units.expertBlocks / units.blocks : 0;
        // Keys and values come by again, and their gradients.
        Seconds seconds = blockExchange(units.blocks + again, units.expertBlocks + expertsAgain) +
                          contextExchange() * (2.0 * units.blocks + again) + tensorSum(streamBytes()) * (units.last ? 1.0 : 0.0);
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
        // Experts are a collective of their own, over fewer ranks.
        const double ofExperts = units.elements > 0 ? double(units.experts) / double(units.elements) : 0;
        const auto expertBytes = std::int64_t(double(bytes) * ofExperts);
        const Bytes each((bytes - expertBytes) / std::max(1, calls)),
            experts(expertBytes / std::max(1, units.expertBlocks));
        return collectiveSeconds(kind, units.dataSize, each, m_links.data) * double(calls) +
               collectiveSeconds(kind, units.expertDataSize, experts, m_links.data) * double(units.expertBlocks);
    }
    [[nodiscard]] static int unitsOf(const StageUnits& units) {
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
        if (units.last && m_plan.model.embeddings == Embeddings::Tied) pack(m_tiedElements);
        if (units.last) pack(m_headElements);
        for (int block = 0; block < units.blocks; ++block) pack(m_blockElements);
        if (units.first) pack(m_embeddingElements);
        return filled > 0 ? calls + 1 : calls;
    }
    [[nodiscard]] Seconds gather(const StageUnits& units) const {
        const std::int64_t elements = m_plan.zero.stage == 3 ? units.elements : units.trained();
        return dataCollective(CollectiveKind::AllGather, units, elements * parameterBytes(m_plan), unitsOf(units));
    }
    // Of what ZeRO-3 gathers, the part that this rank brings from its host first.
    [[nodiscard]] Seconds fetch(const StageUnits& units) const {
        return transferSeconds(gatherTransfer(m_plan, units.parts), m_host);
    }
    // Between card and host, once a step.
    [[nodiscard]] Seconds hostUpdate(const StageUnits& units) const {
        return offloads(m_plan) ? transferSeconds(updateTransfer(m_plan, updatedParts(units)), m_host) : Seconds(0);
    }
    [[nodiscard]] Seconds scatter(const StageUnits& units, std::int64_t bucket) const {
        return dataCollective(CollectiveKind::ReduceScatter, units, gradients(units), reductions(units, bucket));
    }
    // In the engine the head's use of a table on the same stage has gradients of its own.
    [[nodiscard]] std::int64_t gradients(const StageUnits& units) const {
        const std::int64_t shared = m_plan.framework == Framework::Engine ? units.sharedHead : 0;
        return (units.trained() + shared) * gradientBytes(m_plan);
    }
    // Of this, gradients may run beside the last backward pass of the step and weights beside the next forward pass.
    [[nodiscard]] Seconds dataAtEnd(const StageUnits& units, const StageCosts& compute) const {
        const auto left = [&](Seconds link, Seconds computing) {
            return overlapsAtEnd() ? std::max(link - computing, link * (1.0 / std::max(1, unitsOf(units)))) : link;
        };
        switch (m_plan.zero.stage) {
        case 0:
            return left(dataCollective(CollectiveKind::AllReduce, units, gradients(units),
                                       reductions(units, m_plan.zero.reduceBucketSize)),
                        compute.backward());
        case 1:
            return left(scatter(units, m_plan.zero.reduceBucketSize), compute.backward()) +
                   left(gather(units), compute.forward);
        case 2:
            return left(gather(units), compute.forward);
        default:
            return Seconds(0);
        }
    }
    [[nodiscard]] bool overlapsAtEnd() const { return m_plan.framework != Framework::Engine && m_overlaps; }

public:
    // Both ends of the pipeline add up the gradients of their copies of the tied table.
    [[nodiscard]] Seconds tiedTable(const StageUnits& units) const {
        const bool copies = m_plan.model.embeddings == Embeddings::Tied && m_plan.layout.pp > 1 && !isFrozen();
        if (!copies || !(units.first || units.last)) return Seconds(0);
        const std::int64_t elements = m_plan.zero.stage >= 2 ? m_tiedPart : m_tiedElements;
        return collectiveSeconds(CollectiveKind::AllReduce, 2, Bytes(elements * gradientBytes(m_plan)),
                                 m_links.embedding);
    }
    [[nodiscard]] Seconds optimizer(const StageUnits& units) const {
        const bool fp32 = parameterBytes(m_plan) >= 4;
        const double divided = m_plan.zero.stage >= 1 && units.elements > 0 ? double(units.parts) / double(units.elements) : 1;
        if (m_plan.framework != Framework::Engine) return frameworkUpdate(units, divided);
        const double updated = double(m_plan.zero.stage >= 1 ? units.parts : units.elements);
        return m_speed.streaming(updated * ((fp32 ? kUpdateBytesFp32 : kUpdateBytesMixed) +
                                            kStateBytes * m_plan.optimizer.states() + kNormBytes));
    }
    // `divided`: the share of a rank in what its data group updates.
    [[nodiscard]] Seconds frameworkUpdate(const StageUnits& units, double divided) const {
        const OptimizerSpec& optimizer = m_plan.optimizer;
        const double trained = double(units.trained()), updated = trained * divided;
        const bool muon = optimizer.kind == OptimizerKind::Muon;
        const double matrices = muon ? std::max(0.0, trained - double(units.plain)) * divided : 0;
        const double moments = 2.0 * momentBytes(optimizer.moments) * (optimizer.states() * (updated - matrices) + matrices);
        const double update = (parameterBytes(m_plan) >= 4 ? kFrameworkFp32 : kFrameworkMixed) + kNormBytes + kClipBytes;
        const double passes = kGradientAccesses * gradientBytes(m_plan) * trained, states = update * updated + moments;
        const Work products{.flops = kMuonFlopsPerColumn * m_plan.model.hidden * matrices};
        if (updatesOnHost(m_plan)) return m_speed.streaming(passes) + Seconds(states / m_host.memory) + m_speed.seconds(products);
        return m_speed.streaming(passes + states) + m_speed.seconds(products);
    }
    [[nodiscard]] static double momentBytes(MomentType type) {
        return type == MomentType::Fp32 ? 4 : type == MomentType::Bf16 ? 2 : 1;
    }

    // What of the link time is left when it runs beside `computing`.
    [[nodiscard]] Seconds exposed(Seconds link, Seconds computing) const {
        return m_overlaps ? std::max(Seconds(0), link - computing) : link;
    }

    // Of ZeRO 2 and 3 per micro-batch: gathers in both passes, gradients with the weight gradient. Only what is
    // prefetched can run beside the computing, and only in the passes that gather.
    struct DataShare {
        Seconds forward, inputGradient, weightGradient;
    };
    [[nodiscard]] DataShare dataShare(const StageUnits& units, const StageCosts& compute, double kept) const {
        if (m_plan.zero.stage < 2) return {};
        const double beside = std::min(1.0, kept);
        // The frameworks prefetch wherever they overlap.
        const bool ahead = m_plan.framework != Framework::Engine || m_plan.zero.prefetchBucketSize > 0;
        const double again = gathersBackward(m_plan, units);
        const bool engine = m_plan.framework == Framework::Engine;
        // The engine's transfers from the host wait for each other and the computing for them.
        const Seconds fetched = m_plan.zero.stage == 3 ? fetch(units) * kept : Seconds(0);
        const Seconds once = (m_plan.zero.stage == 3 ? gather(units) * kept : Seconds(0)) + (engine ? Seconds(0) : fetched);
        const Seconds back = once * again;
        DataShare data{once, back, {}};
        if (ahead) data = {exposed(once, compute.forward * beside), exposed(back, compute.inputGradient * beside), {}};
        const Seconds free = compute.backward() - (back - data.inputGradient);  // of gathers
        const std::int64_t bucket = reduceBucketElements(m_plan, units);
        data.weightGradient = exposed(scatter(units, bucket), std::max(Seconds(0), free));
        if (engine) {
            data.forward += fetched;
            data.inputGradient += fetched * again;
        }
        return data;
    }

    // `kept`: the share of the gathers of every pass that has to be made.
    [[nodiscard]] StageCoster::Cost stage(const StageUnits& units, double kept) const {
        const double experts = units.expertBlocks, dense = units.blocks - experts;
        const double blocks = std::max(1, units.blocks);
        const double again = double(recomputedBlocks(m_plan, units.blocks)) / blocks;  // a share of either kind
        // Nothing flows back through blocks that are frozen from the embedding on.
        const double back = 1 - units.frozenBlocks / blocks;
        StageCosts compute{m_block.forward * dense + m_expertBlock.forward * experts,
                           (m_block.inputGradient * dense + m_expertBlock.inputGradient * experts +
                            (m_block.recompute * dense + m_expertBlock.recompute * experts) * again) *
                               back,
                           (m_block.weightGradient * dense + m_expertBlock.weightGradient * experts) * back};
        const auto add = [&](const LayerSeconds& layer) {
            compute.forward += layer.forward;
            compute.inputGradient += layer.inputGradient;
            compute.weightGradient += layer.weightGradient;
        };
        if (units.first) add(m_embedding);
        if (units.first && isFrozen()) compute.weightGradient -= m_embedding.weightGradient;
        if (units.last) {
            add(m_finalNorm);
            add(m_head);
        }

        const Seconds tensorInput = tensorBackward(units) * back, tensorWeight = tensorWeights(units) * back;
        StageShares shares{
            tensorForward(units), tensorInput + tensorWeight, {}, {},
            dataAtEnd(units, compute) + restAtEnd(units) + m_agreements * (1.0 / std::max(1, m_plan.layout.virtualStages)),
            optimizer(units)};
        const DataShare data = dataShare(units, compute, kept);
        shares.dataForward = data.forward;
        shares.dataBackward = data.inputGradient + data.weightGradient;
        return {{compute.forward + shares.tensorForward + shares.dataForward,
                 compute.inputGradient + tensorInput + data.inputGradient,
                 compute.weightGradient + tensorWeight + data.weightGradient},
                shares};
    }
    [[nodiscard]] Seconds restAtEnd(const StageUnits& units) const {
        return tiedTable(units) + tensorAtEnd(units) + hostUpdate(units);
    }
    // The end of the step, of all chunks of a rank.
    [[nodiscard]] Seconds tail(const StageUnits& units) const {
        if (!overlapsAtEnd()) return dataAtEnd(units, {}) + restAtEnd(units) + m_agreements;
        return stage(units, 1).shares.dataAtEnd;
    }

private:
    const Plan& m_plan;
    std::int64_t m_tiedElements, m_tiedPart, m_embeddingElements, m_blockElements, m_headElements;
    CardSpeed m_speed;
    GroupLinks m_links;
    HostLink m_host;
    Seconds m_agreements;
    bool m_overlaps;
    LayerSeconds m_embedding, m_block, m_expertBlock, m_finalNorm, m_head;
};

StageCoster::StageCoster(const Plan& plan, const GroupLinks& links, const ShardMap& shards,
                         const Calibration& calibration)
    : m_coster(std::make_unique<Coster>(plan, links, shards, calibration)) {}
StageCoster::~StageCoster() = default;
StageCoster::StageCoster(StageCoster&&) noexcept = default;
StageCoster::Cost StageCoster::stage(const StageUnits& units) const { return m_coster->stage(units, 1); }
Seconds StageCoster::dataAtEnd(const StageUnits& units) const { return m_coster->tail(units); }
Seconds StageCoster::optimizer(const StageUnits& units) const { return m_coster->optimizer(units); }
Seconds StageCoster::message() const { return m_coster->message(); }

PlanCosts planCosts(const Plan& plan, const Layout& layout, const ShardMap& shards,
                    const Calibration& calibration) {
    const Coster coster(plan, groupLinks(plan, layout, cardOf(plan)), shards, calibration);
    const std::vector<double> gathered = gatheredShares(plan, shards);
    PlanCosts costs;
    for (int s = 0; s < shards.stages(); ++s) {
        const StageCoster::Cost cost =
            coster.stage(stageUnits(plan, shards, Stage(s)), gathered[std::size_t(s % plan.layout.pp)]);
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
