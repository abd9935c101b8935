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
// not divide it, or where no accumulation is a multiple of `step`.
std::string legalPairs(Number global, Number dataParallel, Number step) {
    if (!divides(dataParallel * step, global)) return {};
    std::string pairs;
    const Number perReplica = global / dataParallel;
    for (const Number micro : firstDivisors(perReplica / step, 6))
        pairs += fmt::format("{}{}×{}", pairs.empty() ? "" : ", ", micro, perReplica / micro);
    return pairs;
}

const char* fixOf(const char* withPairs, const std::string& pairs, Number global, Number dataParallel) {
    if (!pairs.empty()) return withPairs;
    return divides(dataParallel, global) ? "fix.batch.nearest" : "fix.batch.dp-divides";
}

Problem contradiction(Number global, Number micro, Number accumulation, Number dataParallel) {
    const std::string pairs = legalPairs(global, dataParallel, 1);
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
            fixOf("fix.batch.contradiction", pairs, global, dataParallel)};
}

// `name`=`factor` times dp does not divide the global batch.
Problem notDivisible(Number global, const char* name, Number factor, Number dataParallel, Number step) {
    const Number product = factor * dataParallel, whole = product * step;
    const Number below = global / whole * whole;
    const std::string nearest = below == 0 ? fmt::to_string(whole)
                                : productFits(global / whole + 1, whole)
                                    ? fmt::format("{} or {}", below, below + whole)
                                    : fmt::to_string(below);
    const std::string pairs = legalPairs(global, dataParallel, step);
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
            fixOf("fix.batch.global-divisible", pairs, global, dataParallel)};
}

}  // namespace

Result<BatchTriple> resolveBatch(Maybe global, Maybe micro, Maybe accumulation, Number dataParallel, Number step) {
    if (Problems problems = belowOnes(global, micro, accumulation, dataParallel); !problems.empty())
        return tl::make_unexpected(std::move(problems));
    if (int(global.has_value()) + int(micro.has_value()) + int(accumulation.has_value()) < 2)
        return refuse({Severity::Error, "batch.needs-two", "/batch", {}, "fix.batch.needs-two"});

    const Number factor = micro ? *micro : *accumulation;
    if (!productFits(factor, dataParallel) || !productFits(factor * dataParallel, step)) return refuse(tooLarge());
    if (micro && accumulation) {
        if (!productFits(*micro * dataParallel, *accumulation)) return refuse(tooLarge());
        const Number product = *micro * dataParallel * *accumulation;
        if (global && *global != product)
            return refuse(contradiction(*global, *micro, *accumulation, dataParallel));
        return BatchTriple{product, *micro, *accumulation};
    }
    if (*global % (factor * dataParallel) != 0)
        return refuse(notDivisible(*global, micro ? "micro-batch" : "micro-batches", factor, dataParallel, micro ? step : 1));
    const Number quotient = *global / (factor * dataParallel);
    return micro ? BatchTriple{*global, factor, quotient} : BatchTriple{*global, quotient, factor};
}

}  // namespace core
