// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The values that a slider or list of a field offers, before any rule is asked.
#pragma once

#include "core/plan/fields.h"

namespace core {

inline constexpr std::string_view kOwnDtype = "auto";  // gradients in the framework's own type

// Rising for numbers; the order of the names for choices; the plan's present value among them. Empty: free
// entry.
[[nodiscard]] std::vector<FieldValue> fieldCandidates(const Plan& plan, std::string_view pointer);

}  // namespace core
