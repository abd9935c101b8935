// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// All rules in turn, and the numbers that their sentences may name.
#include "core/planner/advice_rules.h"

#include "core/base/text.h"
#include "core/cost/goodput.h"
#include "core/cost/group_links.h"
#include "core/plan/cards.h"
#include "core/plan/validate.h"
#include "core/planner/advice.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

std::map<std::string, std::string> numbersOf(const Snapshot& snapshot) {
    const Plan& plan = snapshot.plan;
    const LayoutSpec& l = plan.layout;
    const std::int64_t replica = std::int64_t(l.tp) * l.cp * l.pp, cards = cardsOf(plan.cluster);
    std::map<std::string, std::string> numbers{
        {"tp", std::to_string(l.tp)},
        {"cp", std::to_string(l.cp)},
        {"ep", std::to_string(l.ep)},
        {"dp", std::to_string(l.dp)},
        {"pp", std::to_string(l.pp)},
        {"gpus_per_node", std::to_string(plan.cluster.gpusPerNode)},
        {"cards", withThousands(cards)},
        {"replicas", replica > 0 ? fmt::format("{:.6g}", double(cards) / double(replica)) : ""},
        {"stage", std::to_string(plan.zero.stage)},
        {"micro", std::to_string(plan.batch.micro)},
        {"micro_batches", std::to_string(plan.microBatches())},
        {"tokens", withThousands(std::int64_t(plan.batch.micro) * plan.sequence())},
        {"update_tokens", threeDigits(double(plan.batch.global) * plan.sequence())},
        {"sequence", withThousands(plan.sequence())},
        {"vocabulary", withThousands(plan.model.vocabulary)},
        {"gpu", plan.cluster.gpu},
        {"framework", std::string(toText(plan.framework))},
        {"beta2", fmt::format("{:g}", plan.optimizer.beta2)},
    };
    if (acceleratorOf(plan.cluster)) numbers["hidden_tokens"] = withThousands(std::int64_t(tokensThatHideZero3(plan)));
    if (snapshot.memory) {
        numbers["peak"] = toText(snapshot.memory->peak());
        numbers["capacity"] = toText(snapshot.memory->capacity);
    }
    if (snapshot.step) {
        numbers["bubble"] = fmt::format("{:.0f} %", 100 * snapshot.step->bubbleFraction);
        numbers["data_share"] = fmt::format("{:.0f} %", 100 * (snapshot.step->dataCommunication / snapshot.step->step));
        numbers["interval"] = std::to_string(checkpointEvery(plan, snapshot.step->step));
    }
    return numbers;
}

}  // namespace

bool fitsWithMargin(const MemoryEstimate& memory) {
    return memory.fits && memory.peak() / memory.capacity * (1 + kFragmentation) <= 1;
}

double tokensThatHideZero3(const Plan& plan) {
    const Accelerator& card = *acceleratorOf(plan.cluster);
    const double bandwidth = plan.cluster.nodes > 1 ? plannedLink(plan, card, LinkClass::BetweenNodes).bandwidth
                                                    : plannedLink(plan, card, LinkClass::WithinNode).bandwidth;
    return bandwidth > 0 ? peakFlopsOf(plan, {}) * kHiddenZero3Share / bandwidth : 0;
}

std::vector<const AdviceRule*> adviceRules() {
    std::vector<const AdviceRule*> rules;
    for (const std::span<const AdviceRule> room : {layoutAdvice(), memoryAdvice(), trainingAdvice()})
        for (const AdviceRule& rule : room) rules.push_back(&rule);
    return rules;
}

std::vector<Advice> adviceOn(const Snapshot& snapshot) {
    std::vector<Advice> advice;
    for (const AdviceRule* rule : adviceRules()) {
        if (!rule->fires(snapshot)) continue;
        Problem problem{rule->severity, rule->code, rule->where, numbersOf(snapshot), rule->fix};
        std::optional<Plan> plan = rule->mend(snapshot);
        if (plan && (hasErrors(validate(*plan)) || (isTrainedHere(snapshot.plan) && hasErrors(engineLimits(*plan))))) plan.reset();
        advice.push_back({rule, std::move(problem), std::move(plan)});
    }
    std::ranges::stable_sort(advice, {}, [](const Advice& one) { return int(one.rule->severity); });
    return advice;
}

}  // namespace core
