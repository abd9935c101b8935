// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fewer idle cards: doublings of the micro-batches, each evaluated.
#include "core/planner/advice.h"

#include "core/plan/fields.h"

#include <algorithm>

namespace core {

namespace {

constexpr double kBubbleWorthAWord = 0.15;
constexpr double kBubbleGood = 0.10;
constexpr double kGainWorthDoubling = 0.03;  // of the pipeline's time
constexpr int kMostMicroBatches = 1024;
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
