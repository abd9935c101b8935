// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Problems and field values as text for people, whole: what is wrong, then what to do.
#pragma once

#include "core/base/problem.h"
#include "core/plan/fields.h"
#include "core/planner/mend.h"

#include <QString>

namespace ui {

[[nodiscard]] QString wholeSentence(const core::Problem& problem);
[[nodiscard]] QString wholeSentences(const core::Problems& problems);  // one a line
// The button of a mend: "Use fp32".
[[nodiscard]] QString mendText(const core::FieldMend& mend);
[[nodiscard]] QString valueText(const core::Field& field, const core::FieldValue& value);

}  // namespace ui
