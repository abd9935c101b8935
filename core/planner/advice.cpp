// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Candidates are written down, evaluated, and kept when they help.
#include "core/planner/advice.h"

#include "core/plan/fields.h"
#include "core/plan/validate.h"

#include <algorithm>

namespace core {

namespace {

constexpr double kBubbleWorthAWord = 0.15;
constexpr double kBubbleGood = 0.10;
constexpr int kMostMicroBatches = 1024;
constexpr std::int64_t kCardStep = 4 * kMiB;  // virtual cards are named in whole multiples of it

struct Candidate {
    FitChange change{};
    Plan plan;
};

// Same global batch: the number of micro-batches follows.
std::optional<Candidate> smallerMicroBatch(const Plan& plan) {
    if (plan.batch.micro < 2) return std::nullopt;
    Plan smaller = plan;
    for (smaller.batch.micro = plan.batch.micro / 2; smaller.batch.micro > 0; smaller.batch.micro /= 2)
        if (smaller.microBatches() > 0) return Candidate{FitChange::SmallerMicroBatch, smaller};
    return std::nullopt;
}

std::vector<Candidate> candidates(const Plan& plan) {
    std::vector<Candidate> all;
    if (const auto smaller = smallerMicroBatch(plan)) all.push_back(*smaller);
    for (int stage = plan.zero.stage + 1; stage <= 3 && plan.layout.dp > 1; ++stage) {
        Plan higher = plan;
        higher.zero.stage = stage;
        all.push_back({FitChange::HigherZero, higher});
    }
    for (const Recompute recompute : {Recompute::Selective, Recompute::Full})
        if (recompute > plan.recompute) {
            Plan less = plan;
            less.recompute = recompute;
            all.push_back({FitChange::Recompute, less});
        }
    return all;
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

std::optional<FitAdvice> judge(const Candidate& candidate, const Snapshot& before, RunsOn runsOn) {
    const Snapshot after = evaluate(candidate.plan, before.calibration);
    if (hasErrors(after.problems) || !after.memory || !after.step) return std::nullopt;
    if (runsOn == RunsOn::Engine && hasErrors(after.engineProblems)) return std::nullopt;
    const Bytes peak = after.memory->peak();
    if (!after.memory->fits && peak >= before.memory->peak()) return std::nullopt;
    if (candidate.change != FitChange::LargerCards && peak >= before.memory->peak()) return std::nullopt;
    const double ratio = before.step->step.value() > 0 ? after.step->step / before.step->step : 1;
    return FitAdvice{candidate.change, candidate.plan, peak, after.memory->fits, ratio};
}

}  // namespace

std::vector<FitAdvice> waysToFit(const Plan& plan, RunsOn runsOn, Bytes needed,
                                 const Calibration& calibration) {
    const Snapshot before = evaluate(plan, calibration);
    std::vector<FitAdvice> ways;
    if (!before.memory || !before.step) return ways;
    std::vector<Candidate> all = candidates(plan);
    if (const auto larger = largerCards(plan, before.memory->peak(), needed)) all.push_back(*larger);
    for (const Candidate& candidate : all)
        if (auto advice = judge(candidate, before, runsOn)) ways.push_back(std::move(*advice));
    std::stable_partition(ways.begin(), ways.end(), [](const FitAdvice& way) { return way.fits; });
    return ways;
}

std::optional<BubbleAdvice> lessBubble(const Snapshot& snapshot) {
    if (!snapshot.timeline || !snapshot.memory || snapshot.plan.layout.pp < 2) return std::nullopt;
    const double before = snapshot.timeline->bubbleFraction;
    const int now = snapshot.plan.microBatches();
    if (before < kBubbleWorthAWord || now < 1) return std::nullopt;
    for (int more = now * 2; more <= kMostMicroBatches; more *= 2) {
        const Plan plan =
            withField(snapshot.plan, "/batch/micro_batches", std::int64_t(more), CardsPolicy::Follow);
        const Snapshot after = evaluate(plan, snapshot.calibration);
        if (hasErrors(after.problems) || !after.timeline || !after.memory) return std::nullopt;
        if (snapshot.memory->fits && !after.memory->fits) return std::nullopt;
        if (after.timeline->bubbleFraction < kBubbleGood)
            return BubbleAdvice{more, before, after.timeline->bubbleFraction, plan};
    }
    return std::nullopt;
}

}  // namespace core
