// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/trial_words.h"

#include "app/cli/readable.h"
#include "app/cli/search_words.h"
#include "app/cli/table.h"
#include "core/base/text.h"
#include "core/plan/plan_codec.h"

#include <fmt/format.h>

#include <filesystem>

namespace app {

namespace {

std::string scriptOf(const core::TrialCandidate& candidate, const std::string& folder) {
    if (candidate.script.empty()) return "a script of your own";
    return (std::filesystem::path(folder) / candidate.folder / candidate.script).string();
}

Json runJson(const core::TrialRun& run) {
    const bool ran = run.end == core::TrialEnd::Ran;
    return {{"folder", run.candidate.folder},
            {"plan", core::planToJson(run.candidate.plan)},
            {"end", core::toText(run.end)},
            {"log", ran ? Json(run.log) : Json()},
            {"updates", run.updates},
            {"predicted_step_seconds", run.candidate.predicted.value()},
            {"measured_step_seconds", ran ? Json(run.measured.value()) : Json()},
            {"simulated", run.simulated},
            {"expected_step_seconds", run.end == core::TrialEnd::Failed ? Json() : Json(run.expected.value())},
            {"predicted_memory_bytes", run.candidate.memory.value()},
            {"measured_memory_bytes", run.peak > core::Bytes(0) ? Json(run.peak.value()) : Json()}};
}

std::string measuredWords(const core::TrialRun& run) {
    if (run.end == core::TrialEnd::Failed) return "the run failed";
    if (run.end == core::TrialEnd::NotRun) return "no log";
    return fmt::format("{} {}", run.simulated ? kSimulated : kMeasured, core::toText(run.measured));
}

}  // namespace

Json trialJson(const std::vector<core::TrialCandidate>& candidates, const std::string& folder) {
    Json rows = Json::array();
    for (const core::TrialCandidate& candidate : candidates)
        rows.push_back({{"folder", candidate.folder}, {"script", candidate.script.empty() ? Json() : Json(scriptOf(candidate, folder))}});
    return {{"folder", folder}, {"candidates", std::move(rows)}};
}

std::string trialText(const std::vector<core::TrialCandidate>& candidates, const std::string& folder) {
    std::string text = fmt::format("\n{} written as short runs; leave what each prints in its folder:\n",
                                   core::counted(std::int64_t(candidates.size()), "plan"));
    for (const core::TrialCandidate& candidate : candidates)
        text += fmt::format("  {}  {}\n", core::visible(scriptOf(candidate, folder)), layoutWords(candidate.plan));
    return text + fmt::format("then: shardscope-cli plan --trial-results {}\n", core::visible(folder));
}

Json rankingJson(const core::TrialRanking& ranking) {
    Json runs = Json::array();
    for (const core::TrialRun& run : ranking.runs) runs.push_back(runJson(run));
    return {{"runs", std::move(runs)},
            {"measured_over_predicted", ranking.ratio},
            {"mean_error", ranking.meanError},
            {"mean_error_corrected", ranking.meanErrorCorrected},
            {"pairs_in_order_fraction", ranking.agreement}};
}

std::string rankingText(const core::TrialRanking& ranking) {
    std::vector<TableRow> rows{{"  layout", "folder", "○ step", "measured", "updates", "expected", "○ memory", "● memory"}};
    std::int64_t ran = 0;
    for (const core::TrialRun& run : ranking.runs) {
        ran += run.end == core::TrialEnd::Ran ? 1 : 0;
        rows.push_back({layoutWords(run.candidate.plan), run.candidate.folder, core::toText(run.candidate.predicted), measuredWords(run),
                        core::withThousands(run.updates), run.end == core::TrialEnd::Failed ? "–" : core::toText(run.expected),
                        core::toText(run.candidate.memory), run.peak > core::Bytes(0) ? core::toText(run.peak) : "not said"});
    }
    std::string text = table(rows) + "○ predicted  ● measured  ◐ simulated from measured costs; medians, without the first fifth of the updates\n";
    if (ran == 0) return text;
    text += fmt::format("{} ran: measured over predicted {:.3f}, off by {} in the mean and by {} once corrected", core::counted(ran, "plan"),
                        ranking.ratio, percent(ranking.meanError), percent(ranking.meanErrorCorrected));
    return text + (ran > 1 ? fmt::format("; {} of the pairs in the predicted order\n", percent(ranking.agreement)) : "\n");
}

}  // namespace app
