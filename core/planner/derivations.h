// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a number comes from: its formula in symbols, the same with the values put in, the terms that it is made of and
// the paper or table that it follows. Every quantity of core/planner/quantities.h that a plan has can be derived; a test
// holds what the formulas give to what the estimate says. Pure.
//
// Symbols: t time of a step, m micro-batches, f and b forward and backward pass of the busiest rank and micro-batch,
// B global batch, s sequence, N cards, T tensor, P pipeline, D data size, F model FLOPs a token, R peak FLOP/s of a card,
// Ψ parameters, S bytes of a message, α latency, β bandwidth.
#pragma once

#include "core/planner/quantities.h"

#include <string>
#include <vector>

namespace core {

struct DerivedTerm {
    std::string label;  // code of the message catalogue
    QuantityUnit unit{};
    double value = 0;
    std::string formula, numbers;  // of the term itself; may be empty
};

struct Derivation {
    const PlanQuantity* quantity = nullptr;  // never null; its table lives as long as the program
    double value = 0;
    std::string formula, numbers;
    std::vector<DerivedTerm> terms;
    std::string source;  // paper, or the catalogue's row; empty = arithmetic
};

// None where the plan has no such number.
[[nodiscard]] std::optional<Derivation> derive(const Snapshot& snapshot, std::string_view quantity);
[[nodiscard]] std::vector<Derivation> deriveAll(const Snapshot& snapshot);
// "1.07 s", "29.2 GiB", "42.5 %", "1,234 USD" for terms and reports; no language.
[[nodiscard]] std::string readable(QuantityUnit unit, double value);

}  // namespace core
