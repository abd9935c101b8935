// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The batch triple, exact: a quotient that is not whole is refused with the values that are.
#include "core/plan/batch.h"

#include "core/plan/nearest.h"

#include <fmt/format.h>

#include <limits>

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
std::string legalPairs(Number global, Number dataParallel) {
    if (!divides(dataParallel, global)) return {};
    std::string pairs;
    const Number perReplica = global / dataParallel;
    for (const Number micro : firstDivisors(perReplica, 6))
        pairs += fmt::format("{}{}×{}", pairs.empty() ? "" : ", ", micro, perReplica / micro);
    return pairs;
}

Problem contradiction(Number global, Number micro, Number accumulation, Number dataParallel) {
    return {Severity::Error,
            "batch.contradiction",
            "/batch/global",
            {{"global", fmt::to_string(global)},
             {"micro", fmt::to_string(micro)},
             {"accumulation", fmt::to_string(accumulation)},
             {"dp", fmt::to_string(dataParallel)},
             {"product", fmt::to_string(micro * accumulation * dataParallel)},
             {"nearest", fmt::to_string(micro * accumulation * dataParallel)},
             {"pairs", legalPairs(global, dataParallel)}},
            divides(dataParallel, global) ? "fix.batch.contradiction" : "fix.batch.dp-divides"};
}

// `name`=`factor` times dp does not divide the global batch.
Problem notDivisible(Number global, const char* name, Number factor, Number dataParallel) {
    const Number product = factor * dataParallel;
    const Number below = global / product * product;
    const std::string nearest = below == 0 ? fmt::to_string(product)
                                : productFits(global / product + 1, product)
                                    ? fmt::format("{} or {}", below, below + product)
                                    : fmt::to_string(below);
    return {Severity::Error,
            "batch.global-divisible",
            "/batch/global",
            {{"global", fmt::to_string(global)},
             {"name", name},
             {"factor", fmt::to_string(factor)},
             {"dp", fmt::to_string(dataParallel)},
             {"product", fmt::to_string(product)},
             {"nearest", nearest},
             {"pairs", legalPairs(global, dataParallel)}},
            divides(dataParallel, global) ? "fix.batch.global-divisible" : "fix.batch.dp-divides"};
}

}  // namespace

Result<BatchTriple> resolveBatch(Maybe global, Maybe micro, Maybe accumulation, Number dataParallel) {
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
            return refuse(contradiction(*global, *micro, *accumulation, dataParallel));
        return BatchTriple{product, *micro, *accumulation};
    }
    if (*global % (factor * dataParallel) != 0)
        return refuse(notDivisible(*global, micro ? "micro-batch" : "micro-batches", factor, dataParallel));
    const Number quotient = *global / (factor * dataParallel);
    return micro ? BatchTriple{*global, factor, quotient} : BatchTriple{*global, quotient, factor};
}

}  // namespace core
