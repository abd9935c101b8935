// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// export PLAN --for TARGET --to DIR: the launch kit of a plan, flags over its fields. A plan that the target refuses:
// exit code 1, the reasons, no files.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "core/config/launch_kit.h"

#include <fmt/format.h>

#include <memory>

namespace app {

namespace {

struct Options {
    explicit Options(CLI::App& command)
        : flags(command) {}
    PlanFlags flags;
    std::string plan, target, folder;
    bool force = false;
};

Reply exportPlan(const Options& options) {
    const auto target = parseChoice<core::KitTarget>(options.target, "--for");
    if (!target) return tl::make_unexpected(target.error());
    const auto flagged = options.flags.overFileOrAlone(options.plan);
    if (!flagged) return tl::make_unexpected(flagged.error());
    Answer answer{{{"files", Json::array()}, {"framework", nullptr}}, {}, {}, kYes};
    if (!flagged->settled()) {
        answer.problems = options.flags.located(flagged->problems, options.plan);
        return answer;
    }
    const auto kit = core::launchKit(flagged->plan, *target);
    if (!kit) {
        answer.problems = options.flags.located(kit.error(), options.plan);
        return answer;
    }
    answer.json["framework"] = core::toText(kit->framework);
    answer.problems = options.flags.located(kit->problems, options.plan);
    if (!options.force)
        if (const auto names = core::filesToReplace(*kit, options.folder); !names.empty())
            return core::refuse(usageProblem("cli.kit-exists", "--to", {{"folder", options.folder}, {"files", fmt::format("{}", fmt::join(names, ", "))}},
                                             "fix.cli.kit-exists"));
    if (const auto written = core::writeKit(*kit, options.folder); !written)
        return tl::make_unexpected(written.error());
    for (const core::KitFile& file : kit->files) {
        const std::string path = (std::filesystem::path(options.folder) / file.name).string();
        answer.json["files"].push_back(path);
        answer.text += path + '\n';
    }
    return answer;
}

}  // namespace

void addExport(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>(command);
    addPlanOption(command, options->plan, "A plan file (*.shardscope.json); flags override its fields")->required();
    command.add_option("--for", options->target, "megatron-deepspeed, megatron-lm, torchrun or slurm")->required();
    command.add_option("--to", options->folder, "Folder to write into; it is made")->required();
    command.add_flag("--force", options->force, "Replace files of the folder that have another content");
    answerWith(command, exit, [options] { return exportPlan(*options); });
}

}  // namespace app
