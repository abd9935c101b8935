// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/rescale.h"

#include "core/plan/cards.h"

#include <array>

namespace core {

template <>
std::span<const std::pair<Kept, std::string_view>> enumNames<Kept>() {
    static constexpr std::array<std::pair<Kept, std::string_view>, 4> kNames{
        {{Kept::Replica, "replica"}, {Kept::Split, "split"}, {Kept::Tensor, "tensor"}, {Kept::Nothing, "nothing"}}};
    return kNames;
}

namespace {

SearchLimits limitsOf(const Plan& plan, Kept kept) {
    SearchLimits limits;
    limits.most = 1;
    limits.sequenceParallel = plan.layout.tp > 1 ? std::optional(plan.sequenceParallel) : std::nullopt;
    if (kept == Kept::Nothing) {
        limits.sequenceParallel.reset();
        return limits;
    }
    limits.tp = plan.layout.tp;
    if (kept == Kept::Tensor) return limits;
    limits.cp = plan.layout.cp;
    limits.ep = plan.layout.ep;
    limits.pp = plan.layout.pp;
    if (kept == Kept::Split) return limits;
    limits.virtualStages = plan.layout.virtualStages;
    limits.schedule = plan.schedule;
    limits.zero = plan.zero.stage;
    limits.recompute = plan.recompute;
    return limits;
}

}  // namespace

std::optional<Rescaled> rescale(const Plan& plan, std::int64_t cards, const SearchWatch& watch, const Calibration& calibration) {
    Plan base = plan;
    spreadCards(base.cluster, cards);
    base.batch.ramp = {};
    constexpr std::array kWays{Kept::Replica, Kept::Split, Kept::Tensor, Kept::Nothing};
    std::int64_t before = 0;
    for (std::size_t way = 0; way < kWays.size(); ++way) {
        const Kept kept = kWays[way];
        const auto ofAll = [&](SearchProgress progress) {
            progress.fraction = (double(way) + progress.fraction) / double(kWays.size());
            progress.evaluated += before;
            return watch ? watch(progress) : SearchStep::Go;
        };
        SearchResult result = searchLayouts(base, limitsOf(plan, kept), ofAll, calibration);
        if (result.cancelled) return std::nullopt;
        before += result.evaluated;
        if (!result.plans.empty()) return Rescaled{std::move(result.plans.front()), kept};
    }
    return std::nullopt;
}

}  // namespace core
