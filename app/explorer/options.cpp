// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parsed before Qt starts, so that --help needs no display.
#include "app/explorer/options.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <string>

namespace app {

namespace {

constexpr int kNotUnderstood = 2;

// An option that belongs to a later version.
void refuseLater(CLI::App& cli, const std::string& flag) {
    cli.add_option_function<std::string>(
           flag,
           [flag](const std::string&) {
               throw CLI::ValidationError(flag, "this version has no such feature. Leave the option out");
           },
           "not in this version")
        ->group("");
}

}  // namespace

std::optional<ExplorerOptions> parseOptions(int argc, char** argv, int& exit) {
    CLI::App cli{"Explores layouts of 3D-parallel training and trains them on virtual cards", "shardscope"};
    cli.set_version_flag("--version", SHARDSCOPE_VERSION);
    std::string plan, replay, exportTo, workspace, theme, language, lesson, engine, settings, report, watch;
    ExplorerOptions options;
    cli.add_option("PLAN", plan, "plan file; without one the shipped plan tiny-2x2x2 opens");
    cli.add_option("--replay", replay, "open a recorded run (*.ndjson)");
    cli.add_option("--watch", watch, "follow the training log of another program: a file, or - for standard input");
    cli.add_flag("--start", options.start, "start training at once");
    cli.add_option("--export", exportTo, "write pictures of every view to this folder, then quit");
    cli.add_option("--export-after", options.exportAfter,
                   "with --start: seconds of training before the pictures")
        ->check(CLI::Range(1.0, 86400.0));
    cli.add_option("--workspace", workspace, "workspace to open: explore, plan, run or learn")
        ->check(CLI::IsMember({"explore", "plan", "run", "learn"}));
    cli.add_option("--report", report, "write one page about the plan to this file (.html or .pdf), then quit; needs no display");
    cli.add_option("--lesson", lesson, "open this lesson of the course");
    cli.add_option("--theme", theme, "light or dark")->check(CLI::IsMember({"light", "dark"}));
    cli.add_option("--lang", language, "language of the window: en or zh_CN")->check(CLI::IsMember({"en", "zh_CN"}));
    cli.add_option("--engine", engine,
                   "command line of the engine program, instead of shardscope-cli beside this one");
    cli.add_option("--settings", settings, "keep the window's settings in this file");
    refuseLater(cli, "--bench");
    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        exit = cli.exit(error) == 0 ? 0 : kNotUnderstood;
        return std::nullopt;
    }
    options.plan = QString::fromStdString(plan);
    options.replay = QString::fromStdString(replay);
    options.watch = QString::fromStdString(watch);
    options.exportTo = QString::fromStdString(exportTo);
    options.workspace = QString::fromStdString(workspace);
    options.lesson = QString::fromStdString(lesson);
    options.language = QString::fromStdString(language);
    options.theme = QString::fromStdString(theme);
    options.engine = QString::fromStdString(engine);
    options.settings = QString::fromStdString(settings);
    options.report = QString::fromStdString(report);
    if (int(!replay.empty()) + int(options.start) + int(!watch.empty()) > 1) {
        std::fputs("--replay, --watch, --start: they cannot be combined. Give one of them\n", stderr);
        exit = kNotUnderstood;
        return std::nullopt;
    }
    return options;
}

}  // namespace app
