// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The batch triple, exact: a quotient that is not whole is refused with the values that are.
#include "core/plan/batch.h"

#include "core/plan/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace core {

namespace {

using Number = std::int64_t;
using Maybe = std::optional<Number>;

constexpr Number kMost = std::numeric_limits<Number>::max();

bool productFits(Number a, Number b) { return a <= kMost / b; }

Problem belowOne(const char* name, const char* where, Number value) {
    return {Severity::Error,
            "number.below",
            where,
            {{"name", name}, {"value", fmt::to_string(value)}, {"least", "1"}},
            "fix.number.at-least"};
}

Problems belowOnes(Maybe global, Maybe micro, Maybe accumulation, Number dataParallel) {
    Problems problems;
    if (global && *global < 1) problems.push_back(belowOne("global batch", "/batch/global", *global));
    if (micro && *micro < 1) problems.push_back(belowOne("micro-batch", "/batch/micro", *micro));
    if (accumulation && *accumulation < 1)
        problems.push_back(belowOne("micro-batches", "/batch/micro_batches", *accumulation));
    if (dataParallel < 1) problems.push_back(belowOne("dp", "/layout/dp", dataParallel));
    return problems;
}

Problem tooLarge() {
    return {Severity::Error,
            "plan.too-large",
            "/batch/global",
            {{"what", "the global batch"}},
            "fix.plan.smaller"};
}

bool divides(Number divisor, Number number) { return number % divisor == 0; }

// The pairs (micro-batch × accumulation) that a global batch allows, fewest micro-batches last; empty where dp does
// not divide it.
std::string legalPairs(Number global, Number dataParallel, const MicroBatchRule& rule) {
    constexpr std::size_t kTried = 64;
    constexpr int kShown = 6;
    if (!divides(dataParallel, global)) return {};
    std::string pairs;
    int shown = 0;
    const Number perReplica = global / dataParallel;
    for (const Number micro : firstDivisors(perReplica, kTried))
        if (rule.accepts(perReplica / micro) && shown++ < kShown)
            pairs += fmt::format("{}{}×{}", pairs.empty() ? "" : ", ", micro, perReplica / micro);
    return pairs;
}

const char* fixOf(Number global, Number dataParallel, const std::string& pairs, const char* withPairs) {
    if (!divides(dataParallel, global)) return "fix.batch.dp-divides";
    return pairs.empty() ? "fix.batch.nearest" : withPairs;
}

Problem contradiction(Number global, Number micro, Number accumulation, Number dataParallel, const MicroBatchRule& rule) {
    const std::string pairs = legalPairs(global, dataParallel, rule);
    return {Severity::Error,
            "batch.contradiction",
            "/batch/global",
            {{"global", fmt::to_string(global)},
             {"micro", fmt::to_string(micro)},
             {"accumulation", fmt::to_string(accumulation)},
             {"dp", fmt::to_string(dataParallel)},
             {"product", fmt::to_string(micro * accumulation * dataParallel)},
             {"nearest", fmt::to_string(micro * accumulation * dataParallel)},
             {"pairs", pairs}},
            fixOf(global, dataParallel, pairs, "fix.batch.contradiction")};
}

// `name`=`factor` times dp does not divide the global batch.
Problem notDivisible(Number global, const char* name, Number factor, Number dataParallel, const MicroBatchRule& rule) {
    const Number product = factor * dataParallel;
    const std::string nearest = nearestBatches(global, product, rule), pairs = legalPairs(global, dataParallel, rule);
    return {Severity::Error,
            "batch.global-divisible",
            "/batch/global",
            {{"global", fmt::to_string(global)},
             {"name", name},
             {"factor", fmt::to_string(factor)},
             {"dp", fmt::to_string(dataParallel)},
             {"product", fmt::to_string(product)},
             {"nearest", nearest},
             {"pairs", pairs}},
            fixOf(global, dataParallel, pairs, "fix.batch.global-divisible")};
}

}  // namespace

std::string nearestBatches(Number global, Number round, const MicroBatchRule& rule) {
    const Number least = (rule.least + rule.unit - 1) / rule.unit * rule.unit;
    if (!productFits(least, round)) return {};
    const Number rounds = global / round, below = rounds / rule.unit * rule.unit;
    std::vector<std::string> words;
    if (below >= least) words.push_back(fmt::to_string(below * round));
    const Number above = std::max(below == rounds && global % round == 0 ? below : below + rule.unit, least);
    if (above != below && productFits(above, round)) words.push_back(fmt::to_string(above * round));
    return joinedByOr(words);
}

Result<BatchTriple> resolveBatch(Maybe global, Maybe micro, Maybe accumulation, Number dataParallel,
                                 const MicroBatchRule& rule) {
    if (Problems problems = belowOnes(global, micro, accumulation, dataParallel); !problems.empty())
        return tl::make_unexpected(std::move(problems));
    if (int(global.has_value()) + int(micro.has_value()) + int(accumulation.has_value()) < 2)
        return refuse({Severity::Error, "batch.needs-two", "/batch", {}, "fix.batch.needs-two"});

    const Number factor = micro ? *micro : *accumulation;
    if (!productFits(factor, dataParallel)) return refuse(tooLarge());
    if (micro && accumulation) {
        if (!productFits(*micro * dataParallel, *accumulation)) return refuse(tooLarge());
        const Number product = *micro * dataParallel * *accumulation;
        if (global && *global != product)
            return refuse(contradiction(*global, *micro, *accumulation, dataParallel, rule));
        return BatchTriple{product, *micro, *accumulation};
    }
    if (*global % (factor * dataParallel) != 0)
        return refuse(notDivisible(*global, micro ? "micro-batch" : "micro-batches", factor, dataParallel,
                                   micro ? rule : MicroBatchRule{}));
    const Number quotient = *global / (factor * dataParallel);
    return micro ? BatchTriple{*global, factor, quotient} : BatchTriple{*global, quotient, factor};
}

}  // namespace core
