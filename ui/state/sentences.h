// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From core's codes and field names to words for people. The one place where ui turns them into text, so that
// a translation has one table to fill; English comes from core's own catalogue.
#pragma once

#include "core/base/problem.h"
#include "core/plan/fields.h"

#include <QString>

namespace ui {

[[nodiscard]] QString sentence(const core::Problem& problem);       // what is wrong
[[nodiscard]] QString remedy(const core::Problem& problem);         // what to do; may be empty
[[nodiscard]] QString wholeSentence(const core::Problem& problem);  // both
[[nodiscard]] QString wholeSentences(const core::Problems& problems);
[[nodiscard]] QString fieldLabel(const core::Field& field);
[[nodiscard]] QString valueText(const core::FieldValue& value);

}  // namespace ui
