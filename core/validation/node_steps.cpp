// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/node_steps.h"

#include "core/base/embedded.h"
#include "core/cost/step_fit.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <map>
#include <stdexcept>

namespace core {

namespace {

struct Row {
    int global, micro, hidden, layers, tp, dp, pp;
    double milliseconds;
};

Row rowOf(std::string_view line) {
    std::array<double, 8> values{};
    const char* at = line.data();
    for (double& value : values) {
        const auto [end, error] = std::from_chars(at, line.data() + line.size(), value);
        if (error != std::errc()) throw std::runtime_error("a100_node_steps.csv: " + std::string(line));
        at = end + 1;
    }
    const auto whole = [&](std::size_t column) { return int(values[column]); };
    return {whole(0), whole(1), whole(2), whole(3), whole(4), whole(5), whole(6), values[7]};
}

std::vector<Row> rowsOf(std::string_view text) {
    std::vector<Row> rows;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (!line.empty() && !line.starts_with('#')) rows.push_back(rowOf(line));
    }
    return rows;
}

// Recomputation is not stated; full is what the source's own validation of these rows assumes.
Plan planOf(const Row& row) {
    constexpr int kHeads = 16, kVocabulary = 51200, kSequence = 1024;
    Plan plan;
    plan.model = {.name = "gpt",
                  .family = Family::Gpt,
                  .layers = row.layers,
                  .hidden = row.hidden,
                  .heads = kHeads,
                  .kvHeads = kHeads,
                  .ffn = 4 * row.hidden,
                  .vocabulary = kVocabulary,
                  .maxSequence = kSequence,
                  .embeddings = Embeddings::Tied};
    plan.framework = Framework::Megatron;
    plan.precision = Precision::Fp16;
    plan.layout.tp = row.tp;
    plan.layout.dp = row.dp;
    plan.layout.pp = row.pp;
    plan.cluster = {"a100-40gb", 1, row.tp * row.dp * row.pp};
    plan.batch = {row.micro, row.global};
    plan.recompute = Recompute::Full;
    return plan;
}

std::string labelOf(const Row& row) {
    return fmt::format("h {} L {}, tp {} pp {} dp {}, micro {}, global {}", row.hidden, row.layers, row.tp, row.pp, row.dp, row.micro,
                       row.global);
}

// Steps of a hidden size to fit to: every so many rows, tensor size 8 left out.
std::vector<MeasuredStep> sampleOf(const std::vector<Row>& rows, int hidden) {
    constexpr int kEvery = 5;
    std::vector<MeasuredStep> steps;
    int count = 0;
    for (const Row& row : rows) {
        if (row.hidden != hidden || row.tp == 8 || count++ % kEvery != 0) continue;
        if (auto timer = StepTimer::of(planOf(row))) steps.push_back({std::move(*timer), Seconds(row.milliseconds / 1000)});
    }
    return steps;
}

}  // namespace

std::vector<PublishedTable> predictNodeSteps() {
    const std::vector<Row> rows = rowsOf(embeddedNodeSteps());
    const Efficiency shared = findAccelerator("a100-40gb")->efficiency;
    std::map<int, StepFit> fits;
    for (const int hidden : {1024, 2048}) fits[hidden] = fitSteps(sampleOf(rows, hidden), shared);
    PublishedTable most, wide;
    most.name = "a100-node-steps";
    wide.name = "a100-node-steps-tp8";
    most.title.code = "published.a100-node-steps-title";
    wide.title.code = "published.a100-node-steps-tp8-title";
    most.source.code = wide.source.code = "published.a100-node-steps-source";
    most.unit = wide.unit = "ms";
    most.constants = wide.constants = {"published.a100-node-steps-constants",
                                       {{"software", fmt::format("{:.2f}", fits[1024].software)},
                                        {"host", fmt::format("{:.0f}", 1e6 * fits[1024].hostSeconds)},
                                        {"other_software", fmt::format("{:.2f}", fits[2048].software)},
                                        {"other_host", fmt::format("{:.0f}", 1e6 * fits[2048].hostSeconds)}}};
    for (const Row& row : rows) {
        const StepFit& fit = fits[row.hidden == 1024 ? 2048 : 1024];
        const auto timer = StepTimer::of(planOf(row));
        if (!timer) throw std::runtime_error("a100_node_steps.csv: a row describes no legal plan");
        Efficiency efficiency = shared;
        efficiency.hostSeconds = fit.hostSeconds;
        (row.tp == 8 ? wide : most)
            .rows.push_back({labelOf(row), row.milliseconds, 1000 * timer->step(efficiency, fit.software).value()});
    }
    return {std::move(most), std::move(wide)};
}

}  // namespace core
