// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/offload.h"

#include "core/cost/gathers.h"
#include "core/memory/engine_widths.h"
#include "core/memory/framework_states.h"

namespace core {

namespace {

bool isVirtual(const Plan& plan) { return plan.cluster.gpu == "virtual-card"; }

// Of the states of one element: master weight and moments.
std::int64_t stateBytes(const Plan& plan) {
    if (plan.framework == Framework::Engine) {
        const EngineWidths widths = engineWidths(plan);
        return widths.masters() + std::int64_t(widths.state) * plan.optimizer.states();
    }
    const std::int64_t moment = plan.optimizer.moments == MomentType::Fp32   ? 4
                                : plan.optimizer.moments == MomentType::Bf16 ? 2
                                                                             : 1;
    return (parameterBytes(plan) < 4 ? 4 : 0) + moment * plan.optimizer.states();
}

}  // namespace

bool offloads(const Plan& plan) {
    return plan.zero.offloadOptimizer != Offload::None || plan.zero.offloadParameters != Offload::None;
}

bool updatesOnHost(const Plan& plan) {
    return plan.zero.offloadOptimizer != Offload::None && plan.framework != Framework::Engine;
}

HostTransfer updateTransfer(const Plan& plan, std::int64_t elements) {
    const Offload optimizer = plan.zero.offloadOptimizer, parameters = plan.zero.offloadParameters;
    const std::int64_t weights = elements * parameterBytes(plan), states = elements * stateBytes(plan);
    const bool byCard = plan.framework == Framework::Engine && !isVirtual(plan);
    HostTransfer transfer;
    if (optimizer != Offload::None) transfer.link += Bytes(byCard ? states : elements * gradientBytes(plan));
    if (optimizer == Offload::Nvme) transfer.disk += Bytes(2 * states);
    // Weights end where they live: on the card from a host that updated them, or the other way round.
    const bool onHost = optimizer != Offload::None && !byCard, restOnHost = parameters != Offload::None;
    if (onHost != restOnHost) transfer.link += Bytes(weights);
    if (parameters == Offload::Nvme) transfer.disk += Bytes(weights);
    return transfer;
}

HostTransfer gatherTransfer(const Plan& plan, std::int64_t elements) {
    const Offload parameters = plan.zero.offloadParameters;
    if (plan.zero.stage < 3 || parameters == Offload::None) return {};
    const Bytes weights(elements * parameterBytes(plan));
    return {weights, parameters == Offload::Nvme ? weights : Bytes(0)};
}

Seconds transferSeconds(const HostTransfer& transfer, const HostLink& link) {
    const auto over = [](Bytes bytes, double bandwidth) { return bandwidth > 0 ? double(bytes.value()) / bandwidth : 0; };
    return Seconds(over(transfer.link, link.bandwidth) + over(transfer.disk, link.disk));
}

std::int64_t updatedParts(const StageUnits& units) {
    if (units.frozen == 0 || units.elements == 0) return units.parts;
    return std::int64_t(double(units.parts) * double(units.trained()) / double(units.elements));
}

OffloadTime offloadTime(const Plan& plan, const ShardMap& shards) {
    OffloadTime most;
    if (!offloads(plan)) return most;
    const HostLink link = hostLinkOf(plan.cluster);
    const std::vector<double> gathered = gatheredShares(plan, shards);
    for (int rank = 0; rank < plan.layout.pp; ++rank) {
        OffloadTime time{transferSeconds(updateTransfer(plan, updatedParts(rankUnits(plan, shards, rank))), link), {}};
        for (const Stage stage : shards.stagesOf(rank)) {
            const StageUnits units = stageUnits(plan, shards, stage);
            const double passes = (1 + gathersBackward(plan, units)) * plan.microBatches() * gathered[std::size_t(rank)];
            time.gathers += transferSeconds(gatherTransfer(plan, units.parts), link) * passes;
        }
        if (most.total() < time.total()) most = time;
    }
    return most;
}

}  // namespace core
