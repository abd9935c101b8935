// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// plan: searches the layouts of a model on a cluster. A value that a flag or the plan file's flags give is kept; all
// others are tried. Ctrl-C ends the search with what it has found.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/text.h"
#include "core/plan/cards.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "core/planner/advice.h"
#include "core/planner/search.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>

namespace app {

namespace {

using core::Plan;

volatile std::sig_atomic_t interrupted = 0;

struct Options {
    explicit Options(CLI::App& command)
        : flags(command) {}
    PlanFlags flags;
    std::string file, top = "20";
};

constexpr std::int64_t kTokensPerUpdate = std::int64_t{4} << 20;

// A global batch of some four million tokens, where nothing says otherwise.
std::int64_t usualBatch(const Plan& plan) {
    return std::max<std::int64_t>(1, kTokensPerUpdate / std::max(1, plan.sequence()));
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
        core::Result<Plan> plan = core::loadPlan(options.file);
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
    asked.limits = limitsOf(options.flags, asked.plan);
    const auto top = parseCount(options.top, "--top");
    if (!top) return tl::make_unexpected(top.error());
    asked.limits.most = int(std::min<std::int64_t>(*top, 1000));
    return asked;
}

// A line on standard error twice a second, for people who wait at a terminal.
core::SearchWatch watchOf(bool talks) {
    using Clock = std::chrono::steady_clock;
    auto last = std::make_shared<Clock::time_point>(Clock::now());
    return [last, talks](const core::SearchProgress& progress) {
        constexpr auto kPause = std::chrono::milliseconds(500);
        if (interrupted != 0) return core::SearchStep::Stop;
        if (!talks || Clock::now() - *last < kPause) return core::SearchStep::Go;
        *last = Clock::now();
        std::fprintf(stderr, "%3.0f %%  %s plans scored%s\n", 100 * progress.fraction,
                     core::withThousands(progress.evaluated).c_str(),
                     progress.best ? (", best " + fmt::format("{:.3f} s", progress.best->value())).c_str() : "");
        return core::SearchStep::Go;
    };
}

core::Bytes capacityOf(const Plan& plan) {
    const bool capped = plan.cluster.gpu == "virtual-card" && plan.run.cardMemory > core::Bytes(0);
    return capped ? plan.run.cardMemory : core::acceleratorOf(plan.cluster)->memory;
}

// How much more than predicted a card could hold: a plan with little of it may not fit once memory is fragmented.
double headroom(const core::FoundPlan& found) { return 1 - found.score.peak / capacityOf(found.plan); }

Json foundJson(const core::FoundPlan& found) {
    return {{"plan", core::planToJson(found.plan)},
            {"step_seconds", found.score.step.value()},
            {"mfu", found.score.mfu},
            {"memory_bytes", found.score.peak.value()},
            {"headroom_fraction", headroom(found)},
            {"pareto", found.pareto}};
}

Json resultJson(const core::SearchResult& result) {
    Json layouts = Json::array(), front = Json::array(), rejected = Json::object();
    for (const core::FoundPlan& found : result.plans) layouts.push_back(foundJson(found));
    for (const core::FoundPlan& found : result.front) front.push_back(foundJson(found));
    for (const auto& [code, count] : result.rejected) rejected[code] = count;
    return {{"evaluated", result.evaluated}, {"feasible", result.feasible}, {"seconds", result.seconds},
            {"cancelled", result.cancelled}, {"layouts", std::move(layouts)}, {"front", std::move(front)}, {"rejected", std::move(rejected)},
            {"smallest", result.smallest ? foundJson(*result.smallest) : Json(nullptr)}};
}

std::string layoutWords(const Plan& plan) {
    const core::LayoutSpec& l = plan.layout;
    std::string words = fmt::format("tp {} pp {} dp {}", l.tp, l.pp, l.dp);
    if (l.cp > 1) words += fmt::format(" cp {}", l.cp);
    if (l.ep > 1) words += fmt::format(" ep {}", l.ep);
    words += fmt::format(", micro {}, zero {}", plan.batch.micro, plan.zero.stage);
    if (l.virtualStages > 1) words += fmt::format(", {} chunks", l.virtualStages);
    if (plan.schedule == core::ScheduleKind::ZbH1) words += ", zb-h1";
    if (plan.recompute != core::Recompute::None) words += fmt::format(", recompute {}", core::toText(plan.recompute));
    if (plan.sequenceParallel == core::SequenceParallel::On) words += ", sequence parallel";
    return words;
}

std::string resultText(const core::SearchResult& result, const Plan& base) {
    std::string text = fmt::format("{} plans scored in {:.2f} s, {} fit{}; global batch {}\n", core::withThousands(result.evaluated),
                                   result.seconds, core::withThousands(result.feasible),
                                   result.cancelled ? ", stopped early" : "", core::withThousands(base.batch.global));
    std::vector<TableRow> rows;
    const auto add = [&](const core::FoundPlan& found) {
        rows.push_back({layoutWords(found.plan), fmt::format("{} {:.3f} s  MFU {}  {}", found.pareto ? "*" : " ", found.score.step.value(),
                                                             percent(found.score.mfu), core::toText(found.score.peak))});
    };
    for (const core::FoundPlan& found : result.plans) add(found);
    for (const core::FoundPlan& found : result.front)
        if (found.score.step > result.plans.back().score.step) add(found);
    text += table(rows);
    if (!result.plans.empty()) text += "○ predicted; * no other plan is both as fast and as small\n";
    if (!result.rejected.empty()) text += "left out:\n";
    for (const auto& [code, count] : result.rejected) text += fmt::format("  {:>10}  {}\n", core::withThousands(count), code);
    return text;
}

core::Problem nothingFits(const core::SearchResult& result, const Plan& base) {
    if (!result.smallest) return {core::Severity::Error, "search.nothing-legal", "/layout", {}, "fix.search.nothing-legal"};
    return {core::Severity::Error,
            "search.nothing-fits",
            "/layout",
            {{"layout", layoutWords(result.smallest->plan)},
             {"needed", core::toText(result.smallest->score.peak)},
             {"capacity", core::toText(capacityOf(base))}},
            "fix.search.nothing-fits"};
}

// Small changes of the plan itself that bring it under its cards' memory; only for a plan that does not fit.
Json changesOf(const Plan& plan) {
    static constexpr const char* kNames[] = {"smaller-micro-batch", "higher-zero", "recompute", "larger-cards"};
    Json changes = Json::array();
    const core::Score own = core::score(plan);
    if (!own.valid || own.fits) return changes;
    for (const core::FitAdvice& advice : core::waysToFit(plan, core::RunsOn::AnyFramework))
        changes.push_back({{"change", kNames[int(advice.change)]},
                           {"plan", core::planToJson(advice.plan)},
                           {"memory_bytes", advice.peak.value()},
                           {"step_ratio", advice.stepRatio}});
    return changes;
}

Reply search(const Options& options) {
    const core::Result<Asked> asked = askedOf(options);
    if (!asked) return tl::make_unexpected(asked.error());
    if (const core::Accelerator* card = core::acceleratorOf(asked->plan.cluster); !card) {
        core::Problems problems = core::validate(asked->plan);
        std::erase_if(problems, [](const core::Problem& problem) { return problem.where != "/cluster/gpu"; });
        return tl::make_unexpected(options.flags.located(std::move(problems), options.file));
    }
    std::signal(SIGINT, [](int) { interrupted = 1; });
    const core::SearchResult result = core::searchLayouts(asked->plan, asked->limits, watchOf(isatty(STDERR_FILENO) != 0));
    std::signal(SIGINT, SIG_DFL);
    Answer answer{resultJson(result), resultText(result, asked->plan), {}, result.plans.empty() ? kNo : kYes};
    if (!options.file.empty()) answer.json["changes"] = changesOf(asked->plan);
    if (result.plans.empty() && !result.cancelled) answer.problems.push_back(nothingFits(result, asked->plan));
    return answer;
}

}  // namespace

void addPlan(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>(command);
    addPlanOption(command, options->file,
                       "A plan file whose model, cluster and batch are taken; without it --model and --cards");
    command.add_option("--top", options->top, "Plans to list; the front of time against memory is listed behind them");
    answerWith(command, exit, [options] { return search(*options); });
}

}  // namespace app
