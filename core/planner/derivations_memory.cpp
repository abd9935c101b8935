// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Derivations of the model's and the cards' numbers, of memory and of the whole run. Memory is derived by the entries
// that its ledger already explains.
#include "core/base/text.h"
#include "core/planner/derivation_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

using enum QuantityUnit;

Parts cards(const Snapshot& s) {
    const LayoutSpec& l = s.plan.layout;
    return {"T · C · P · D",
            fmt::format("{} × {} × {} × {}", l.tp, l.cp, l.pp, l.dp),
            {{"term.tensor", Count, double(l.tp), {}, {}},
             {"term.context", Count, double(l.cp), {}, {}},
             {"term.stages", Count, double(l.pp), {}, {}},
             {"term.replicas", Count, double(l.dp), {}, {}}},
            {}};
}

Parts parameters(const Snapshot& s) {
    const ParameterCount& c = s.parameters;
    const std::pair<const char*, std::int64_t> rows[] = {{"term.embedding", c.embedding}, {"term.attention", c.attention},
                                                         {"term.mlp", c.mlp},             {"term.norms", c.norm},
                                                         {"term.router", c.router},       {"term.head", c.head},
                                                         {"term.other-parts", c.other}};
    Parts parts{"Σ", {}, {}, {}};
    for (const auto& [label, count] : rows) {
        if (count == 0) continue;
        parts.numbers += (parts.numbers.empty() ? "" : " + ") + withThousands(count);
        parts.terms.push_back({label, Count, double(count), {}, {}});
    }
    return parts;
}

const StageMemory& stageOf(const Snapshot& s, std::optional<MemoryCategory> category) {
    return *std::ranges::max_element(s.memory->stages, {}, [category](const StageMemory& stage) {
        return category ? stage.ledger.of(*category) : stage.ledger.total();
    });
}

Parts ledgerParts(const Snapshot& s, std::optional<MemoryCategory> category) {
    const StageMemory& stage = stageOf(s, category);
    Parts parts{"Σ", {}, {}, "Rajbhandari et al. 2020, section 3; Korthikanti et al. 2022, section 4"};
    for (const LedgerEntry& entry : stage.ledger.entries) {
        if (category && entry.category != *category) continue;
        parts.numbers += (parts.numbers.empty() ? "" : " + ") + toText(entry.bytes);
        parts.terms.push_back({entry.label, Memory, double(entry.bytes.value()), entry.formula, entry.numbers});
    }
    if (parts.terms.size() == 1) {
        parts.formula = parts.terms.front().formula;
        parts.numbers = parts.terms.front().numbers;
    } else if (parts.terms.empty()) {
        parts.numbers = "0";
    }
    parts.terms.insert(parts.terms.begin(), {"term.stage", Count, double(stage.stage.value), {}, {}});
    return parts;
}

Parts memory(const Snapshot& s) { return ledgerParts(s, std::nullopt); }
template <MemoryCategory Category>
Parts category(const Snapshot& s) {
    return ledgerParts(s, Category);
}

Parts capacity(const Snapshot& s) {
    return {"GB · 2³⁰ B", fmt::format("{} × 2³⁰ B", threeDigits(toGiB(s.memory->capacity))), {}, peakSource(s)};
}

DerivedTerm tokensTerm(const Snapshot& s) {
    const bool given = s.plan.budgetTokens > 0;
    return {"term.budget", TokenCount, s.run->tokens, given ? "" : "20 · Ψ",
            given ? std::string() : fmt::format("20 × {}", withThousands(s.parameters.total))};
}

Parts updates(const Snapshot& s) {
    return {"⌊tokens / (B · s)⌋",
            fmt::format("{} / ({} × {})", readable(TokenCount, s.run->tokens), withThousands(s.plan.batch.global),
                        withThousands(s.plan.sequence())),
            {tokensTerm(s), {"term.batch", Count, double(s.plan.batch.global), {}, {}},
             {"term.sequence", TokenCount, double(s.plan.sequence()), {}, {}}},
            s.plan.budgetTokens > 0 ? "" : "Hoffmann et al. 2022"};
}

Parts days(const Snapshot& s) {
    if (s.plan.assumptions.mfu > 0) {
        const double peak = peakFlopsOf(s.plan, s.calibration);
        return {"6 · Ψ · tokens / (N · R · MFU · 86400 s)",
                fmt::format("6 × {} × {} / ({} × {} × {} × 86400 s)", withThousands(s.parameters.total),
                            readable(TokenCount, s.run->tokens), withThousands(s.plan.layout.cards()),
                            readable(FlopsPerSecond, peak), s.plan.assumptions.mfu),
                {tokensTerm(s),
                 {"term.assumed-mfu", Share, s.plan.assumptions.mfu, {}, {}},
                 {"term.peak", FlopsPerSecond, peak, {}, {}}},
                "Narayanan et al. 2021, equation 4"};
    }
    return {"n · t / 86400 s",
            fmt::format("{} × {} / 86400 s", withThousands(s.run->steps), toText(s.step->step)),
            {{"quantity.updates", Count, double(s.run->steps), {}, {}},
             {"quantity.step", Time, s.step->step.value(), {}, {}}},
            {}};
}

Parts cardHours(const Snapshot& s) {
    return {"T · N",
            fmt::format("{} × {}", readable(Days, s.run->days), withThousands(s.plan.layout.cards())),
            {{"quantity.days", Days, s.run->days, {}, {}}, {"quantity.cards", Count, double(s.plan.layout.cards()), {}, {}}},
            {}};
}

double perCardHour(double total, const Snapshot& s) { return s.run->gpuHours > 0 ? total / s.run->gpuHours : 0; }

Parts energy(const Snapshot& s) {
    const double watts = 1000 * perCardHour(s.run->energyKwh, s);
    return {"card-hours · W / 1000",
            fmt::format("{} × {} / 1000", threeDigits(s.run->gpuHours), threeDigits(watts)),
            {{"quantity.card-hours", CardHours, s.run->gpuHours, {}, {}}, {"term.power", Watts, watts, {}, {}}},
            s.plan.assumptions.powerWatts > 0 ? "/assumptions/power_watts" : peakSource(s)};
}

Parts cost(const Snapshot& s) {
    const double price = perCardHour(*s.run->cost, s);
    return {"card-hours · price",
            fmt::format("{} × {:.2f}", threeDigits(s.run->gpuHours), price),
            {{"quantity.card-hours", CardHours, s.run->gpuHours, {}, {}}, {"term.price", Money, price, {}, fmt::format("{:.2f}", price)}},
            s.plan.assumptions.pricePerGpuHour > 0 ? "/assumptions/price_per_gpu_hour" : peakSource(s)};
}

}  // namespace

std::span<const PartsRow> otherParts() {
    using enum MemoryCategory;
    static constexpr PartsRow rows[] = {
        {"cards", cards},
        {"parameters", parameters},
        {"memory_bytes", memory},
        {"parameters_bytes", category<Parameters>},
        {"gradients_bytes", category<Gradients>},
        {"optimizer_bytes", category<Optimizer>},
        {"activations_bytes", category<Activations>},
        {"temporary_bytes", category<Temporary>},
        {"framework_bytes", category<MemoryCategory::Framework>},
        {"capacity_bytes", capacity},
        {"steps", updates},
        {"days", days},
        {"gpu_hours", cardHours},
        {"energy_kwh", energy},
        {"cost", cost},
    };
    return rows;
}

}  // namespace core
