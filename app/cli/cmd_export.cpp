// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// export PLAN --for TARGET --to DIR: the launch kit of a plan. A plan that the target refuses: exit code 1, the
// reasons, no files.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/problems.h"
#include "core/base/file.h"
#include "core/config/launch_kit.h"
#include "core/plan/plan_codec.h"

#include <fmt/format.h>

#include <memory>

namespace app {

namespace {

struct Options {
    std::string plan, target, folder;
};

Reply exportPlan(const Options& options) {
    const auto target = parseChoice<core::KitTarget>(options.target, "--for");
    if (!target) return tl::make_unexpected(target.error());
    const auto text = core::readTextFile(options.plan);
    if (!text) return tl::make_unexpected(text.error());
    const auto plan = core::planFromText(*text, options.plan);
    if (!plan) return tl::make_unexpected(plan.error());
    Answer answer{{{"files", Json::array()}, {"framework", nullptr}}, {}, {}, kYes};
    const auto kit = core::launchKit(*plan, *target);
    if (!kit) {
        answer.problems = core::placedInText(kit.error(), *text, options.plan);
        return answer;
    }
    answer.json["framework"] = core::toText(kit->framework);
    answer.problems = core::placedInText(kit->problems, *text, options.plan);
    if (const auto written = core::writeKit(*kit, options.folder); !written) return tl::make_unexpected(written.error());
    for (const core::KitFile& file : kit->files) {
        const std::string path = (std::filesystem::path(options.folder) / file.name).string();
        answer.json["files"].push_back(path);
        answer.text += path + '\n';
    }
    return answer;
}

}  // namespace

void addExport(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    command.add_option("PLAN", options->plan, "A plan file (*.shardscope.json)")->required();
    command.add_option("--for", options->target, "megatron-deepspeed, megatron-lm, torchrun or slurm")->required();
    command.add_option("--to", options->folder, "Folder to write into; it is made")->required();
    answerWith(command, exit, [options] { return exportPlan(*options); });
}

}  // namespace app
