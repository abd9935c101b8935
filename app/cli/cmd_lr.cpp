// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lr PLAN|flags --steps N: the learning rate of the first N updates, as planner and trainer compute it.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "core/base/text.h"
#include "core/lr/registry.h"
#include "core/plan/plan_codec.h"
#include "core/plan/rules.h"
#include "core/plan/training_updates.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace app {

namespace {

constexpr std::string_view kPrefix = "/lr_schedule/";

struct Options {
    std::string file, steps, scheduler, lr, minLr, startLr;
    // Fields of /lr_schedule that are given as they stand in a plan, by pointer.
    std::map<std::string, std::string> fields;
};

// "/lr_schedule/range_test/step_size" → "--range-test-step-size".
std::string flagOf(const core::Field& field) {
    std::string flag = "--" + field.pointer.substr(kPrefix.size());
    std::ranges::replace(flag, '/', '-');
    std::ranges::replace(flag, '_', '-');
    return flag;
}

// Kind and rates have flags of their own.
bool isGeneric(const core::Field& field) {
    return field.pointer.starts_with(kPrefix) && !field.pointer.ends_with("_ratio") &&
           field.pointer != "/lr_schedule/kind";
}

// Names of plans, and the names that DeepSpeed and Megatron use.
core::Result<core::LrKind> parseScheduler(const std::string& text) {
    for (const core::LrScheduleRow& row : core::lrSchedules())
        if (!row.foreignName.empty() && row.foreignName == text) return row.kind;
    if (const auto kind = core::fromText<core::LrKind>(text)) return *kind;
    std::vector<std::string> names;
    for (const auto& [kind, name] : core::enumNames<core::LrKind>()) {
        names.emplace_back(name);
        if (const auto& row = core::lrSchedule(kind); !row.foreignName.empty())
            names.emplace_back(row.foreignName);
    }
    return core::refuse(unknownChoice("--scheduler", text, names));
}

core::Result<double> parseRate(const std::string& text, const char* flag) {
    const auto rate = core::parseNumber(text, flag);
    if (rate && *rate < 0) return core::refuse(usageProblem("cli.negative", flag, {{"text", text}}));
    return rate;
}

core::Result<core::Plan> basis(const Options& options, core::LrKind kind) {
    if (!options.file.empty()) return openPlan(options.file);
    if (options.lr.empty() && (kind != core::LrKind::DeepSpeedRangeTest || options.minLr.empty()))
        return core::refuse(usageProblem("cli.lr-needs", "--lr", {}, "fix.cli.give-lr"));
    if (core::lrSchedule(kind).readsKey("total") && !options.fields.contains("/lr_schedule/total"))
        return core::refuse(usageProblem("cli.lr-total", "--total", {}, "fix.cli.give-lr"));
    return defaultPlan();
}

// The kind that the flags ask for; the plan's own where they say nothing.
core::Result<core::LrKind> kindOf(const Options& options) {
    if (!options.scheduler.empty()) return parseScheduler(options.scheduler);
    if (options.file.empty()) return core::LrScheduleSpec{}.kind;
    const auto plan = openPlan(options.file);
    if (!plan) return tl::make_unexpected(plan.error());
    return plan->lrSchedule.kind;
}

core::Result<void> setFields(core::Plan& plan, const Options& options) {
    for (const auto& [pointer, text] : options.fields) {
        const core::Field& field = *core::findField(pointer);
        const auto value = core::parseFieldValue(field, text, flagOf(field));
        if (!value) return tl::make_unexpected(value.error());
        field.set(plan, *value);
    }
    return {};
}

// An absolute rate, kept as a share of the peak.
core::Result<void> setShare(const std::string& text, const char* flag, double peak, double& share) {
    if (text.empty()) return {};
    const auto rate = parseRate(text, flag);
    if (!rate) return tl::make_unexpected(rate.error());
    share = peak > 0 ? *rate / peak : 0;
    return {};
}

// DeepSpeed's WarmupLR and WarmupDecayLR have their minimum at the start of the warm-up, the others at the end.
core::Result<void> setRates(core::Plan& plan, const Options& options) {
    core::LrScheduleSpec& schedule = plan.lrSchedule;
    const bool rangeTest = schedule.kind == core::LrKind::DeepSpeedRangeTest;
    for (const auto& [text, flag] :
         {std::pair{&options.lr, "--lr"}, {rangeTest ? &options.minLr : &options.lr, "--min-lr"}}) {
        if (text->empty()) continue;
        const auto peak = parseRate(*text, flag);
        if (!peak) return tl::make_unexpected(peak.error());
        plan.optimizer.lr = *peak;
    }
    if (rangeTest) return {};
    const bool startsLow =
        !core::lrSchedule(schedule.kind).readsKey("min_ratio") && core::lrSchedule(schedule.kind).readsKey("start_ratio");
    if (auto set = setShare(options.minLr, "--min-lr", plan.optimizer.lr,
                            startsLow ? schedule.startRatio : schedule.minRatio);
        !set)
        return set;
    return setShare(options.startLr, "--start-lr", plan.optimizer.lr, schedule.startRatio);
}

core::Result<core::Plan> scheduled(const Options& options) {
    const core::Result<core::LrKind> kind = kindOf(options);
    if (!kind) return tl::make_unexpected(kind.error());
    core::Result<core::Plan> plan = basis(options, *kind);
    if (!plan) return plan;
    plan->lrSchedule.kind = *kind;
    if (const auto set = setFields(*plan, options); !set) return tl::make_unexpected(set.error());
    if (const auto set = setRates(*plan, options); !set) return tl::make_unexpected(set.error());
    return plan;
}

// A flag that the schedule does not look at is not swallowed.
core::Problems unread(const core::LrScheduleRow& row, const Options& options) {
    core::Problems problems;
    const auto check = [&](std::string_view key, const std::string& flag) {
        if (row.readsKey(key.substr(0, key.find('/')))) return;
        core::Problem problem =
            usageProblem("cli.lr-unread", flag, {{"scheduler", std::string(core::toText(row.kind))}});
        problem.severity = core::Severity::Warning;
        problems.push_back(problem);
    };
    for (const auto& [pointer, text] : options.fields)
        check(std::string_view(pointer).substr(kPrefix.size()), flagOf(*core::findField(pointer)));
    if (!options.startLr.empty()) check("start_ratio", "--start-lr");
    if (!options.minLr.empty() && !row.readsKey("start_ratio") && row.kind != core::LrKind::DeepSpeedRangeTest)
        check("min_ratio", "--min-lr");
    return problems;
}

core::Problems problemsOf(const core::Plan& plan, const Options& options) {
    core::Problems problems = core::learningRateProblems(plan);
    for (core::Problem& problem : problems)
        if (options.file.empty() || options.fields.contains(problem.where))
            problem.where = flagOf(*core::findField(problem.where));
    for (const auto& [text, flag, share] : {std::tuple{&options.minLr, "--min-lr", plan.lrSchedule.minRatio},
                                            {&options.startLr, "--start-lr", plan.lrSchedule.startRatio}})
        if (!text->empty() && share > 1)
            problems.push_back(usageProblem("cli.min-lr", flag,
                                            {{"text", *text}, {"peak", fmt::format("{:g}", plan.optimizer.lr)}},
                                            "fix.cli.lower-min-lr"));
    const core::Problems ignored = unread(core::lrSchedule(plan.lrSchedule.kind), options);
    problems.insert(problems.end(), ignored.begin(), ignored.end());
    return problems;
}

constexpr std::int64_t kMaxRates = 10'000'000;

// As given, else those of the plan file.
core::Result<std::int64_t> stepsOf(const Options& options, const core::Plan& plan) {
    if (options.steps.empty() && options.file.empty())
        return core::refuse(usageProblem("cli.lr-steps", "--steps", {}, "fix.cli.give-steps"));
    const auto steps = options.steps.empty() ? core::Result<std::int64_t>(core::updatesToTrain(plan))
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
    const core::LrScheduleSpec& schedule = plan->lrSchedule;
    const std::int64_t training = options.file.empty() ? plan->run.steps : core::updatesToTrain(*plan);
    Answer answer{{{"scheduler", core::toText(schedule.kind)}, {"rates", Json::array()}},
                  {},
                  problemsOf(*plan, options),
                  kYes};
    if (core::hasErrors(answer.problems)) return answer;
    answer.text = "  update  ○ learning rate (predicted)\n";
    for (std::int64_t update = 0; update < *steps; ++update) {
        const double rate = core::learningRate(schedule, plan->optimizer.lr, update, training);
        answer.json["rates"].push_back(rate);
        answer.text += fmt::format("{:>8}  {:.8g}", update, rate);
        if (const auto betas = core::cycledBetas(schedule, update, training)) {
            answer.json["momentum"].push_back(betas->beta1);
            answer.text += fmt::format("  β1 {:.6g}", betas->beta1);
        }
        answer.text += '\n';
    }
    return answer;
}

}  // namespace

void addLr(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    addPlanOption(command, options->file, "A plan file (*.shardscope.json); flags override its fields");
    command.add_option("--steps", options->steps,
                       "Updates to list, from update 0; those of the plan without it");
    command.add_option("--scheduler", options->scheduler,
                       "Its name in a plan, in a ds_config (WarmupCosineLR) or for --lr-decay-style (cosine)");
    command.add_option("--lr", options->lr, "Peak learning rate");
    command.add_option("--min-lr", options->minLr,
                       "Least rate: at the end, or at the start of DeepSpeed's WarmupLR and WarmupDecayLR");
    command.add_option("--start-lr", options->startLr, "Rate at the start of the warm-up");
    for (const core::Field& field : core::planFields()) {
        if (!isGeneric(field)) continue;
        const auto store = [options, pointer = field.pointer](const std::string& text) {
            options->fields[pointer] = text;
        };
        command.add_option_function<std::string>(flagOf(field), store, field.label + "  (" + field.pointer + ")");
    }
    answerWith(command, exit, [options] { return lr(*options); });
}

}  // namespace app
