// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs of every stage of a plan: compute by roofline, and what its ranks exchange. What context and expert ranks exchange
// counts as tensor communication.
#include "core/cost/agreements.h"
#include "core/cost/data_exchange.h"
#include "core/cost/gathers.h"
#include "core/cost/group_links.h"
#include "core/cost/speed.h"
#include "core/cost/stage_coster.h"
#include "core/cost/step_estimate.h"
#include "core/cost/tensor_exchange.h"
#include "core/cost/update_time.h"
#include "core/memory/saved_tensors.h"

#include <algorithm>

namespace core {

namespace {

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
        , m_speed(plan, cardOf(plan), calibration)
        , m_links(links)
        , m_host(hostLinkOf(plan.cluster))
        , m_tensor(m_plan, m_links)
        , m_data(m_plan, m_links, shards)
        , m_agreements(plan.framework == Framework::Engine ? agreementSeconds(plan, links) : Seconds(0))
        , m_embedding(layerSeconds(LayerKind::Embedding))
        , m_block(layerSeconds(LayerKind::Block))
        , m_expertBlock(plan.model.expertBlocks() > 0 ? layerSeconds(LayerKind::ExpertBlock) : LayerSeconds{})
        , m_finalNorm(layerSeconds(LayerKind::FinalNorm))
        , m_head(layerSeconds(LayerKind::Head)) {}
    Coster(const Coster&) = delete;  // its exchanges refer to its links
    Coster& operator=(const Coster&) = delete;

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
        if (units.first && freezesEmbedding(m_plan)) compute.weightGradient -= m_embedding.weightGradient;
        if (units.last) {
            add(m_finalNorm);
            add(m_head);
        }

        const Seconds tensorInput = m_tensor.inputGradient(units) * back, tensorWeight = m_tensor.weightGradient(units) * back;
        StageShares shares{
            m_tensor.forward(units), tensorInput + tensorWeight, {}, {},
            m_data.atEnd(units, compute) + restAtEnd(units) + m_agreements * (1.0 / std::max(1, m_plan.layout.virtualStages)),
            optimizer(units)};
        const DataExchange::Share data = m_data.ofMicroBatch(units, compute, kept);
        shares.dataForward = data.forward;
        shares.dataBackward = data.inputGradient + data.weightGradient;
        return {{compute.forward + shares.tensorForward + shares.dataForward,
                 compute.inputGradient + tensorInput + data.inputGradient,
                 compute.weightGradient + tensorWeight + data.weightGradient},
                shares};
    }
    // The end of the step, of all chunks of a rank.
    [[nodiscard]] Seconds tail(const StageUnits& units) const {
        if (!m_data.overlapsAtEnd()) return m_data.atEnd(units, {}) + restAtEnd(units) + m_agreements;
        return stage(units, 1).shares.dataAtEnd;
    }
    [[nodiscard]] Seconds optimizer(const StageUnits& units) const { return updateSeconds(m_plan, units, m_speed, m_host); }
    [[nodiscard]] Seconds message() const { return m_tensor.message(); }

private:
    struct LayerSeconds {
        Seconds forward, inputGradient, weightGradient, recompute;
    };

    [[nodiscard]] LayerSeconds layerSeconds(LayerKind kind) const {
        const LayerWork work = layerWork(m_plan, kind);
        return {m_speed.seconds(work.forward), m_speed.seconds(work.inputGradient),
                m_speed.seconds(work.weightGradient), m_speed.seconds(work.recompute)};
    }
    [[nodiscard]] Seconds restAtEnd(const StageUnits& units) const {
        return m_data.tiedTable(units) + m_tensor.atEnd(units) + m_data.hostUpdate(units);
    }

    const Plan& m_plan;
    CardSpeed m_speed;
    GroupLinks m_links;
    HostLink m_host;
    TensorExchange m_tensor;
    DataExchange m_data;
    Seconds m_agreements;
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
