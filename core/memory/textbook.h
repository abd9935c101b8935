// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why the exact model gives less than the textbook: the textbook divides the weights by T only and gradients
// and optimizer not at all by T, and P not at all; in truth a card holds 1/(T·P) of the model, and all its
// states with it. Evenly split 16-bit states (2 + 2 + 12 bytes per parameter) on both sides, so that only the
// divisors differ.
#pragma once

#include "core/memory/ledger.h"

#include <string>
#include <vector>

namespace core {

struct StateTerm {
    MemoryCategory category{};
    int bytesPerParameter = 0;
    std::string textbookSymbols;  // what the textbook divides by: "T", "D", "T·D"; empty = nothing
    int textbookDivisor = 1;
    Bytes textbook;
    std::string symbols;  // what a card's share is really divided by: "T·P", "T·P·D"
    int divisor = 1;
    Bytes exact;
    bool operator==(const StateTerm&) const = default;
};

// Parameters, gradients, optimizer, in this order. T = tp, P = pp, D = dp.
[[nodiscard]] std::vector<StateTerm> stateTerms(double parameters, int tp, int pp, int dp, int zeroStage);

}  // namespace core
