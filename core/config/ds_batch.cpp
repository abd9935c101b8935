// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ds_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace core {

namespace {

constexpr char kNothingGiven[] = "Either train_batch_size or train_micro_batch_size_per_gpu needs to be provided";

// A Python number: a whole one, and whether it has become a float on the way.
struct Number {
    std::int64_t value = 0;
    bool isFloat = false;
};

std::string text(Number number) { return fmt::format("{}{}", number.value, number.isFloat ? ".0" : ""); }

// Python's // on whole numbers; nothing where it divides by zero.
std::optional<Number> floorDivide(Number a, Number b) {
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    if (b.value == 0 || (b.value == -1 && a.value == kLeast)) return std::nullopt;
    const std::int64_t quotient = a.value / b.value;
    const bool down = a.value % b.value != 0 && (a.value < 0) != (b.value < 0);
    return Number{quotient - (down ? 1 : 0), a.isFloat || b.isFloat};
}

std::optional<Number> times(Number a, Number b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a.value, b.value, &product)) return std::nullopt;
    return Number{product, a.isFloat || b.isFloat};
}

struct Triple {
    Number train, micro, accumulation;
};

std::optional<Triple> derive(const DsBatchGiven& given, Number world) {
    const auto number = [](std::int64_t value) { return Number{value}; };
    if (given.train && given.micro && given.accumulation)
        return Triple{number(*given.train), number(*given.micro), number(*given.accumulation)};
    if (given.train && given.micro) {
        const auto whole = floorDivide(number(*given.train), number(*given.micro));
        if (!whole) return std::nullopt;
        return Triple{number(*given.train), number(*given.micro), *floorDivide(*whole, world)};
    }
    if (given.train && given.accumulation) {
        const auto micro = floorDivide(*floorDivide(number(*given.train), world), number(*given.accumulation));
        if (!micro) return std::nullopt;
        return Triple{number(*given.train), *micro, number(*given.accumulation)};
    }
    if (given.train) return Triple{number(*given.train), *floorDivide(number(*given.train), world), number(1)};
    const Number accumulation = number(given.accumulation.value_or(1));
    const auto perCard = times(number(*given.micro), accumulation);
    const auto train = perCard ? times(*perCard, world) : std::nullopt;
    if (!train) return std::nullopt;
    return Triple{*train, number(*given.micro), accumulation};
}

std::string refusal(const Triple& triple, Number world) {
    if (triple.train.value <= 0)
        return fmt::format("Train batch size: {} has to be greater than 0", text(triple.train));
    if (triple.micro.value <= 0)
        return fmt::format("Micro batch size per gpu: {} has to be greater than 0", text(triple.micro));
    if (triple.accumulation.value <= 0)
        return fmt::format("Gradient accumulation steps: {} has to be greater than 0", text(triple.accumulation));
    const auto perCard = times(triple.micro, triple.accumulation);
    const auto product = perCard ? times(*perCard, world) : std::nullopt;
    if (product && product->value == triple.train.value) return {};
    return fmt::format("Check batch related parameters. train_batch_size is not equal to micro_batch_per_gpu * "
                       "gradient_acc_step * world_size {} != {} * {} * {}",
                       text(triple.train), text(triple.micro), text(triple.accumulation), text(world));
}

std::int64_t nearestTo(std::int64_t wanted, const std::vector<std::pair<std::int64_t, std::int64_t>>& legal) {
    return std::ranges::min_element(legal, {}, [&](const auto& pair) { return std::llabs(pair.first - wanted); })
        ->first;
}

constexpr std::size_t kMostShown = 8;

std::string shown(const std::vector<std::pair<std::int64_t, std::int64_t>>& legal) {
    if (legal.empty()) return "none";
    std::string list;
    for (std::size_t i = 0; i < std::min(legal.size(), kMostShown); ++i)
        list += fmt::format("{}({}, {})", i > 0 ? ", " : "", legal[i].first, legal[i].second);
    return legal.size() > kMostShown ? fmt::format("{} and {} more", list, legal.size() - kMostShown) : list;
}

// With the batch that was asked for: another pair. Else the batch beside it that goes with what else is given; where
// that itself is at fault, all three numbers.
Problem mended(Problem problem, const DsBatch& batch, const DsBatchGiven& given, std::int64_t world) {
    problem.params["legal"] = shown(batch.legal);
    if (!batch.legal.empty()) {
        const std::int64_t micro = nearestTo(std::max<std::int64_t>(1, batch.micro), batch.legal);
        problem.params["micro"] = fmt::to_string(micro);
        problem.params["accumulation"] = fmt::to_string(batch.train / world / micro);
        problem.fix = "fix.ds.batch-pair";
        return problem;
    }
    constexpr std::int64_t kMost = 1'000'000;
    const auto sound = [](std::optional<std::int64_t> number) { return !number || (*number >= 1 && *number <= kMost); };
    if (!sound(given.micro) || !sound(given.accumulation)) {
        problem.params["nearest"] = fmt::to_string(world);
        problem.params["micro"] = problem.params["accumulation"] = "1";
        problem.fix = "fix.ds.batch-triple";
        return problem;
    }
    const std::int64_t step = world * given.micro.value_or(1) * given.accumulation.value_or(1);
    const std::int64_t below = batch.train / step * step;
    const bool onlyOne = below <= 0 || (given.micro && given.accumulation);
    problem.params["nearest"] = onlyOne ? fmt::to_string(step) : fmt::format("{} or {}", below, below + step);
    problem.fix = "fix.ds.batch-multiple";
    return problem;
}

Problem belowOne(const DsConfig& config, const char* key, std::int64_t value, std::string upstream) {
    return {Severity::Error, "ds.batch-below-one", config.where(key), {{"key", key}, {"value", fmt::to_string(value)}},
            "fix.ds.batch-below-one", std::move(upstream)};
}

}  // namespace

Problems dsBatchProblemsOfAnyWorld(const DsConfig& config, const DsBatchGiven& given) {
    Problems problems;
    const auto positive = [&](const char* key, std::optional<std::int64_t> value, const char* name) {
        if (value && *value < 1)
            problems.push_back(
                belowOne(config, key, *value, fmt::format("{}: {} has to be greater than 0", name, *value)));
    };
    positive("train_batch_size", given.train, "Train batch size");
    positive("train_micro_batch_size_per_gpu", given.micro, "Micro batch size per gpu");
    positive("gradient_accumulation_steps", given.accumulation, "Gradient accumulation steps");
    if (!problems.empty() || !given.train) return problems;
    const Number micro{given.micro.value_or(1)}, accumulation{given.accumulation.value_or(1)};
    const auto perCard = times(micro, accumulation);
    if (perCard && *given.train % perCard->value == 0) return {};
    const std::int64_t below = perCard ? *given.train / perCard->value * perCard->value : 0;
    Problem problem{Severity::Error,
                    "ds.batch-any-world",
                    config.where("train_batch_size"),
                    {{"train", fmt::to_string(*given.train)},
                     {"micro", fmt::to_string(micro.value)},
                     {"accumulation", fmt::to_string(accumulation.value)}},
                    "fix.ds.batch-any-world"};
    if (below == 0) {
        problem.params["nearest"] = perCard ? fmt::to_string(perCard->value) : problem.params["micro"];
        return {problem};
    }
    const auto above = perCard->value > std::numeric_limits<std::int64_t>::max() - below
                           ? std::nullopt
                           : std::optional(below + perCard->value);
    problem.params["nearest"] = above ? fmt::format("{} or {}", below, *above) : fmt::to_string(below);
    return {problem};
}

std::vector<std::pair<std::int64_t, std::int64_t>> legalBatches(std::int64_t train, std::int64_t world) {
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
    constexpr std::int64_t kLargest = std::int64_t{1} << 40;  // keeps the search for divisors short
    if (train <= 0 || world <= 0 || train % world != 0 || train / world > kLargest) return pairs;
    const std::int64_t perCard = train / world;
    for (std::int64_t micro = 1; micro * micro <= perCard; ++micro) {
        if (perCard % micro != 0) continue;
        pairs.emplace_back(micro, perCard / micro);
        if (micro * micro != perCard) pairs.emplace_back(perCard / micro, micro);
    }
    std::ranges::sort(pairs);
    return pairs;
}

DsBatch resolveDsBatch(const DsBatchGiven& given, DsBatchWorld world) {
    if (!given.train && !given.micro)
        return {.accumulation = given.accumulation.value_or(0), .upstream = kNothingGiven};
    const Number number{world.size, world.isFloat};
    const std::optional<Triple> triple = derive(given, number);
    if (!triple) return {.train = given.train.value_or(0), .upstream = "integer division or modulo by zero"};
    DsBatch batch{triple->train.value, triple->micro.value, triple->accumulation.value, refusal(*triple, number), {}};
    batch.legal = legalBatches(batch.train, world.size);
    return batch;
}

Problems dsBatchProblems(const DsConfig& config, const DsBatch& batch, DsBatchWorld world) {
    if (batch.upstream.empty()) return {};
    if (batch.upstream == kNothingGiven)
        return {{Severity::Error, "ds.batch-missing", config.where(""), {}, "fix.ds.batch-missing", batch.upstream}};
    const char* key = "train_batch_size";
    for (const char* candidate : {"gradient_accumulation_steps", "train_micro_batch_size_per_gpu", "train_batch_size"})
        if (config.has(candidate)) key = candidate;
    return {mended({Severity::Error,
                    "ds.batch",
                    config.where(key),
                    {{"train", fmt::to_string(batch.train)},
                     {"micro_now", fmt::to_string(batch.micro)},
                     {"accumulation_now", fmt::to_string(batch.accumulation)},
                     {"world", fmt::to_string(world.size)}},
                    "",
                    batch.upstream},
                   batch,
                   {config.whole("train_batch_size"), config.whole("train_micro_batch_size_per_gpu"),
                    config.whole("gradient_accumulation_steps")},
                   world.size)};
}

}  // namespace core
