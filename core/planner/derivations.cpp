// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Derivations of times and utilisations. Those of memory, model and the whole run: derivations_memory.cpp.
#include "core/planner/derivations.h"

#include "core/base/text.h"
#include "core/cost/group_links.h"
#include "core/cost/offload.h"
#include "core/memory/framework_states.h"
#include "core/memory/stage_units.h"
#include "core/planner/derivation_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace core {

namespace {

using enum QuantityUnit;

std::string inSeconds(Seconds seconds) { return toText(seconds); }
// Where two nearly equal times are subtracted.
std::string finely(Seconds seconds) { return fmt::format("{:.6g} s", seconds.value()); }

std::string prefixed(double value, std::span<const char* const> prefixes) {
    constexpr double kStep = 1000, kRounded = 999.5;
    std::size_t at = 0;
    while (std::abs(value) >= kRounded && at + 1 < prefixes.size()) {
        value /= kStep;
        ++at;
    }
    return threeDigits(value) + prefixes[at];
}
std::string flopsText(double flops) {
    static constexpr const char* kPrefixes[] = {" ", " k", " M", " G", " T", " P"};
    return prefixed(flops, kPrefixes) + "FLOP";
}

DerivedTerm time(const char* label, Seconds seconds, std::string formula = {}, std::string numbers = {}) {
    return {label, Time, seconds.value(), std::move(formula), std::move(numbers)};
}

std::string batchNumbers(const Snapshot& s) {
    return fmt::format("{} × {}", withThousands(s.plan.batch.global), withThousands(s.plan.sequence()));
}

DerivedTerm batchTerm(const Snapshot& s) { return {"term.batch", Count, double(s.plan.batch.global), {}, {}}; }
DerivedTerm sequenceTerm(const Snapshot& s) { return {"term.sequence", TokenCount, double(s.plan.sequence()), {}, {}}; }
DerivedTerm stepTerm(const Snapshot& s) { return time("quantity.step", s.step->step); }
DerivedTerm cardsTerm(const Snapshot& s) { return {"quantity.cards", Count, double(s.plan.layout.cards()), {}, {}}; }

DerivedTerm modelFlops(const Snapshot& s) {
    const double flops = modelFlopsPerToken(s.plan.model, s.plan.sequence()).value();
    const double attention = flops - 6 * double(multipliedParameters(s.plan.model));
    return {"term.model-flops", FlopCount, flops, "6 · Ψ′ + 12 · L·a·d·s",
            fmt::format("6 × {} + {}", withThousands(multipliedParameters(s.plan.model)), flopsText(attention))};
}

DerivedTerm peakTerm(const Snapshot& s) { return {"term.peak", FlopsPerSecond, peakFlopsOf(s.plan, s.calibration), {}, {}}; }

Parts step(const Snapshot& s) {
    const StepEstimate& e = *s.step;
    std::string numbers;
    Parts parts{"t = t_F + t_B + t_T + t_P + t_D + t_U + t_idle", {}, {}, {}};
    parts.source = "Thakur et al. 2005; Isaev et al. 2023";
    const std::pair<const char*, Seconds> terms[] = {{"term.forward", e.forward},
                                                     {"term.backward", e.backward},
                                                     {"quantity.tensor-communication", e.tensorCommunication},
                                                     {"quantity.pipeline-communication", e.pipelineCommunication},
                                                     {"quantity.data-communication", e.dataCommunication},
                                                     {"quantity.update", e.optimizer},
                                                     {"quantity.idle", e.idle}};
    for (const auto& [label, seconds] : terms) {
        numbers += (numbers.empty() ? "" : " + ") + inSeconds(seconds);
        parts.terms.push_back(time(label, seconds));
    }
    parts.numbers = numbers;
    return parts;
}

Parts compute(const Snapshot& s) {
    const StepEstimate& e = *s.step;
    const double m = s.plan.microBatches();
    return {"m · (f + b)",
            fmt::format("{} × ({} + {})", m, inSeconds(e.forward / m), inSeconds(e.backward / m)),
            {{"term.micro-batches", Count, m, {}, {}}, time("term.forward", e.forward), time("term.backward", e.backward)},
            "Isaev et al. 2023 (Calculon): FLOPs / (R · η) + bytes / (β · η) + kernels · launch"};
}

Parts rate(const Snapshot& s) {
    return {"B · s / t", batchNumbers(s) + " / " + inSeconds(s.step->step), {batchTerm(s), sequenceTerm(s), stepTerm(s)}, {}};
}

Parts cardFlops(const Snapshot& s) {
    return {"F · B·s / (t · N)",
            fmt::format("{} × {} / ({} × {})", flopsText(modelFlops(s).value), batchNumbers(s), inSeconds(s.step->step),
                        withThousands(s.plan.layout.cards())),
            {modelFlops(s), batchTerm(s), sequenceTerm(s), stepTerm(s), cardsTerm(s)},
            "Chowdhery et al. 2022, appendix B"};
}

Parts utilisation(const Snapshot& s, const DerivedTerm& flops, const char* symbol) {
    return {fmt::format("{} · B·s / (t · N · R)", symbol),
            fmt::format("{} × {} / ({} × {} × {})", flopsText(flops.value), batchNumbers(s), inSeconds(s.step->step),
                        withThousands(s.plan.layout.cards()), readable(FlopsPerSecond, peakTerm(s).value)),
            {flops, batchTerm(s), sequenceTerm(s), stepTerm(s), cardsTerm(s), peakTerm(s)},
            "Chowdhery et al. 2022, appendix B; " + peakSource(s)};
}

Parts mfu(const Snapshot& s) { return utilisation(s, modelFlops(s), "F"); }

Parts hfu(const Snapshot& s) {
    const double most = hardwareFlopsPerToken(s.plan.model, s.plan.sequence(), s.plan.recompute).value();
    const double model = modelFlops(s).value, again = most - model;
    const double share = again > 0 ? (s.step->hfu / s.step->mfu - 1) * model / again : 0;
    DerivedTerm flops{"term.hardware-flops", FlopCount, model + share * again, "F + r · F₂",
                      fmt::format("{} + {} × {}", flopsText(model), threeDigits(share), flopsText(again))};
    return utilisation(s, flops, "F′");
}

// Without the tail of the step: gradients and update come once the pipeline is done.
Seconds busyOf(const Timeline& timeline) {
    Seconds busy;
    for (const auto& rank : timeline.ranks)
        for (const TimedSpan& span : rank)
            if (span.microBatch.value >= 0) busy += span.end - span.start;
    return busy;
}

Parts bubble(const Snapshot& s) {
    const Seconds busy = busyOf(*s.timeline);
    const int p = s.plan.layout.pp, m = s.plan.microBatches();
    Parts parts{"1 − Σ busy / (P · t_pipe)",
                fmt::format("1 − {} / ({} × {})", inSeconds(busy), p, inSeconds(s.timeline->makespan)),
                {time("term.busy", busy), {"term.stages", Count, double(p), {}, {}},
                 time("term.pipeline-time", s.timeline->makespan)},
                "Narayanan et al. 2021, section 2.2"};
    parts.terms.push_back({"term.even-bubble", Share, double(p - 1) / (m + p - 1), "(P − 1) / (m + P − 1)",
                           fmt::format("{} / ({} + {})", p - 1, m, p - 1)});
    return parts;
}

GroupLinks linksOf(const Snapshot& s) { return groupLinks(s.plan, *s.layout, *acceleratorOf(s.plan.cluster)); }

std::string ringNumbers(int members, double bytes, const Link& link) {
    return fmt::format("2·{} × {} + 2·{}/{} × {} / {}", members - 1, inSeconds(Seconds(link.latency)), members - 1, members,
                       toText(Bytes(std::int64_t(bytes))), readable(BytesPerSecond, link.bandwidth));
}

void addLink(std::vector<DerivedTerm>& terms, const Link& link) {
    terms.push_back({"term.bandwidth", BytesPerSecond, link.bandwidth, {}, {}});
    terms.push_back(time("term.latency", Seconds(link.latency)));
}

double streamBytes(const Snapshot& s) {
    return double(s.plan.batch.micro) * s.plan.sequence() / s.plan.layout.cp * s.plan.model.hidden * parameterBytes(s.plan);
}

Parts tensor(const Snapshot& s) {
    const int t = s.plan.layout.tp;
    const Link link = linksOf(s).tensor;
    const double bytes = streamBytes(s), one = collectiveSeconds(CollectiveKind::AllReduce, t, Bytes(std::int64_t(bytes)), link).value();
    const double sums = one > 0 ? s.step->tensorCommunication.value() / one : 0;
    Parts parts{"n · (2(T−1) · α + 2(T−1)/T · S/β)",
                t > 1 ? fmt::format("{} × ({})", threeDigits(sums), ringNumbers(t, bytes, link)) : "0",
                {{"term.tensor-sums", Count, sums, {}, {}},
                 {"term.message-bytes", Memory, bytes, "b · s · h · w", {}},
                 time("term.tensor-sum", Seconds(one))},
                "Thakur et al. 2005"};
    addLink(parts.terms, link);
    return parts;
}

Parts pipeline(const Snapshot& s) {
    const Link link = linksOf(s).pipeline;
    const double bytes = streamBytes(s) / (s.plan.sequenceParallel == SequenceParallel::On ? s.plan.layout.tp : 1);
    const Seconds one = s.plan.layout.pp > 1
                            ? collectiveSeconds(CollectiveKind::Send, 2, Bytes(std::int64_t(bytes)), link)
                            : Seconds(0);
    const Seconds without = s.timeline->makespan - s.step->pipelineCommunication;
    Parts parts{"t_pipe − t_pipe(S = 0)",
                fmt::format("{} − {}", finely(s.timeline->makespan), finely(without)),
                {time("term.pipeline-time", s.timeline->makespan), time("term.without-messages", without),
                 time("term.message", one, "α + S/β",
                      fmt::format("{} + {} / {}", inSeconds(Seconds(link.latency)), toText(Bytes(std::int64_t(bytes))),
                                  readable(BytesPerSecond, link.bandwidth)))},
                {}};
    return parts;
}

// What crosses the link between card and host, beside the collectives.
void addOffload(const Snapshot& s, Parts& parts) {
    if (!offloads(s.plan)) return;
    const HostLink link = hostLinkOf(s.plan.cluster);
    const OffloadTime time = offloadTime(s.plan, *s.shards);
    std::int64_t own = 0;
    for (int rank = 0; rank < s.plan.layout.pp; ++rank) own = std::max(own, updatedParts(rankUnits(s.plan, *s.shards, rank)));
    const auto sum = [&](const HostTransfer& transfer) {
        std::string text = fmt::format("{} / {}", toText(transfer.link), readable(BytesPerSecond, link.bandwidth));
        if (transfer.disk > Bytes(0)) text += fmt::format(" + {} / {}", toText(transfer.disk), readable(BytesPerSecond, link.disk));
        return text;
    };
    parts.formula += " + t_h";
    parts.numbers += ", t_h = " + inSeconds(time.total());
    parts.terms.push_back(DerivedTerm{"term.host-update", Time, time.update.value(), "(g + w) · Ψ′/β_h + 2s · Ψ′/β_d",
                                            sum(updateTransfer(s.plan, own))});
    if (time.gathers > Seconds(0)) {
        const HostTransfer one = gatherTransfer(s.plan, own);
        const double times = time.gathers / transferSeconds(one, link);
        parts.terms.push_back(DerivedTerm{"term.host-gathers", Time, time.gathers.value(), "n · (w · Ψ′/β_h + w · Ψ′/β_d)",
                                                fmt::format("{} × ({})", threeDigits(times), sum(one))});
    }
    parts.terms.push_back({"term.host-bandwidth", BytesPerSecond, link.bandwidth, {}, {}});
    parts.terms.push_back({"term.disk-bandwidth", BytesPerSecond, link.disk, {}, {}});
    parts.source += "; Ren et al. 2021; Rajbhandari et al. 2021";
}

Parts data(const Snapshot& s) {
    const int stage = s.plan.zero.stage, m = s.plan.microBatches();
    const char* formulas[] = {"2(D−1)/D · w·Ψ/β + …α", "(D−1)/D · (w_g + w) · Ψ/β + …α", "(D−1)/D · (m·w_g + w) · Ψ/β + …α",
                              "(D−1)/D · m · (w_g + 2w) · Ψ/β + …α"};
    const Link link = linksOf(s).data;
    double most = 0;
    for (int rank = 0; rank < s.plan.layout.pp; ++rank)
        most = std::max(most, double(rankUnits(s.plan, *s.shards, rank).elements));
    const double wire = s.traffic ? double(s.traffic->wire(GroupKind::Data).value()) : 0;
    const double ways = double(s.plan.layout.dp) * s.plan.layout.cp;
    Parts parts{formulas[std::clamp(stage, 0, 3)],
                fmt::format("D = {}, m = {}, Ψ = {}, w_g = {} B, w = {} B, β = {}", ways, m, threeDigits(most), gradientBytes(s.plan),
                            parameterBytes(s.plan), readable(BytesPerSecond, link.bandwidth)),
                {{"term.card-parameters", Count, most, {}, {}}, {"term.data-wire", Memory, wire, {}, {}}},
                "Rajbhandari et al. 2020, section 7; Thakur et al. 2005"};
    addLink(parts.terms, link);
    addOffload(s, parts);
    return parts;
}

Parts update(const Snapshot& s) {
    double updated = 0;
    for (int rank = 0; rank < s.plan.layout.pp; ++rank) {
        const StageUnits units = rankUnits(s.plan, *s.shards, rank);
        updated = std::max(updated, double(s.plan.zero.stage >= 1 ? units.parts : units.elements));
    }
    const double seconds = s.step->optimizer.value();
    const double width = (parameterBytes(s.plan) >= 4 ? 12 : 14) + 8.0 * s.plan.optimizer.states() + 4;
    const double speed = seconds > 0 ? updated * width / seconds : 0;
    return {"Ψ′ · w / β_m",
            fmt::format("{} × {} B / {}", threeDigits(updated), width, readable(BytesPerSecond, speed)),
            {{"term.updated", Count, updated, {}, {}},
             {"term.update-bytes", Memory, width, {}, {}},
             {"term.memory-bandwidth", BytesPerSecond, speed, {}, {}}},
            {}};
}

Parts idle(const Snapshot& s) {
    const StepEstimate& e = *s.step;
    const Seconds tail = s.timeline->stepEnd - s.timeline->makespan - e.optimizer;
    const Seconds busy = e.forward + e.backward + e.tensorCommunication + e.dataCommunication - tail;
    return {"t_pipe − m · (f + b) − t_P",
            fmt::format("{} − {} − {}", finely(s.timeline->makespan), finely(busy), finely(e.pipelineCommunication)),
            {time("term.pipeline-time", s.timeline->makespan), time("term.busiest", busy),
             time("quantity.pipeline-communication", e.pipelineCommunication)},
            {}};
}

constexpr PartsRow kTimes[] = {
    {"step_seconds", step},
    {"tokens_per_second", rate},
    {"tflops_per_gpu", cardFlops},
    {"mfu", mfu},
    {"hfu", hfu},
    {"bubble_fraction", bubble},
    {"compute_seconds", compute},
    {"tensor_communication_seconds", tensor},
    {"pipeline_communication_seconds", pipeline},
    {"data_communication_seconds", data},
    {"optimizer_seconds", update},
    {"idle_seconds", idle},
};

struct Scale {
    double size;
    const char* name;
};

// In the largest unit of which there are two, else in the last.
template <std::size_t N>
std::string scaled(double value, const Scale (&largestFirst)[N]) {
    for (const Scale& scale : largestFirst)
        if (std::abs(value) >= 2 * scale.size) return threeDigits(value / scale.size) + ' ' + scale.name;
    return threeDigits(value / largestFirst[N - 1].size) + ' ' + largestFirst[N - 1].name;
}

std::string daysText(double days) {
    static constexpr Scale kScales[] = {{1, "days"}, {1.0 / 24, "hours"}, {1.0 / 1440, "minutes"}};
    constexpr double kSecondsPerDay = 86400;
    return days < 2.0 / 1440 ? toText(Seconds(days * kSecondsPerDay)) : scaled(days, kScales);
}

}  // namespace

std::string peakSource(const Snapshot& snapshot) {
    const Accelerator* card = acceleratorOf(snapshot.plan.cluster);
    return card && !card->source.empty() ? card->title + ": " + card->source : snapshot.plan.cluster.gpu;
}

std::optional<Derivation> derive(const Snapshot& snapshot, std::string_view name) {
    const PlanQuantity* quantity = findQuantity(name);
    const std::optional<double> value = quantity ? quantity->of(snapshot) : std::nullopt;
    if (!value) return std::nullopt;
    for (const std::span<const PartsRow> rows : {std::span<const PartsRow>(kTimes), otherParts()})
        for (const PartsRow& row : rows) {
            if (row.name != name) continue;
            Parts parts = row.parts(snapshot);
            return Derivation{quantity, *value, std::move(parts.formula), std::move(parts.numbers), std::move(parts.terms),
                              std::move(parts.source)};
        }
    return std::nullopt;
}

std::vector<Derivation> deriveAll(const Snapshot& snapshot) {
    std::vector<Derivation> all;
    for (const PlanQuantity& quantity : planQuantities())
        if (auto derivation = derive(snapshot, quantity.name)) all.push_back(std::move(*derivation));
    return all;
}

std::string readable(QuantityUnit unit, double value) {
    switch (unit) {
    case Count: return value == std::floor(value) && std::abs(value) < 1e15 ? withThousands(std::int64_t(value)) : threeDigits(value);
    case TokenCount: {
        static constexpr const char* kPrefixes[] = {"", " k", " M", " B", " T"};
        return (value < 1e5 ? withThousands(std::int64_t(value)) : prefixed(value, kPrefixes)) + " tokens";
    }
    case Time: return toText(Seconds(value));
    case Memory: return toText(Bytes(std::llround(value)));
    case Share: return fmt::format("{:.1f} %", 100 * value);
    case TokensPerSecond: return threeDigits(value) + " tokens/s";
    case Teraflops: return threeDigits(value) + " TFLOP/s";
    case Days: return daysText(value);
    case CardHours: {
        static constexpr Scale kScales[] = {{1, "card-hours"}, {1.0 / 60, "card-minutes"}, {1.0 / 3600, "card-seconds"}};
        return scaled(value, kScales);
    }
    case KilowattHours: {
        static constexpr Scale kScales[] = {{1e3, "MWh"}, {1, "kWh"}, {1e-3, "Wh"}};
        return scaled(value, kScales);
    }
    case Money: return withThousands(std::llround(value)) + " USD";
    case FlopCount: return flopsText(value);
    case FlopsPerSecond: return threeDigits(value / 1e12) + " TFLOP/s";
    case BytesPerSecond: return threeDigits(value / 1e9) + " GB/s";
    case Watts: return threeDigits(value) + " W";
    }
    return {};
}

}  // namespace core
