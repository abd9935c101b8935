// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/flop_conventions.h"

#include <algorithm>

namespace core {

namespace {

// A, from the model FLOPs of the whole model, which are 6N + 12A.
double attentionOf(const Plan& plan) {
    const double whole = modelFlopsPerToken(plan.model, plan.sequence()).value();
    return (whole - 6.0 * double(multipliedParameters(plan.model))) / 12;
}

double countedParameters(const FlopConvention& convention, const Plan& plan) {
    if (!convention.allParameters) return double(multipliedParameters(plan.model));
    const ParameterCount count = countParameters(plan.model);
    return double(count.active + count.mtp);
}

// The forward pass that recomputation runs again, of all blocks.
double recomputedFlops(const FlopConvention& convention, const Plan& plan) {
    if (plan.recompute == Recompute::None) return 0;
    const double attention = convention.attentionForward * attentionOf(plan);
    if (plan.recompute == Recompute::Selective) return attention;
    const ParameterCount count = countParameters(plan.model);
    return 2.0 * double(count.attention + count.mlp - (count.total - count.active)) + attention;
}

}  // namespace

std::span<const FlopConvention> flopConventions() {
    static constexpr FlopConvention kRows[] = {
        {"palm", "convention.palm", "6N + 12A", false, 12, 4},
        {"causal", "convention.causal", "6N + 6A", false, 6, 2},
        {"flash", "convention.flash", "6N + 7A", false, 7, 2},
        {"parameters", "convention.parameters", "6Ψ", true, 0, 0},
        {"llm-foundry", "convention.llm-foundry", "6Ψ + 12A", true, 12, 4},
    };
    return kRows;
}

const FlopConvention* findFlopConvention(std::string_view name) {
    const auto rows = flopConventions();
    const auto found = std::ranges::find(rows, name, &FlopConvention::name);
    return found == rows.end() ? nullptr : &*found;
}

Utilisation utilisationIn(const FlopConvention& convention, const Plan& plan, const StepEstimate& step) {
    const FlopConvention& usual = flopConventions().front();
    const double whole = modelFlopsPerToken(plan.model, plan.sequence()).value(), trained = modelFlopsPerToken(plan).value();
    const double share = whole > 0 ? trained / whole : 0;  // of the model, what the plan trains
    const double model = share * (6 * countedParameters(convention, plan) + convention.attention * attentionOf(plan));
    const double usualAgain = recomputedFlops(usual, plan);
    const double again = step.mfu > 0 && usualAgain > 0 ? (step.hfu / step.mfu - 1) * trained / usualAgain : 0;  // share of the blocks
    const double hardware = model + again * recomputedFlops(convention, plan);
    const double perFlop = trained > 0 ? step.mfu / trained : 0;
    return {&convention, Flops(model), Flops(hardware), model * perFlop, hardware * perFlop};
}

std::vector<Utilisation> utilisations(const Plan& plan, const StepEstimate& step) {
    std::vector<Utilisation> all;
    for (const FlopConvention& convention : flopConventions()) all.push_back(utilisationIn(convention, plan, step));
    return all;
}

}  // namespace core
