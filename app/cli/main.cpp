// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// shardscope-cli: everything headless. `train` is the engine process that the explorer starts.
// A command line that is not understood: one line on standard error, nothing on standard output, exit code 2.
#include "app/cli/command.h"
#include "app/cli/problems.h"
#include "core/base/suggest.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::vector<std::string> commandNames() {
    std::vector<std::string> names;
    for (const app::CommandRow& row : app::commands()) names.emplace_back(row.name);
    return names;
}

bool isCommand(const std::string& word) {
    return std::ranges::any_of(app::commands(), [&](const app::CommandRow& row) { return word == row.name; });
}

core::Problem unknownCommand(const std::string& word) {
    const std::vector<std::string> names = commandNames();
    const auto nearest = core::nearestWord(word, names);
    return app::usageProblem(
        "cli.unknown-command", "COMMAND",
        {{"word", word}, {"nearest", nearest.value_or("")}, {"choices", core::joinedByOr(names)}},
        nearest ? "fix.cli.did-you-mean" : "fix.cli.commands");
}

core::Problem unknownFlag(const CLI::App& command, const std::string& flag) {
    std::vector<std::string> flags;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
    const auto nearest = core::nearestWord(flag, flags);
    return app::usageProblem("cli.unknown-flag", flag,
                             {{"command", command.get_name()}, {"nearest", nearest.value_or("")}},
                             nearest ? "fix.cli.did-you-mean" : "fix.cli.help");
}

// The first flag, or else the first word, of "The following arguments were not expected: b --c".
std::string unexpectedWord(const std::string& sentence) {
    std::istringstream words(sentence.substr(sentence.find(": ") + 2));
    std::string first;
    for (std::string word; words >> word;) {
        if (word.starts_with('-')) return word.substr(0, word.find('='));
        if (first.empty()) first = word;
    }
    return first;
}

// The problem behind what CLI11 threw. Its own sentences name the flag first ("--tp: 1 required TEXT
// missing").
core::Problem usage(const CLI::App& cli, const CLI::ParseError& error) {
    const auto chosen = cli.get_subcommands();
    if (chosen.empty())
        return app::usageProblem("cli.no-command", "COMMAND", {{"choices", core::joinedByOr(commandNames())}},
                                 "fix.cli.commands");
    if (error.get_exit_code() == int(CLI::ExitCodes::ExtrasError))
        return unknownFlag(*chosen.front(), unexpectedWord(error.what()));
    return app::usageProblem(
        "cli.usage", "", {{"reason", error.what()}, {"command", chosen.front()->get_name()}}, "fix.cli.help");
}

int run(CLI::App& cli, int argc, char** argv) {
    int exit = app::kYes;
    for (const app::CommandRow& row : app::commands())
        row.add(*cli.add_subcommand(row.name, row.summary), exit);
    if (const std::string word = argc > 1 ? argv[1] : "";
        !word.empty() && word[0] != '-' && !isCommand(word)) {
        app::printProblems({unknownCommand(word)});
        return app::kNotUnderstood;
    }
    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return cli.exit(error);  // --help, --version
        app::printProblems({usage(cli, error)});
        return app::kNotUnderstood;
    }
    return exit;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App cli{"Plans and runs 3D-parallel training of large language models", "shardscope-cli"};
    cli.set_version_flag("--version", SHARDSCOPE_VERSION);
    cli.require_subcommand(1);
    try {
        return run(cli, argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "shardscope-cli: unexpected failure: %s\n", error.what());
        return app::kEngineFailed;
    }
}
