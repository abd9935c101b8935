// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Advice on a plan as data: one row a rule, with its reason (the sentence of its code in the message catalogue), severity,
// source and remedy. Rules speak about what is legal but unwise, and about what a framework or a launch kit will refuse
// later. A remedy is a whole plan on which the rule no longer fires. Pure. A new rule is one row in advice_*.cpp, two
// sentences and a test plan.
#pragma once

#include "core/evaluate.h"
#include "core/planner/search.h"

#include <optional>
#include <span>
#include <vector>

namespace core {

struct AdviceRule {
    const char* code;  // "advice.…"
    const char* fix;   // the remedy's sentence
    Severity severity;
    const char* where;   // the field that the remedy changes
    const char* source;  // whose experience it is
    bool (*fires)(const Snapshot& snapshot);
    std::optional<Plan> (*mend)(const Snapshot& snapshot);  // none where no plan near it is free of it
};

// Of the layout; of memory and time; of training.
[[nodiscard]] std::span<const AdviceRule> layoutAdvice();
[[nodiscard]] std::span<const AdviceRule> memoryAdvice();
[[nodiscard]] std::span<const AdviceRule> trainingAdvice();
[[nodiscard]] std::vector<const AdviceRule*> adviceRules();  // all of them

struct Advice {
    const AdviceRule* rule = nullptr;
    Problem problem;  // the sentence with its numbers
    std::optional<Plan> plan;
};

// Errors first, then warnings; of equal severity in the order of the rules.
[[nodiscard]] std::vector<Advice> adviceOn(const Snapshot& snapshot);

// Tokens of a micro-batch and replica from which the computing of a step hides what ZeRO-3 gathers and scatters between
// nodes: F·η / bandwidth of a card's link; 6,240 on an A100 at 25 GB/s and η = 0.5.
inline constexpr double kHiddenZero3Share = 0.5;
[[nodiscard]] double tokensThatHideZero3(const Plan& plan);
// 1 − (share of a card that is needed); 6 % is what fragmentation has been seen to take.
inline constexpr double kFragmentation = marginFor(kUsualReserve);
[[nodiscard]] bool fitsWithMargin(const MemoryEstimate& memory);  // with so much more than predicted

}  // namespace core
