// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers by which plans are judged and compared, each with its unit and which way is better. The command line's
// `compare`, the explorer's comparison and the report read the same rows.
#pragma once

#include "core/evaluate.h"

#include <optional>
#include <span>
#include <string_view>

namespace core {

enum class QuantityUnit {
    Count,
    TokenCount,
    Time,
    Memory,
    Share,  // 0..1
    TokensPerSecond,
    Teraflops,  // per second and card
    Days,
    CardHours,
    KilowattHours,
    Money,
    FlopCount,           // of terms only, as are the rest
    FlopsPerSecond,  // of a card
    BytesPerSecond,  // of a link or a memory
    Watts
};
enum class BetterWhen { Less, More, Neither };

struct PlanQuantity {
    std::string_view name;   // "step_seconds": key of the JSON forms
    std::string_view title;  // code of the message catalogue
    QuantityUnit unit{};
    BetterWhen better{};
    std::optional<double> (*of)(const Snapshot&) = nullptr;  // none where the plan breaks a rule, or has no price
};

// Cards and parameters, times, memory, the whole run; in this order.
[[nodiscard]] std::span<const PlanQuantity> planQuantities();
[[nodiscard]] const PlanQuantity* findQuantity(std::string_view name);
// b / a − 1; none where a is 0 or either is missing.
[[nodiscard]] std::optional<double> relativeChange(std::optional<double> a, std::optional<double> b);

}  // namespace core
