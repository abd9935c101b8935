// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_survey.h"

#include "app/cli/problems.h"
#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "gpu/bench/survey.h"

#include <fmt/format.h>

#include <filesystem>

namespace app {

namespace {

std::string tables(const core::Survey& survey) {
    std::vector<TableRow> products{{"matrix products", fmt::format("{} rate of a core", kMeasured)}};
    for (const core::TimedProduct& row : survey.products)
        products.push_back({fmt::format("{:.0f} × {:.0f} × {:.0f}", row.m, row.k, row.n), flopRate(row.flops() / row.seconds)});
    std::vector<TableRow> attention{{"causal attention", fmt::format("{} rate of a core", kMeasured)}};
    for (const core::TimedAttention& row : survey.attention)
        attention.push_back({fmt::format("{} FLOPs", core::threeDigits(row.flops)), flopRate(row.flops / row.seconds)});
    std::vector<TableRow> passes{{"passes over memory", fmt::format("{} GB/s", kMeasured)}};
    for (const core::SweepPoint& row : survey.passes)
        passes.push_back({core::toText(core::Bytes(std::int64_t(row.bytes))), core::threeDigits(row.bytes / row.seconds / 1e9)});
    std::vector<TableRow> collectives{{"collectives", fmt::format("{} time", kMeasured)}};
    for (const core::CollectiveSweep& sweep : survey.collectives)
        for (const core::SweepPoint& point : sweep.points)
            collectives.push_back({fmt::format("{} of {}, {}", core::toText(sweep.kind), core::counted(sweep.ranks, "rank"),
                                               core::toText(core::Bytes(std::int64_t(point.bytes)))),
                                   core::toText(core::Seconds(point.seconds))});
    return table(products) + '\n' + table(attention) + '\n' + table(passes) + '\n' + table(collectives);
}

}  // namespace

Reply benchSurvey(int rounds, const std::string& file, bool replace) {
    std::error_code error;
    if (!file.empty() && !replace && std::filesystem::exists(file, error))
        return core::refuse(usageProblem("cli.file-exists", "--save", {{"file", file}}, "fix.cli.file-exists"));
    const core::Survey survey = gpu::surveyMachine(rounds);
    double best = 0;
    for (const core::TimedProduct& row : survey.products) best = std::max(best, row.flops() / row.seconds);
    Answer answer;
    answer.json = {{"name", "survey"}, {"value", best}, {"unit", "FLOP/s"}, {"ratio", nullptr}, {"peer", nullptr},
                   {"peer_version", nullptr}, {"rounds", rounds}, {"survey", core::toJson(survey)}};
    answer.text = tables(survey);
    if (file.empty()) return answer;
    if (const auto saved = core::writeFileAtomically(file, core::toJson(survey).dump(2) + "\n"); !saved) {
        answer.problems = saved.error();
        answer.exit = kEngineFailed;
        return answer;
    }
    answer.text += "saved as " + core::visible(file) + "; give it to calibrate --survey\n";
    return answer;
}

}  // namespace app
