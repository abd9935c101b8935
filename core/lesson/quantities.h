// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the expressions of lessons may name: quantities of an evaluated plan, constants, and calls into core's own
// formulas. One row a name; `shardscope-cli lesson names` prints the tables.
// Names without a point are of the plan of the step, "other.NAME" of a plan that the step or question sets beside it.
#pragma once

#include "core/evaluate.h"
#include "core/lesson/expression.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace core {

struct QuantityRow {
    std::string_view name;
    std::string_view unit;     // "", "bytes", "s", "share of 1" ...
    std::string_view meaning;  // English, for authors
    std::optional<double> (*of)(const Snapshot& snapshot);  // none where the plan has problems
};
[[nodiscard]] std::span<const QuantityRow> quantityRows();

struct ConstantRow {
    std::string_view name;
    double value;
};
[[nodiscard]] std::span<const ConstantRow> constantRows();  // kib mib gib thousand million billion trillion

struct CallRow {
    std::string_view name;
    std::string_view form;     // "schedule_peak('KIND', STAGES, MICRO_BATCHES)"
    std::string_view meaning;
    std::string_view kinds;    // one letter an argument: n number, t text; "n…" one or more numbers
    Result<double> (*of)(const Snapshot& snapshot, std::span<const ExpressionArgument> arguments);
};
[[nodiscard]] std::span<const CallRow> callRows();

// The plans and drawn numbers that an expression is evaluated with.
struct QuantityScope {
    std::shared_ptr<const Snapshot> plan;
    std::map<std::string, std::shared_ptr<const Snapshot>, std::less<>> others;
    std::map<std::string, double, std::less<>> drawn;
};
[[nodiscard]] Result<double> evaluateIn(const Expression& expression, const QuantityScope& scope);

// Names and calls of an expression that nothing stands behind, before any plan is evaluated; `others` and `drawn` as in
// a scope. `where` as in parseExpression().
[[nodiscard]] Problems unknownNames(const Expression& expression, std::span<const std::string> others,
                                    std::span<const std::string> drawn);

}  // namespace core
