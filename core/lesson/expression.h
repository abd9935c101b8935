// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The expression language of lessons: one number out of named numbers. No loops, no assignments, no text but in calls.
//   numbers    12  0.5  2e-3          names   peak_bytes  other.peak_bytes  (lower case, digits, _, one point)
//   operators  ?:  or  and  not  = != < <= > >=  + -  * /  ^   from weakest to strongest; ^ and ?: group to the right
//   calls      min(a, b)  schedule_peak('gpipe', 4, 8)          a comparison yields 1 or 0; not 0 is true
// What names and calls mean belongs to whoever evaluates: core/lesson/quantities.h for lessons.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core {

using ExpressionArgument = std::variant<double, std::string>;  // text comes from a quoted literal only

struct ExpressionNode {
    enum class Kind { Number, Text, Name, Call, Not, Negate, Binary, Choose };
    Kind kind{};
    double number = 0;
    std::string text;                    // of a name, a call, a text, a binary operator
    std::vector<std::size_t> operands;   // indices of nodes before this one
    std::size_t at = 0;                  // byte in the expression
};

struct Expression {
    std::string source;
    std::vector<ExpressionNode> nodes;   // the last is the whole
    [[nodiscard]] bool empty() const { return nodes.empty(); }
};

// `where` of a problem is the byte of the expression, in decimals; the reader of the file turns it into a place.
[[nodiscard]] Result<Expression> parseExpression(std::string_view text);

struct ExpressionMeanings {
    std::function<Result<double>(const std::string& name)> name;
    std::function<Result<double>(const std::string& call, std::span<const ExpressionArgument> arguments)> call;
};
// Refused: what a meaning refuses, a division by zero, a result that is no finite number.
[[nodiscard]] Result<double> evaluateExpression(const Expression& expression, const ExpressionMeanings& meanings);

}  // namespace core
