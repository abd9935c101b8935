// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibrated.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

// As a share of what is nominal, which grows where more was measured.
void setShare(double& nominal, double& share, double measured) {
    if (measured <= 0) return;
    nominal = std::max(nominal, measured);
    share = measured / nominal;
}

template <class Rows, class Rate>
std::vector<double> sortedRates(const Rows& rows, Rate rate) {
    std::vector<double> rates;
    for (const auto& row : rows) rates.push_back(rate(row));
    std::ranges::sort(rates);
    return rates;
}

// Of the faster half: the small ones are slow for another reason.
double usualOf(const std::vector<double>& rates) { return rates[rates.size() - 1 - rates.size() / 4]; }

}  // namespace

LinkFit applySweep(Accelerator& card, const CollectiveSweep& sweep) {
    const LinkFit fit = fitLink(sweep);
    const bool within = sweep.nodes == 1;
    const double members = within ? 1 : std::max(1, sweep.ranks / sweep.nodes);
    setShare(within ? card.intraNodeBandwidth : card.interNodeBandwidth, within ? card.efficiency.node : card.efficiency.network,
             fit.link.bandwidth / members);
    if (fit.link.latency > 0) (within ? card.intraNodeLatency : card.interNodeLatency) = fit.link.latency;
    return fit;
}

void applyTopology(Accelerator& card, const NodeTopology& topology) {
    constexpr double kNvLink = 25e9, kBlackwellLink = 50e9, kBridge = 25e9, kHost = 0.7;
    const bool blackwell = card.name.starts_with("b200") || card.name.starts_with("b300") || card.name.starts_with("gb200");
    if (topology.gpus > 1)
        card.intraNodeBandwidth = topology.worst == CardPath::NvLink   ? topology.links * (blackwell ? kBlackwellLink : kNvLink)
                                  : topology.worst == CardPath::Bridge ? kBridge
                                                                       : kBridge * kHost;
    if (topology.ports > 0 && topology.ports < topology.gpus)
        card.interNodeBandwidth *= double(topology.ports) / topology.gpus;
}

void applySteps(Accelerator& card, const StepFit& fit) {
    card.efficiency.products = std::min(1.0, card.efficiency.products * fit.software);
    card.efficiency.memory = std::min(1.0, card.efficiency.memory * fit.software);
    card.efficiency.hostSeconds = fit.hostSeconds;
}

Accelerator cardOfSurvey(const Survey& survey) {
    const auto products = sortedRates(survey.products, [](const TimedProduct& row) { return row.flops() / row.seconds; });
    const auto passes = sortedRates(survey.passes, [](const SweepPoint& row) { return row.bytes / row.seconds; });
    Accelerator card;
    card.name = "surveyed";
    card.title = survey.machine.empty() ? "Surveyed machine" : survey.machine;
    card.memory = survey.memory;
    card.peakFlops32 = card.peakFlops16 = card.peakFlopsBf16 = products.back();
    card.efficiency.products = usualOf(products) / products.back();
    card.memoryBandwidth = passes.back();
    card.efficiency.memory = usualOf(passes) / passes.back();
    // What the shortest pass takes beyond its bytes.
    const auto shortest = std::ranges::min_element(survey.passes, {}, &SweepPoint::seconds);
    constexpr double kLeast = 1e-8;
    card.efficiency.kernelSeconds = std::max(kLeast, shortest->seconds - shortest->bytes / passes.back());
    card.efficiency.hostSeconds = card.efficiency.kernelSeconds;
    // Where no collective was timed, memory is what cards share.
    card.intraNodeBandwidth = card.interNodeBandwidth = card.memoryBandwidth;
    card.intraNodeLatency = card.interNodeLatency = card.efficiency.kernelSeconds;
    for (const CollectiveSweep& sweep : survey.collectives)
        if (sweep.points.size() > 1 && sweep.ranks > 1) applySweep(card, sweep);
    card.interNodeBandwidth = card.intraNodeBandwidth;
    card.interNodeLatency = card.intraNodeLatency;
    card.efficiency.network = card.efficiency.node;
    constexpr double kWattsPerCore = 15;
    card.powerWatts = kWattsPerCore;
    card.source = fmt::format("a survey of {}, a card for each of {} cores; watts assumed", card.title, survey.cores);
    return card;
}

}  // namespace core
