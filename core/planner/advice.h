// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small changes that help: ways to bring a plan under the memory of its cards, and fewer idle cards in its
// pipeline. Every piece of advice is a whole plan that was evaluated; nothing is promised that evaluate()
// does not say. Pure. This is no search over layouts: each advice changes one thing, at the same number of
// cards.
#pragma once

#include "core/evaluate.h"

#include <optional>
#include <vector>

namespace core {

enum class FitChange { SmallerMicroBatch, HigherZero, Recompute, LargerCards };

struct FitAdvice {
    FitChange change{};
    Plan plan;
    Bytes peak;  // predicted, heaviest card
    bool fits = false;
    double stepRatio = 1;  // step time against the plan's own
    bool operator==(const FitAdvice&) const = default;
};

enum class RunsOn { AnyFramework, Engine };  // Engine: only what the engine of this build can train

// `needed` is what a card is known to have asked for (0 = the prediction alone decides); larger cards hold at
// least that. Only changes that lower the peak or fit; the least change first. Empty where the plan itself
// breaks a rule.
[[nodiscard]] std::vector<FitAdvice> waysToFit(const Plan& plan, RunsOn runsOn, Bytes needed = Bytes(0),
                                               const Calibration& calibration = {});

struct BubbleAdvice {
    int microBatches = 0;
    double before = 0, after = 0;  // bubble fractions
    Plan plan;                     // the global batch follows
};

// The smallest doubling of the micro-batches whose bubble is under a tenth; none where the bubble is small
// already, where no doubling helps or where the plan would no longer fit.
[[nodiscard]] std::optional<BubbleAdvice> lessBubble(const Snapshot& snapshot);

}  // namespace core
