// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Candidates are written down, evaluated, and kept when they help.
#include "core/planner/advice.h"

#include "core/plan/fields.h"
#include "core/plan/validate.h"

#include <algorithm>
#include <functional>

namespace core {

namespace {

constexpr double kBubbleWorthAWord = 0.15;
constexpr double kBubbleGood = 0.10;
constexpr double kGainWorthDoubling = 0.03;  // of the pipeline's time
constexpr int kMostMicroBatches = 1024;
constexpr std::int64_t kCardStep = 4 * kMiB;  // virtual cards are named in whole multiples of it

struct Candidate {
    FitChange change{};
    Plan plan;
};

using Judge = std::function<std::optional<FitAdvice>(const Candidate&)>;

// Of changes of one kind, from the least to the greatest, the first that fits.
class FirstThatFits {
public:
    FirstThatFits(std::vector<FitAdvice>& ways, const Judge& judge)
        : m_ways(ways)
        , m_judge(judge) {}
    void offer(const Candidate& candidate) {
        if (m_found) return;
        auto way = m_judge(candidate);
        m_found = way.has_value();
        if (way) m_ways.push_back(std::move(*way));
    }

private:
    std::vector<FitAdvice>& m_ways;
    const Judge& m_judge;
    bool m_found = false;
};

// Same global batch: the number of micro-batches follows.
void smallerMicroBatches(const Plan& plan, FirstThatFits first) {
    Plan smaller = plan;
    for (smaller.batch.micro = plan.batch.micro / 2; smaller.batch.micro > 0; smaller.batch.micro /= 2)
        if (smaller.microBatches() > 0) first.offer({FitChange::SmallerMicroBatch, smaller});
}

void higherZeros(const Plan& plan, FirstThatFits first) {
    Plan higher = plan;
    for (higher.zero.stage = plan.zero.stage + 1; higher.zero.stage <= 3 && plan.layout.dp > 1;
         ++higher.zero.stage)
        first.offer({FitChange::HigherZero, higher});
}

void recomputations(const Plan& plan, FirstThatFits first) {
    Plan less = plan;
    for (const Recompute recompute : {Recompute::Selective, Recompute::Full}) {
        less.recompute = recompute;
        if (recompute > plan.recompute) first.offer({FitChange::Recompute, less});
    }
}

// Virtual cards have the size that the plan gives them.
std::optional<Candidate> largerCards(const Plan& plan, Bytes peak, Bytes needed) {
    if (plan.run.cardMemory.value() <= 0) return std::nullopt;
    const std::int64_t bytes = std::max(peak, needed).value();
    Plan larger = plan;
    larger.run.cardMemory = Bytes((bytes + kCardStep - 1) / kCardStep * kCardStep);
    if (larger.run.cardMemory <= plan.run.cardMemory)
        larger.run.cardMemory = plan.run.cardMemory + Bytes(kCardStep);
    return Candidate{FitChange::LargerCards, larger};
}

std::optional<FitAdvice> judge(const Candidate& candidate, const Snapshot& before, RunsOn runsOn,
                               double underestimated) {
    const Snapshot after = evaluate(candidate.plan, before.calibration);
    if (hasErrors(after.problems) || !after.memory || !after.step) return std::nullopt;
    if (runsOn == RunsOn::Engine && hasErrors(after.engineProblems)) return std::nullopt;
    const Bytes peak = after.memory->peak();
    if (!after.memory->fits) return std::nullopt;
    if (double(peak.value()) * underestimated > double(after.memory->capacity.value())) return std::nullopt;
    const double ratio = before.step->step.value() > 0 ? after.step->step / before.step->step : 1;
    return FitAdvice{candidate.change, candidate.plan, peak, ratio};
}

}  // namespace

std::vector<FitAdvice> waysToFit(const Plan& plan, RunsOn runsOn, Bytes needed,
                                 const Calibration& calibration) {
    const Snapshot before = evaluate(plan, calibration);
    std::vector<FitAdvice> ways;
    if (!before.memory || !before.step) return ways;
    const Bytes peak = before.memory->peak();
    const double underestimated = peak > Bytes(0) ? std::max(1.0, needed / peak) : 1;
    const Judge fits = [&](const Candidate& candidate) {
        return judge(candidate, before, runsOn, underestimated);
    };
    const FirstThatFits first(ways, fits);
    smallerMicroBatches(plan, first);
    higherZeros(plan, first);
    recomputations(plan, first);
    if (const auto larger = largerCards(plan, peak, needed)) FirstThatFits(first).offer(*larger);
    return ways;
}

namespace {

// What remains with unlimited micro-batches: every stage then waits for the busiest.
double unequalStages(const Timeline& timeline) {
    double sum = 0, most = 0;
    for (const Seconds idle : timeline.idle) {
        const double busy = (timeline.makespan - idle).value();
        sum += busy;
        most = std::max(most, busy);
    }
    return most > 0 ? 1 - sum / (double(timeline.idle.size()) * most) : 0;
}

std::optional<BubbleAdvice> withMicroBatches(const Snapshot& before, int count) {
    const Plan plan =
        withField(before.plan, "/batch/micro_batches", std::int64_t(count), CardsPolicy::Follow);
    const Snapshot after = evaluate(plan, before.calibration);
    if (hasErrors(after.problems) || !after.timeline || !after.memory || !after.step) return std::nullopt;
    BubbleAdvice advice;
    advice.microBatches = count;
    advice.before = before.timeline->bubbleFraction;
    advice.after = after.timeline->bubbleFraction;
    advice.unequal = unequalStages(*before.timeline);
    advice.plan = plan;
    advice.stepRatio = after.step->step / before.step->step;
    advice.throughputRatio = after.step->tokensPerSecond / before.step->tokensPerSecond;
    advice.peak = after.memory->peak();
    advice.fits = after.memory->fits;
    return advice;
}

// The smallest doubling that is good, or from which the next gains little; one that fits before one that does not.
std::optional<BubbleAdvice> bestDoubling(const std::vector<BubbleAdvice>& doublings) {
    std::optional<BubbleAdvice> best;
    for (const BubbleAdvice& next : doublings) {
        if (best && best->fits && !next.fits) break;
        if (best && best->fits == next.fits &&
            (best->after < kBubbleGood || best->after - next.after < kGainWorthDoubling))
            break;
        best = next;
    }
    return best;
}

}  // namespace

std::optional<BubbleAdvice> lessBubble(const Snapshot& snapshot) {
    if (!snapshot.timeline || !snapshot.memory || !snapshot.step || snapshot.plan.layout.pp < 2)
        return std::nullopt;
    const double before = snapshot.timeline->bubbleFraction;
    const int now = snapshot.plan.microBatches();
    if (before < kBubbleWorthAWord || now < 1) return std::nullopt;
    std::vector<BubbleAdvice> doublings;
    for (int more = now * 2; more <= kMostMicroBatches; more *= 2) {
        auto advice = withMicroBatches(snapshot, more);
        if (!advice) break;
        doublings.push_back(std::move(*advice));
        if (doublings.back().after < kBubbleGood) break;
    }
    auto best = bestDoubling(doublings);
    if (best && before - best->after >= kGainWorthDoubling) return best;
    BubbleAdvice none;
    none.before = none.after = before;
    none.unequal = unequalStages(*snapshot.timeline);
    none.plan = snapshot.plan;
    return none;
}

}  // namespace core
