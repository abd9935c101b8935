// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Patches are applied as the same edits in the plan panel would be.
#include "core/lesson/scene.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

Result<FieldValue> valueOf(const PatchEntry& entry, const Draw& draw) {
    if (const auto* value = std::get_if<FieldValue>(&entry.value)) return *value;
    QuantityScope scope;
    scope.drawn = draw;
    const auto number = evaluateIn(std::get<Expression>(entry.value), scope);
    if (!number) {
        Problem problem = number.error().front();
        problem.where = entry.where;
        return refuse(std::move(problem));
    }
    if (*number == std::floor(*number) && std::abs(*number) < 0x1p62) return FieldValue(std::int64_t(*number));
    return FieldValue(*number);
}

}  // namespace

Result<Plan> patched(const Plan& plan, const PlanPatch& patch, const Draw& draw) {
    Plan result = plan;
    for (const PatchEntry& entry : patch) {
        const auto value = valueOf(entry, draw);
        if (!value) return tl::make_unexpected(value.error());
        result = withField(result, entry.pointer, *value, CardsPolicy::Follow);
    }
    return result;
}

Plan planOfStep(const Lesson& lesson, std::size_t step) {
    // Patches of steps hold no drawn numbers, so they cannot be refused.
    Plan plan = patched(lesson.base, lesson.plan).value_or(lesson.base);
    for (std::size_t i = 0; i <= step && i < lesson.steps.size(); ++i) {
        if (lesson.steps[i].base) plan = *lesson.steps[i].base;
        plan = patched(plan, lesson.steps[i].plan).value_or(plan);
    }
    return plan;
}

Result<QuantityScope> scopeOf(const Plan& plan, const OtherPlans& others, const Draw& draw,
                              const Calibration& calibration) {
    QuantityScope scope;
    scope.plan = std::make_shared<const Snapshot>(evaluate(plan, calibration));
    scope.drawn = draw;
    for (const auto& [name, patch] : others) {
        const auto other = patched(plan, patch, draw);
        if (!other) return tl::make_unexpected(other.error());
        scope.others[name] = std::make_shared<const Snapshot>(evaluate(*other, calibration));
    }
    return scope;
}

bool isExpected(const LessonStep& step, const Problem& problem) {
    return std::ranges::find(step.expected, problem.code) != step.expected.end();
}

}  // namespace core
