// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lr PLAN|flags --steps N: the learning rate of the first N updates, as planner and trainer compute it.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "core/base/text.h"
#include "core/cost/lr_schedule.h"
#include "core/plan/plan_codec.h"

#include <fmt/format.h>

#include <memory>

namespace app {

namespace {

struct Options {
    std::string file, steps, scheduler, lr, warmup, total, minLr;
};

core::Result<core::LrKind> parseScheduler(const std::string& text) {
    if (text == "WarmupCosineLR") return core::LrKind::DeepSpeedWarmupCosine;  // its name in a ds_config
    return parseChoice<core::LrKind>(text, "--scheduler");
}

core::Result<double> parseRate(const std::string& text, const char* flag) {
    const auto rate = core::parseNumber(text, flag);
    if (rate && *rate < 0) return core::refuse(usageProblem("cli.negative", flag, {{"text", text}}));
    return rate;
}

core::Result<std::int64_t> parseUpdates(const std::string& text, const char* flag) {
    if (text == "0") return 0;
    return parseCount(text, flag);
}

core::Result<core::Plan> basis(const Options& options) {
    if (!options.file.empty()) return core::loadPlan(options.file);
    if (options.lr.empty()) return core::refuse(usageProblem("cli.lr-needs", "--lr", {}, "fix.cli.give-lr"));
    if (options.total.empty())
        return core::refuse(usageProblem("cli.lr-total", "--total", {}, "fix.cli.give-lr"));
    return defaultPlan();
}

// Flags over the schedule and the peak of a plan. The final rate is given absolute and kept as a ratio.
core::Result<core::Plan> scheduled(const Options& options) {
    core::Result<core::Plan> plan = basis(options);
    if (!plan) return plan;
    core::LrScheduleSpec& schedule = plan->lrSchedule;
    if (!options.scheduler.empty()) {
        const auto kind = parseScheduler(options.scheduler);
        if (!kind) return tl::make_unexpected(kind.error());
        schedule.kind = *kind;
    }
    for (const auto& [text, flag, field] : {std::tuple{&options.warmup, "--warmup", &schedule.warmup},
                                            std::tuple{&options.total, "--total", &schedule.total}}) {
        if (text->empty()) continue;
        const auto updates = parseUpdates(*text, flag);
        if (!updates) return tl::make_unexpected(updates.error());
        *field = *updates;
    }
    if (!options.lr.empty()) {
        const auto peak = parseRate(options.lr, "--lr");
        if (!peak) return tl::make_unexpected(peak.error());
        plan->optimizer.lr = *peak;
    }
    if (!options.minLr.empty()) {
        const auto last = parseRate(options.minLr, "--min-lr");
        if (!last) return tl::make_unexpected(last.error());
        schedule.minRatio = plan->optimizer.lr > 0 ? *last / plan->optimizer.lr : 0;
    }
    return plan;
}

core::Problems problemsOf(const core::Plan& plan, const Options& options) {
    const core::LrScheduleSpec& schedule = plan.lrSchedule;
    if (schedule.total > 0 && schedule.warmup >= schedule.total)
        return {usageProblem(
            "lr.warmup-beyond-total", "--warmup",
            {{"warmup", std::to_string(schedule.warmup)}, {"total", std::to_string(schedule.total)}},
            "fix.lr.warmup")};
    if (options.minLr.empty() || plan.lrSchedule.minRatio <= 1) return {};
    return {usageProblem("cli.min-lr", "--min-lr",
                         {{"text", options.minLr}, {"peak", fmt::format("{:g}", plan.optimizer.lr)}},
                         "fix.cli.lower-min-lr")};
}

constexpr std::int64_t kMaxRates = 10'000'000;

// As given, else those of the plan file.
core::Result<std::int64_t> stepsOf(const Options& options, const core::Plan& plan) {
    if (options.steps.empty() && options.file.empty())
        return core::refuse(usageProblem("cli.lr-steps", "--steps", {}, "fix.cli.give-steps"));
    const auto steps = options.steps.empty() ? core::Result<std::int64_t>(plan.run.steps)
                                             : parseCount(options.steps, "--steps");
    if (steps && *steps > kMaxRates)
        return core::refuse(usageProblem("cli.too-many-rates", "--steps",
                                         {{"limit", core::withThousands(kMaxRates)}}, "fix.cli.fewer-rates"));
    return steps;
}

Reply lr(const Options& options) {
    const core::Result<core::Plan> plan = scheduled(options);
    if (!plan) return tl::make_unexpected(plan.error());
    const auto steps = stepsOf(options, *plan);
    if (!steps) return tl::make_unexpected(steps.error());
    Answer answer{{{"scheduler", core::toText(plan->lrSchedule.kind)}, {"rates", Json::array()}},
                  {},
                  problemsOf(*plan, options),
                  kYes};
    if (core::hasErrors(answer.problems)) return answer;
    answer.text = "  update  ○ learning rate (predicted)\n";
    for (std::int64_t update = 0; update < *steps; ++update) {
        const double rate = core::learningRate(plan->lrSchedule, plan->optimizer.lr, update, plan->run.steps);
        answer.json["rates"].push_back(rate);
        answer.text += fmt::format("{:>8}  {:.8g}\n", update, rate);
    }
    return answer;
}

}  // namespace

void addLr(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    command.add_option("PLAN", options->file, "A plan file (*.shardscope.json); flags override its fields");
    command.add_option("--steps", options->steps,
                       "Updates to list, from update 0; those of the plan without it");
    command.add_option("--scheduler", options->scheduler,
                       "warmup-cosine, deepspeed-warmup-cosine or constant");
    command.add_option("--lr", options->lr, "Peak learning rate");
    command.add_option("--warmup", options->warmup, "Updates of the warm-up");
    command.add_option("--total", options->total, "Updates in all, warm-up included");
    command.add_option("--min-lr", options->minLr, "Final learning rate");
    answerWith(command, exit, [options] { return lr(*options); });
}

}  // namespace app
