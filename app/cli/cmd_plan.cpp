// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// plan: searches the layouts of a model on a cluster. A value that a flag or the plan file's flags give is kept; all
// others are tried. Ctrl-C ends the search with what it has found.
#include "app/cli/advice_words.h"
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/fit_words.h"
#include "app/cli/plan_flags.h"
#include "app/cli/plan_output.h"
#include "app/cli/problems.h"
#include "app/cli/search_watch.h"
#include "app/cli/search_words.h"
#include "app/cli/trial_words.h"
#include "core/base/text.h"
#include "core/plan/cards.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "core/planner/advice.h"
#include "core/planner/search.h"
#include "core/planner/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace app {

namespace {

using core::Plan;

struct Options {
    explicit Options(CLI::App& command)
        : flags(command)
        , output(command, "the best plan") {}
    PlanFlags flags;
    PlanOutput output;
    std::string file, top = "20";
    double margin = 100 * core::kUsualReserve;  // percent of a card
    std::string trial, trialResults, trialPlans = "3", trialUpdates;
};

constexpr std::int64_t kTokensPerUpdate = std::int64_t{4} << 20;

// A global batch of some four million tokens, where nothing says otherwise.
std::int64_t usualBatch(const Plan& plan) {
    return std::max<std::int64_t>(1, kTokensPerUpdate / std::max(1, plan.sequence()));
}

// The kernels begin with NVIDIA's Ampere; virtual cards keep the scores.
bool hasFlashAttention(std::string_view gpu) {
    return gpu != "virtual-card" && gpu != "t4" && !gpu.starts_with("v100");
}

core::SearchLimits limitsOf(const PlanFlags& flags, const Plan& plan) {
    core::SearchLimits limits;
    const auto keep = [&](const char* flag, auto& limit, auto value) {
        if (flags.given(flag)) limit = value;
    };
    keep("--tp", limits.tp, plan.layout.tp);
    keep("--cp", limits.cp, plan.layout.cp);
    keep("--ep", limits.ep, plan.layout.ep);
    keep("--dp", limits.dp, plan.layout.dp);
    keep("--pp", limits.pp, plan.layout.pp);
    keep("--virtual-stages", limits.virtualStages, plan.layout.virtualStages);
    keep("--micro-batch", limits.micro, plan.batch.micro);
    keep("--zero", limits.zero, plan.zero.stage);
    keep("--recompute", limits.recompute, plan.recompute);
    keep("--sequence-parallel", limits.sequenceParallel, plan.sequenceParallel);
    keep("--schedule", limits.schedule, plan.schedule);
    return limits;
}

struct Asked {
    Plan plan;
    core::SearchLimits limits;
};

core::Result<Asked> askedOf(const Options& options) {
    Plan base = defaultPlan();
    if (!options.file.empty()) {
        core::Result<Plan> plan = openPlan(options.file);
        if (!plan) return tl::make_unexpected(plan.error());
        base = std::move(*plan);
    } else if (!options.flags.given("--model")) {
        return core::refuse(usageProblem("cli.needs-plan", "PLAN", {}, "fix.cli.give-plan"));
    } else if (!options.flags.given("--cards") && !options.flags.given("--nodes") && !options.flags.given("--gpus-per-node")) {
        return core::refuse(usageProblem("cli.needs-cards", "--cards", {}, "fix.cli.give-cards"));
    }
    core::Result<FlaggedPlan> flagged = options.flags.over(base);
    if (!flagged) return tl::make_unexpected(flagged.error());
    Asked asked{std::move(flagged->plan), {}};
    if (!options.flags.given("--cards") && !options.flags.given("--nodes") && !options.flags.given("--gpus-per-node"))
        asked.plan.cluster = [&] {
            core::ClusterSpec cluster = asked.plan.cluster;
            cluster.nodes = base.cluster.nodes;
            cluster.gpusPerNode = base.cluster.gpusPerNode;
            return cluster;
        }();
    if (options.file.empty() && !options.flags.given("--global-batch")) asked.plan.batch.global = usualBatch(asked.plan);
    if (options.file.empty() && asked.plan.framework == core::Framework::Megatron) asked.plan.zero.overlap = core::Overlap::On;
    if (options.file.empty() && !options.flags.given("--attention") && hasFlashAttention(asked.plan.cluster.gpu))
        asked.plan.attention = core::AttentionKind::Flash;
    asked.limits = limitsOf(options.flags, asked.plan);
    const auto top = parseCount(options.top, "--top");
    if (!top) return tl::make_unexpected(top.error());
    asked.limits.margin = core::marginFor(options.margin / 100);
    asked.limits.most = int(std::min<std::int64_t>(*top, 1000));
    return asked;
}

core::Problem nothingFits(const core::SearchResult& result, const Plan& base, double reserve) {
    if (!result.smallest) {
        const auto rejections = rejectionsOf(result);
        const std::string reason = rejections.empty() ? "" : rejections.front().sentence;
        return {core::Severity::Error, "search.nothing-legal", "/layout", {{"reason", reason}},
                reason.empty() ? "fix.search.other-values" : "fix.search.nothing-legal"};
    }
    return {core::Severity::Error,
            "search.nothing-fits",
            "/layout",
            {{"layout", layoutWords(result.smallest->plan)},
             {"needed", core::toText(result.smallest->score.peak)},
             {"capacity", core::toText(core::Bytes(std::int64_t(double(core::capacityOf(base).value()) * (1 - reserve))))}},
            "fix.search.nothing-fits"};
}

// Small changes of the plan itself that bring it under its cards' memory; only for a plan that does not fit.
Json changesOf(const Plan& plan) {
    const core::Score own = core::score(plan);
    if (!own.valid || own.fits) return Json::array();
    return fixesJson(core::waysToFit(plan, core::RunsOn::AnyFramework));
}

// The best plans as short runs.
core::Result<void> writeTrial(const Options& options, const core::SearchResult& result, Answer& answer) {
    if (options.trial.empty() || result.plans.empty()) return {};
    const auto count = parseCount(options.trialPlans, "--trial-plans");
    if (!count) return tl::make_unexpected(count.error());
    const auto updates = options.trialUpdates.empty() ? core::Result<std::int64_t>(core::kTrialUpdates)
                                                      : parseCount(options.trialUpdates, "--trial-updates");
    if (!updates) return tl::make_unexpected(updates.error());
    const auto written = core::writeTrial(core::worthTrying(result.plans, *count), options.trial, *updates);
    if (!written) return tl::make_unexpected(written.error());
    answer.json["trial"] = trialJson(*written, options.trial);
    answer.text += trialText(*written, options.trial);
    return {};
}

Reply trialResults(const std::string& folder) {
    const auto ranking = core::rankTrial(folder);
    if (!ranking) return tl::make_unexpected(ranking.error());
    Answer answer{rankingJson(*ranking), rankingText(*ranking), {}, kYes};
    const bool ran = std::ranges::any_of(ranking->runs, [](const core::TrialRun& run) { return run.end == core::TrialEnd::Ran; });
    if (!ran) answer.problems.push_back({core::Severity::Error, "trial.no-runs", folder, {}, "fix.trial.no-runs"});
    return answer;
}

Reply search(const Options& options) {
    if (!options.trialResults.empty()) return trialResults(options.trialResults);
    if (const auto free = options.output.check(); !free) return tl::make_unexpected(free.error());
    const core::Result<Asked> asked = askedOf(options);
    if (!asked) return tl::make_unexpected(asked.error());
    if (const core::Accelerator* card = core::acceleratorOf(asked->plan.cluster); !card) {
        core::Problems problems = core::validate(asked->plan);
        std::erase_if(problems, [](const core::Problem& problem) { return problem.where != "/cluster/gpu"; });
        return tl::make_unexpected(options.flags.located(std::move(problems), options.file));
    }
    const core::SearchResult result = core::searchLayouts(asked->plan, asked->limits, Interruptible().watch());
    const BatchSource batch = options.file.empty() && !options.flags.given("--global-batch") ? BatchSource::Usual : BatchSource::Given;
    const double reserve = options.margin / 100;
    Answer answer{resultJson(result), resultText(result, asked->plan, batch, reserve), {}, result.plans.empty() ? kNo : kYes};
    answer.json["reserve_fraction"] = reserve;
    if (!options.file.empty()) answer.json["changes"] = changesOf(asked->plan);
    if (!result.plans.empty()) {
        const Plan& best = result.plans.front().plan;
        const std::vector<core::Advice> advice = core::adviceOn(core::evaluate(best));
        answer.json["advice"] = adviceJson(best, advice);
        answer.text += adviceText(best, advice);
        options.output.save(best, answer);
        if (const auto trial = writeTrial(options, result, answer); !trial) return tl::make_unexpected(trial.error());
    }
    if (result.plans.empty() && !result.cancelled) answer.problems.push_back(nothingFits(result, asked->plan, reserve));
    return answer;
}

}  // namespace

void addPlan(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>(command);
    addPlanOption(command, options->file,
                       "A plan file whose model, cluster and batch are taken; without it --model and --cards");
    command
        .add_option("--margin", options->margin, "Per cent of a card that a plan must leave free; 6 where nothing is said")
        ->check(CLI::Range(0.0, 95.0));
    command.add_option("--top", options->top, "Plans to list; those on the front of time against memory have a star");
    CLI::Option* trial = command.add_option("--trial", options->trial, "Write the best plans as short runs into this new folder")->type_name("DIR");
    command.add_option("--trial-plans", options->trialPlans, "How many of them")->needs(trial);
    command.add_option("--trial-updates", options->trialUpdates, "Updates that each of them makes; 20 where none are given")->needs(trial);
    command
        .add_option("--trial-results", options->trialResults,
                    "In place of a search: read the logs that the runs of --trial left in their folders, and rank by what was measured")
        ->type_name("DIR")
        ->excludes(trial);
    answerWith(command, exit, [options] { return search(*options); });
}

}  // namespace app
