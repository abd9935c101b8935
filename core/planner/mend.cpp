// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values are tried from the nearest to the farthest: by distance for numbers, by place in the list for choices.
#include "core/planner/mend.h"

#include "core/plan/validate.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace core {

namespace {

Problems allProblems(const Plan& plan) {
    Problems problems = validate(plan), engine = engineLimits(plan);
    problems.insert(problems.end(), engine.begin(), engine.end());
    return problems;
}

std::set<std::string> errorCodes(const Problems& problems) {
    std::set<std::string> codes;
    for (const Problem& problem : problems)
        if (problem.severity == Severity::Error) codes.insert(problem.code);
    return codes;
}

bool helps(const Plan& mended, const Problem& problem, const std::set<std::string>& before) {
    const Problems after = allProblems(mended);
    const auto isThis = [&](const Problem& other) { return other.code == problem.code; };
    const std::set<std::string> errors = errorCodes(after);
    return std::ranges::none_of(after, isThis) && std::ranges::includes(before, errors);
}

std::vector<FieldValue> nearestFirst(const Plan& plan, const Field& field, CardsPolicy policy) {
    std::vector<FieldValue> values;
    for (const Stop& stop : fieldStops(plan, field.pointer, policy)) values.push_back(stop.value);
    const FieldValue present = field.get(plan);
    const auto at = std::ranges::find(values, present) - values.begin();
    std::vector<std::pair<double, FieldValue>> ranked;
    for (std::ptrdiff_t i = 0; i < std::ssize(values); ++i) {
        const FieldValue& value = values[std::size_t(i)];
        if (value == present) continue;
        const auto* number = std::get_if<std::int64_t>(&value);
        const double distance = number ? std::abs(double(*number - std::get<std::int64_t>(present)))
                                       : std::abs(double(i - at));
        ranked.emplace_back(distance, value);
    }
    std::ranges::stable_sort(ranked, {}, [](const auto& entry) { return entry.first; });
    values.clear();
    for (auto& [distance, value] : ranked) values.push_back(std::move(value));
    return values;
}

}  // namespace

std::optional<FieldMend> mendOf(const Plan& plan, const Problem& problem, CardsPolicy policy) {
    const Field* field = findField(problem.where);
    if (!field) return std::nullopt;
    const std::set<std::string> before = errorCodes(allProblems(plan));
    for (const FieldValue& value : nearestFirst(plan, *field, policy))
        if (helps(withField(plan, field->pointer, value, policy), problem, before))
            return FieldMend{field->pointer, value};
    return std::nullopt;
}

}  // namespace core
