// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ways under the memory of the cards: every change in rising strength, alone and in pairs, scored.
#include "core/plan/validate.h"
#include "core/planner/advice.h"
#include "core/planner/refusals.h"
#include "core/planner/search.h"

#include <algorithm>
#include <set>

namespace core {

namespace {

constexpr std::int64_t kCardStep = 4 * kMiB;  // virtual cards are named in whole multiples of it
constexpr std::size_t kMostPairs = 6;

using Plans = std::vector<Plan>;  // from the least change to the greatest

// Same global batch: the number of micro-batches follows.
Plans smallerMicroBatches(const Plan& plan) {
    Plans plans;
    Plan smaller = plan;
    for (smaller.batch.micro = plan.batch.micro / 2; smaller.batch.micro > 0; smaller.batch.micro /= 2)
        if (smaller.microBatches() > 0) plans.push_back(smaller);
    return plans;
}

Plans flashAttention(const Plan& plan) {
    if (plan.attention == AttentionKind::Flash) return {};
    Plan flash = plan;
    flash.attention = AttentionKind::Flash;
    return {flash};
}

Plans sequenceParallel(const Plan& plan) {
    if (plan.layout.tp < 2 || plan.sequenceParallel == SequenceParallel::On) return {};
    Plan split = plan;
    split.sequenceParallel = SequenceParallel::On;
    return {split};
}

Plans recomputations(const Plan& plan) {
    Plans plans;
    Plan less = plan;
    for (less.recompute = plan.recompute; less.recompute < Recompute::Full;) {
        less.recompute = Recompute(int(less.recompute) + 1);
        plans.push_back(less);
    }
    return plans;
}

Plans higherZeros(const Plan& plan) {
    Plans plans;
    Plan higher = plan;
    for (higher.zero.stage = plan.zero.stage + 1; higher.zero.stage <= 3 && plan.layout.dp * plan.layout.cp > 1; ++higher.zero.stage)
        plans.push_back(higher);
    return plans;
}

// Tensor groups stay within a node.
Plans moreTensor(const Plan& plan) {
    Plans plans;
    Plan more = plan;
    while (more.layout.dp % 2 == 0 && more.layout.tp * 2 <= plan.cluster.gpusPerNode) {
        more.layout.tp *= 2;
        more.layout.dp /= 2;
        plans.push_back(more);
    }
    return plans;
}

Plans morePipeline(const Plan& plan) {
    Plans plans;
    Plan more = plan;
    while (more.layout.dp % 2 == 0 && more.layout.pp * 2 <= plan.model.layers) {
        more.layout.pp *= 2;
        more.layout.dp /= 2;
        more.layout.stageLayers = stageSplit(plan.model.layers, more.layout.pp);
        plans.push_back(more);
    }
    return plans;
}

Plans offload(const Plan& plan) {
    if (plan.zero.offloadOptimizer != Offload::None) return {};
    Plan host = plan;
    host.zero.offloadOptimizer = Offload::Cpu;
    return {host};
}

struct Move {
    FitChange change;
    Plans (*stronger)(const Plan&);
};

constexpr Move kMoves[] = {{FitChange::SmallerMicroBatch, smallerMicroBatches},
                           {FitChange::FlashAttention, flashAttention},
                           {FitChange::SequenceParallel, sequenceParallel},
                           {FitChange::Recompute, recomputations},
                           {FitChange::HigherZero, higherZeros},
                           {FitChange::MoreTensor, moreTensor},
                           {FitChange::MorePipeline, morePipeline},
                           {FitChange::Offload, offload}};

class Judge {
public:
    Judge(const Plan& plan, RunsOn runsOn, Bytes needed, const Calibration& calibration)
        : m_runsOn(runsOn)
        , m_calibration(calibration)
        , m_before(score(plan, calibration))
        , m_underestimated(m_before.valid && m_before.peak > Bytes(0) ? std::max(1.0, needed / m_before.peak) : 1)
        , m_refused(refusals(plan)) {}

    [[nodiscard]] const Score& before() const { return m_before; }

    [[nodiscard]] std::optional<FitAdvice> operator()(std::vector<FitChange> changes, const Plan& plan) const {
        const Score after = score(plan, m_calibration);
        if (!after.valid || !after.fits) return std::nullopt;
        if (double(after.peak.value()) * m_underestimated > double(capacityOf(plan).value())) return std::nullopt;
        if (!std::ranges::includes(m_refused, refusals(plan))) return std::nullopt;
        if (m_runsOn == RunsOn::Engine && hasErrors(engineLimits(plan))) return std::nullopt;
        const double ratio = m_before.step > Seconds(0) ? after.step / m_before.step : 1;
        return FitAdvice{std::move(changes), plan, after.peak, ratio};
    }

private:
    static std::set<std::string> refusals(const Plan& plan) {
        std::set<std::string> codes;
        for (const Problem& problem : validate(plan))
            if (isRefusal(problem)) codes.insert(problem.code);
        if (const auto refused = kitRefusal(plan)) codes.insert(refused->code);
        return codes;
    }

    RunsOn m_runsOn;
    const Calibration& m_calibration;
    Score m_before;
    double m_underestimated;
    std::set<std::string> m_refused;
};

// Of two changes in rising strength, the weakest combination that fits.
std::optional<FitAdvice> pairThatFits(const Plan& plan, const Move& first, const Move& second, const Judge& judge) {
    for (const Plan& one : first.stronger(plan))
        for (const Plan& both : second.stronger(one))
            if (auto way = judge({first.change, second.change}, both)) return way;
    return std::nullopt;
}

// Virtual cards have the size that the plan gives them.
std::optional<Plan> largerCards(const Plan& plan, Bytes peak, Bytes needed) {
    if (plan.run.cardMemory.value() <= 0) return std::nullopt;
    const std::int64_t bytes = std::max(peak, needed).value();
    Plan larger = plan;
    larger.run.cardMemory = Bytes((bytes + kCardStep - 1) / kCardStep * kCardStep);
    if (larger.run.cardMemory <= plan.run.cardMemory) larger.run.cardMemory = plan.run.cardMemory + Bytes(kCardStep);
    return larger;
}

}  // namespace

bool isTrainedHere(const Plan& plan) { return plan.framework == Framework::Engine && !hasErrors(engineLimits(plan)); }

std::vector<FitAdvice> waysToFit(const Plan& plan, RunsOn runsOn, Bytes needed, const Calibration& calibration) {
    const Judge judge(plan, isTrainedHere(plan) ? RunsOn::Engine : runsOn, needed, calibration);
    if (!judge.before().valid) return {};
    std::vector<FitAdvice> ways, pairs;
    std::vector<Move> open;  // not enough alone
    for (const Move& move : kMoves) {
        std::optional<FitAdvice> way;
        for (const Plan& changed : move.stronger(plan))
            if (way = judge({move.change}, changed); way) break;
        if (way)
            ways.push_back(std::move(*way));
        else
            open.push_back(move);
    }
    for (std::size_t i = 0; i < open.size(); ++i)
        for (std::size_t j = i + 1; j < open.size(); ++j)
            if (auto way = pairThatFits(plan, open[i], open[j], judge)) pairs.push_back(std::move(*way));
    std::ranges::stable_sort(pairs, {}, &FitAdvice::stepRatio);
    pairs.resize(std::min(pairs.size(), kMostPairs));
    std::ranges::move(pairs, std::back_inserter(ways));
    if (const auto larger = largerCards(plan, judge.before().peak, needed))
        if (auto way = judge({FitChange::LargerCards}, *larger)) ways.push_back(std::move(*way));
    return ways;
}

}  // namespace core
