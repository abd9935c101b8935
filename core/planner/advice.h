// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small changes that help: ways to bring a plan under the memory of its cards, and fewer idle cards in its
// pipeline. Every piece of advice is a whole plan that was evaluated; nothing is promised that evaluate()
// does not say. Pure. This is no search over layouts: each advice changes one thing or two, at the same number of
// cards.
#pragma once

#include "core/evaluate.h"

#include <optional>
#include <vector>

namespace core {

// From the smallest change to the largest.
enum class FitChange {
    SmallerMicroBatch,
    FlashAttention,
    SequenceParallel,
    Recompute,
    HigherZero,
    MoreTensor,
    MorePipeline,
    Offload,
    LargerCards  // virtual ones
};

struct FitAdvice {
    std::vector<FitChange> changes;  // one, or two of which neither alone is enough
    Plan plan;
    Bytes peak;  // predicted, heaviest card; it fits
    double stepRatio = 1;  // step time against the plan's own
    bool operator==(const FitAdvice&) const = default;
};

// Engine: only what the engine of this build can train, as always for a plan of the engine's that it can train as it is.
enum class RunsOn { AnyFramework, Engine };

// Whether it is a plan of the engine's that this build can train as it is.
[[nodiscard]] bool isTrainedHere(const Plan& plan);

// `needed` is what a card is known to have asked for (0 = the prediction alone decides): a prediction that was too low
// is scaled by it. Only plans that fit, at the same cards and global batch, and that bring no refusal of the rules, the
// framework or its launch kit; of each kind of change the least one that does. Single changes come first, the smallest at the
// head, then pairs of changes that do not fit alone, the fastest at the head. Empty where nothing fits or the plan
// itself breaks a rule.
[[nodiscard]] std::vector<FitAdvice> waysToFit(const Plan& plan, RunsOn runsOn, Bytes needed = Bytes(0),
                                               const Calibration& calibration = {});

struct BubbleAdvice {
    int microBatches = 0;          // 0 = no number of micro-batches helps: the stages are unequal
    double before = 0, after = 0;  // bubble fractions
    double unequal = 0;            // of `before`: what stages of unequal length leave however many micro-batches there are
    Plan plan;                     // the global batch follows
    double stepRatio = 1, throughputRatio = 1;  // against the plan's own
    Bytes peak;                                 // predicted, heaviest card
    bool fits = true;
};

// For every pipeline that idles a good part of its time. The smallest doubling of the micro-batches whose bubble is
// under a tenth; where no doubling gets there, the smallest from which the next ones gain little. One that fits the
// cards is preferred; where none does, the advice says so. None where the bubble is small already or the plan breaks
// a rule.
[[nodiscard]] std::optional<BubbleAdvice> lessBubble(const Snapshot& snapshot);

}  // namespace core
