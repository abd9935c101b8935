// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// estimate PLAN|flags: memory, time and run of one layout. With --parameters instead of a model: the textbook
// formula for a bare count (textbook_estimate.h).
#include "app/cli/advice_words.h"
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/fit_words.h"
#include "app/cli/plan_flags.h"
#include "app/cli/plan_output.h"
#include "app/cli/problems.h"
#include "app/cli/snapshot_json.h"
#include "app/cli/snapshot_text.h"
#include "app/cli/textbook_estimate.h"
#include "core/base/text.h"
#include "core/evaluate.h"
#include "core/planner/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace app {

namespace {

struct Options {
    explicit Options(CLI::App& command)
        : flags(command)
        , output(command, "the plan") {}
    PlanFlags flags;
    PlanOutput output;
    std::string file, parameters;
    bool formulas = false, conventions = false;
};

core::Problem doesNotFit(const core::MemoryEstimate& memory, const std::vector<core::FitAdvice>& ways) {
    const core::StageMemory& heaviest = *std::ranges::max_element(
        memory.stages, {}, [](const core::StageMemory& stage) { return stage.ledger.total(); });
    return {core::Severity::Error,
            "memory.does-not-fit",
            "/layout",
            {{"stage", std::to_string(heaviest.stage.value)},
             {"needed", core::toText(memory.peak())},
             {"capacity", core::toText(memory.capacity)},
             {"flags", ways.empty() ? "" : flagsOf(ways.front())}},
            ways.empty() ? "fix.memory.nothing-fits" : "fix.memory.way"};
}

// There is no plan while cards and sizes contradict each other.
Answer unsettled(const FlaggedPlan& flagged, const Options& options) {
    return {{{"plan", nullptr},
             {"layout", layoutJson(flagged)},
             {"memory", nullptr},
             {"time", nullptr},
             {"traffic", nullptr},
             {"run", nullptr}},
            {},
            options.flags.located(flagged.problems, options.file),
            kNo};
}

std::string batchNote(const Options& options, const core::Plan& plan) {
    if (!options.file.empty() || options.flags.given("--global-batch")) return {};
    return fmt::format("global batch: 4·dp·pp = {} where --global-batch does not say it; plan takes four million tokens\n",
                       core::counted(plan.batch.global, "sequence"));
}

Reply estimatePlan(const Options& options) {
    if (const auto free = options.output.check(); !free) return tl::make_unexpected(free.error());
    core::Result<FlaggedPlan> flagged = options.flags.overFileOrAlone(options.file);
    if (!flagged) return tl::make_unexpected(flagged.error());
    if (!flagged->settled()) return unsettled(*flagged, options);
    const core::Snapshot snapshot = core::evaluate(flagged->plan);
    Answer answer{snapshotJson(snapshot), {}, options.flags.located(snapshot.problems, options.file), kYes};
    if (!core::hasErrors(answer.problems))
        answer.text = snapshotText(snapshot) + batchNote(options, snapshot.plan) + (options.conventions ? conventionsText(snapshot) : "") +
                      (options.formulas ? formulasText(snapshot) : "");
    const std::vector<core::Advice> advice = core::adviceOn(snapshot);
    answer.json["advice"] = adviceJson(snapshot.plan, advice);
    answer.json["fixes"] = Json::array();
    if (snapshot.memory && !snapshot.memory->fits) {
        const auto ways = core::waysToFit(snapshot.plan, core::RunsOn::AnyFramework);
        answer.json["fixes"] = fixesJson(ways);
        if (!answer.text.empty()) answer.text += fixesText(ways);
        answer.problems.push_back(doesNotFit(*snapshot.memory, ways));
    }
    if (!answer.text.empty()) answer.text += adviceText(snapshot.plan, advice);
    options.output.save(snapshot.plan, answer);
    return answer;
}

Reply estimate(const Options& options) {
    if (options.parameters.empty()) return estimatePlan(options);
    if (!options.file.empty())
        return core::refuse(
            usageProblem("cli.bare-count", "--parameters", {{"other", "plan file"}}, "fix.cli.one-of"));
    return textbookEstimate(options.parameters, options.flags);
}

}  // namespace

void addEstimate(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>(command);
    addPlanOption(command, options->file, "A plan file (*.shardscope.json); flags override its fields");
    command.add_option(
        "--parameters", options->parameters,
        "The textbook answer for a bare count, such as 13e9; takes --cards --tp --pp --zero only");
    command.add_flag("--formulas", options->formulas,
                     "Print every memory entry with its formula and numbers");
    command.add_flag("--conventions", options->conventions, "Print MFU and HFU as different authors count FLOPs, and their ratios");
    answerWith(command, exit, [options] { return estimate(*options); });
}

}  // namespace app
