// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one-click remedy of a Problem whose cause is the value of one field: the nearest value of that field with which
// the problem is gone and no other error has come. Tried out on the plan, so nothing is promised that the rules do not
// say. Pure.
#pragma once

#include "core/base/problem.h"
#include "core/plan/fields.h"

#include <optional>

namespace core {

struct FieldMend {
    std::string pointer;  // of the field
    FieldValue value;
    bool operator==(const FieldMend&) const = default;
};

// None where the problem names no field with a list of values, or none of them helps.
[[nodiscard]] std::optional<FieldMend> mendOf(const Plan& plan, const Problem& problem, CardsPolicy policy);

}  // namespace core
