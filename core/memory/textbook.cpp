// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The textbook formula and the ideal one that divides every term, side by side.
#include "core/memory/textbook.h"

#include "core/memory/memory_model.h"

#include <cmath>
#include <string>

namespace core {

namespace {

constexpr double kWeight = 2, kGradient = 2,
                 kOptimizer = 12;  // bytes per parameter, 16-bit training with Adam

StateTerm term(MemoryCategory category, double bytesPerParameter, double parameters, int textbookDivisor,
               std::string textbookSymbols, int divisor, std::string symbols) {
    const double whole = bytesPerParameter * parameters;
    return {category,
            int(bytesPerParameter),
            std::move(textbookSymbols),
            textbookDivisor,
            Bytes(std::llround(whole / textbookDivisor)),
            std::move(symbols),
            divisor,
            Bytes(std::llround(whole / divisor))};
}

}  // namespace

std::vector<StateTerm> stateTerms(double parameters, int tp, int pp, int dp, int zeroStage) {
    const int model = tp * pp;
    const auto divided = [&](int fromStage) { return zeroStage >= fromStage; };
    const auto exact = [&](bool byData) { return byData ? model * dp : model; };
    const auto symbols = [](bool byData) { return byData ? "T·P·D" : "T·P"; };
    return {
        term(MemoryCategory::Parameters, kWeight, parameters, divided(3) ? tp * dp : tp,
             divided(3) ? "T·D" : "T", exact(divided(3)), symbols(divided(3))),
        term(MemoryCategory::Gradients, kGradient, parameters, divided(2) ? dp : 1, divided(2) ? "D" : "",
             exact(divided(2)), symbols(divided(2))),
        term(MemoryCategory::Optimizer, kOptimizer, parameters, divided(1) ? dp : 1, divided(1) ? "D" : "",
             exact(divided(1)), symbols(divided(1))),
    };
}

Bytes textbookBytes(double parameters, int tp, int dp, int zeroStage) {
    double bytes = 0;
    bytes += kWeight * parameters / (zeroStage >= 3 ? double(tp) * dp : tp);
    bytes += kGradient * parameters / (zeroStage >= 2 ? dp : 1);
    bytes += kOptimizer * parameters / (zeroStage >= 1 ? dp : 1);
    return Bytes(std::llround(bytes));
}

}  // namespace core
