// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plans of a lesson: of each step, and beside it the plans it compares with. Pure; evaluation included.
#pragma once

#include "core/lesson/lesson.h"
#include "core/lesson/quantities.h"

namespace core {

using Draw = std::map<std::string, double, std::less<>>;  // a value for each drawn number

// Refused: an expression of the patch that cannot be computed from the drawn numbers, in its place.
[[nodiscard]] Result<Plan> patched(const Plan& plan, const PlanPatch& patch, const Draw& draw = {});
// Of the lesson and of all steps up to this one.
[[nodiscard]] Plan planOfStep(const Lesson& lesson, std::size_t step);

// `plan` and those beside it, evaluated.
[[nodiscard]] Result<QuantityScope> scopeOf(const Plan& plan, const OtherPlans& others, const Draw& draw = {},
                                             const Calibration& calibration = {});

[[nodiscard]] bool isExpected(const LessonStep& step, const Problem& problem);

}  // namespace core
