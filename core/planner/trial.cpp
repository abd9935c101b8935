// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/trial.h"

#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/config/launch_kit.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "core/planner/trial_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace core {

template <>
std::span<const std::pair<TrialEnd, std::string_view>> enumNames<TrialEnd>() {
    static constexpr std::array<std::pair<TrialEnd, std::string_view>, 3> kNames{
        {{TrialEnd::NotRun, "not-run"}, {TrialEnd::Ran, "ran"}, {TrialEnd::Failed, "failed"}}};
    return kNames;
}

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char *kIndex = "trial.json", *kPlan = "trial.shardscope.json";
constexpr int kVersion = 1;

Problem trialProblem(const char* code, const fs::path& where, std::map<std::string, std::string> params, const char* fix) {
    return {Severity::Error, code, where.string(), std::move(params), fix};
}

// The plan with few updates, nothing written on the way and nothing sampled.
Plan shortened(Plan plan, std::int64_t updates) {
    plan.run.steps = updates;
    plan.budgetTokens = updates * plan.batch.global * plan.sequence();
    plan.run.validateEvery = 0;
    plan.run.sample.every = 0;
    plan.run.checkpoint.every = 0;
    plan.batch.ramp = {};
    plan.lrSchedule = {};
    plan.lrSchedule.kind = plan.framework == Framework::Engine ? LrKind::Constant : LrKind::MegatronConstant;
    return plan;
}

// The engine is this program; what it prints is the log.
KitFile engineScript() {
    return {"launch.sh",
            fmt::format("#!/bin/sh\nset -eu\ncd \"$(dirname \"$0\")\"\n"
                        "\"${{SHARDSCOPE_CLI:-shardscope-cli}}\" train {} --json > run.ndjson\n",
                        kPlan),
            true};
}

Result<LaunchKit> kitOf(const Plan& plan) {
    switch (plan.framework) {
    case Framework::Engine: return LaunchKit{{engineScript()}, plan.framework, {}};
    case Framework::Megatron: return launchKit(plan, KitTarget::MegatronLm);
    case Framework::DeepSpeed: return launchKit(plan, KitTarget::MegatronDeepSpeed);
    case Framework::Fsdp: break;
    }
    return LaunchKit{{}, plan.framework, {}};
}

bool isFolderName(const std::string& name) {
    return !name.empty() && name.size() < 64 && name.find_first_of("/\\") == name.npos && name.front() != '.';
}

// What trial.json says of one candidate.
Result<TrialCandidate> candidateOf(const JsonText& json, std::size_t index, const fs::path& folder) {
    const Json& row = json.root.at("candidates").at(index);
    const std::string pointer = fmt::format("/candidates/{}", index);
    const auto refused = [&](const char* key) {
        return refuse(trialProblem("trial.entry", json.where(pointer), {{"key", key}}, "fix.trial.entry"));
    };
    TrialCandidate candidate;
    if (!row.is_object() || !row.contains("folder") || !row["folder"].is_string()) return refused("folder");
    candidate.folder = row["folder"].get<std::string>();
    if (!isFolderName(candidate.folder)) return refused("folder");
    const auto number = [&](const char* key) { return row.contains(key) && row[key].is_number() ? row[key].get<double>() : 0.0; };
    candidate.predicted = Seconds(number("step_seconds"));
    if (!std::isfinite(candidate.predicted.value()) || candidate.predicted.value() <= 0) return refused("step_seconds");
    constexpr double kMostBytes = 0x1p62;
    const double memory = number("memory_bytes");
    if (!std::isfinite(memory) || memory < 0 || memory > kMostBytes) return refused("memory_bytes");
    candidate.memory = Bytes(std::int64_t(memory));
    if (row.contains("script") && row["script"].is_string()) candidate.script = row["script"].get<std::string>();
    Result<Plan> plan = loadPlan(folder / candidate.folder / kPlan);
    if (!plan) return tl::make_unexpected(std::move(plan.error()));
    candidate.plan = std::move(*plan);
    return candidate;
}

TrialRun runOf(TrialCandidate candidate, const fs::path& folder) {
    TrialRun run{.candidate = std::move(candidate)};
    std::error_code error;
    bool failed = false;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder / run.candidate.folder, error))
        if (entry.is_regular_file(error) && entry.path().filename() != kPlan) files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : files) {
        const TrialLog log = readTrialLog(file, run.candidate.plan);
        failed = failed || log.failed;
        if (log.counted() <= run.updates) continue;
        run.log = file.filename().string();
        run.updates = log.counted();
        run.measured = log.median();
        run.simulated = log.simulated;
        run.peak = log.peak;
        run.end = TrialEnd::Ran;
    }
    if (run.updates == 0 && failed) run.end = TrialEnd::Failed;
    return run;
}

void compare(TrialRanking& ranking) {
    std::vector<const TrialRun*> ran;
    for (const TrialRun& run : ranking.runs)
        if (run.end == TrialEnd::Ran) ran.push_back(&run);
    if (ran.empty()) return;
    double logarithms = 0;
    for (const TrialRun* run : ran) logarithms += std::log(run->measured / run->candidate.predicted);
    ranking.ratio = std::exp(logarithms / double(ran.size()));
    std::int64_t pairs = 0, agree = 0;
    for (const TrialRun* run : ran) {
        const double predicted = run->candidate.predicted / run->measured;
        ranking.meanError += std::abs(predicted - 1) / double(ran.size());
        ranking.meanErrorCorrected += std::abs(predicted * ranking.ratio - 1) / double(ran.size());
        for (const TrialRun* other : ran) {
            if (!(run->candidate.predicted < other->candidate.predicted)) continue;
            ++pairs;
            agree += run->measured < other->measured ? 1 : 0;
        }
    }
    if (pairs > 0) ranking.agreement = double(agree) / double(pairs);
}

}  // namespace

bool canTry(const Plan& plan) { return plan.framework != Framework::Engine || !hasErrors(engineLimits(plan)); }

std::vector<FoundPlan> worthTrying(const std::vector<FoundPlan>& plans, std::int64_t most) {
    std::vector<FoundPlan> tried;
    for (const FoundPlan& found : plans)
        if (std::int64_t(tried.size()) < most && canTry(found.plan)) tried.push_back(found);
    return tried;
}

Result<std::vector<TrialCandidate>> writeTrial(const std::vector<FoundPlan>& plans, const fs::path& folder, std::int64_t updates) {
    constexpr std::int64_t kMostUpdates = 100'000;
    if (updates > kMostUpdates)
        return refuse(trialProblem("trial.updates", "--trial-updates",
                                   {{"updates", fmt::to_string(updates)}, {"most", fmt::to_string(kMostUpdates)}}, "fix.trial.updates"));
    std::error_code error;
    if (fs::exists(folder, error) && !fs::is_empty(folder, error))
        return refuse(trialProblem("trial.folder-in-use", folder, {}, "fix.trial.folder-in-use"));
    std::vector<TrialCandidate> candidates;
    Json index{{"version", kVersion}, {"candidates", Json::array()}};
    for (const FoundPlan& found : plans) {
        TrialCandidate candidate{fmt::format("{:02}", candidates.size() + 1),
                                 shortened(found.plan, updates),
                                 {},
                                 found.score.step,
                                 found.score.peak};
        Result<LaunchKit> kit = kitOf(candidate.plan);
        if (!kit) return tl::make_unexpected(std::move(kit.error()));
        if (!kit->files.empty()) candidate.script = kit->files.front().name;
        kit->files.push_back({kPlan, planToText(candidate.plan)});
        if (const auto written = writeKit(*kit, folder / candidate.folder); !written) return tl::make_unexpected(written.error());
        index["candidates"].push_back({{"folder", candidate.folder},
                                       {"script", candidate.script},
                                       {"step_seconds", candidate.predicted.value()},
                                       {"memory_bytes", candidate.memory.value()}});
        candidates.push_back(std::move(candidate));
    }
    fs::create_directories(folder, error);
    if (const auto written = writeFileAtomically(folder / kIndex, index.dump(2) + '\n'); !written)
        return tl::make_unexpected(written.error());
    return candidates;
}

Result<TrialRanking> rankTrial(const fs::path& folder) {
    constexpr std::int64_t kMostBytes = std::int64_t{4} << 20;
    const fs::path file = folder / kIndex;
    const Result<std::string> text = readTextFile(file, kMostBytes);
    if (!text) return tl::make_unexpected(text.error());
    const Result<JsonText> json = readJson(*text, file.string());
    if (!json) return tl::make_unexpected(json.error());
    const Json& root = json->root;
    if (!root.is_object() || !root.contains("version") || root["version"] != kVersion || !root.contains("candidates") ||
        !root["candidates"].is_array() || root["candidates"].empty())
        return refuse(trialProblem("trial.no-trial", file, {}, "fix.trial.no-trial"));
    TrialRanking ranking;
    for (std::size_t i = 0; i < root["candidates"].size(); ++i) {
        Result<TrialCandidate> candidate = candidateOf(*json, i, folder);
        if (!candidate) return tl::make_unexpected(std::move(candidate.error()));
        ranking.runs.push_back(runOf(std::move(*candidate), folder));
    }
    compare(ranking);
    for (TrialRun& run : ranking.runs)
        run.expected = run.end == TrialEnd::Ran ? run.measured : run.candidate.predicted * ranking.ratio;
    std::ranges::stable_sort(ranking.runs, {}, [](const TrialRun& run) { return std::pair(run.end == TrialEnd::Failed, run.expected); });
    return ranking;
}

}  // namespace core
