// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// import FILE…: a plan from the configuration of another framework. Standard output is the plan file.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/config_files.h"
#include "app/cli/problems.h"
#include "core/config/import_plan.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace app {

namespace {

struct Options : ConfigOptions {
    std::string model;
    bool json = false;
};

// The answer "no": what is missing. With --json it is complete, and the plan in it is null.
int refuseImport(const core::Problems& problems, bool json) {
    const Json answer{{"plan", nullptr}, {"problems", toJson(problems)}};
    if (json) std::fputs((answer.dump(2, ' ', false, Json::error_handler_t::replace) + '\n').c_str(), stdout);
    printProblems(problems);
    return delivered(kNo);
}

// Only a file that can be read and in which nothing is missing gives a plan; what is wrong with it is said beside it.
int import(const Options& options) {
    const auto fail = [](const core::Problems& problems, Exit exit) {
        printProblems(problems);
        return int(exit);
    };
    core::ImportOptions settings;
    auto check = checkOptions(options);
    if (!check) return fail(check.error(), kNotUnderstood);
    settings.check = std::move(*check);
    if (!options.model.empty()) {
        settings.model = core::findModelPreset(options.model);
        if (settings.model == nullptr) {
            std::vector<std::string> names;
            for (const core::ModelSpec& preset : core::modelPresets()) names.push_back(preset.name);
            return fail({unknownChoice("--model", options.model, names)}, kNotUnderstood);
        }
    }
    const auto files = readConfigFiles(options.files);
    if (!files) return fail(files.error(), kNotUnderstood);
    const auto imported = core::importPlan(*files, settings);
    if (!imported) {
        const bool lacking = std::ranges::any_of(
            imported.error(), [](const core::Problem& problem) {
                return problem.code == "import.missing" || problem.code == "import.experts" ||
                       problem.code == "import.expert-blocks";
            });
        return lacking ? refuseImport(imported.error(), options.json) : fail(imported.error(), kNotUnderstood);
    }
    std::fputs(core::planToText(imported->plan).c_str(), stdout);
    core::Problems problems = imported->problems;
    const core::Problems rules = core::validate(imported->plan);
    problems.insert(problems.end(), rules.begin(), rules.end());
    printProblems(problems);
    return delivered(core::hasErrors(problems) ? kNo : kYes);
}

}  // namespace

void addImport(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    addConfigOptions(command, *options);
    command.add_option("--model", options->model, "A preset, where no file describes a model");
    command.add_flag("--json", options->json, "The plan is JSON with and without it; what is missing for one, with it");
    command.callback([options, &exit] { exit = import(*options); });
}

}  // namespace app
