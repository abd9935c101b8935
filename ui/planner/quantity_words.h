// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quantities of core in the words and digits of the window.
#pragma once

#include "core/planner/quantities.h"

#include <QString>

#include <functional>
#include <optional>

namespace ui {

// The catalogue's sentence of a code, translated, without parameters: "quantity.step", "ledger.gradients", "term.peak".
[[nodiscard]] QString codeText(std::string_view code);

// One unit for all values of a row or a column.
struct UnitScale {
    QString unit;
    std::function<QString(double)> number;
};
[[nodiscard]] UnitScale scaleFor(core::QuantityUnit unit, double largest);
[[nodiscard]] QString quantityText(core::QuantityUnit unit, double value);  // "29.2 GiB"

// Whether the plan really has the quantity: virtual cards draw no power of their own.
[[nodiscard]] bool isMeant(const core::PlanQuantity& quantity, const core::Plan& plan);
[[nodiscard]] QString whyNoEnergy();

// "less 16.3 %", "more 142 %", "equal"; of shares the points.
[[nodiscard]] QString changeText(const core::PlanQuantity& quantity, std::optional<double> a, std::optional<double> b);

}  // namespace ui
