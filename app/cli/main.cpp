// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// shardscope-cli: everything headless. `train` is the engine process that the explorer starts.
// A command line that is not understood: one line on standard error, nothing on standard output, exit code 2.
#include "app/cli/answer.h"
#include "app/cli/problems.h"
#include "core/base/suggest.h"
#include "core/base/text.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>
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

struct Example {
    std::string_view command, line;
};
constexpr Example kExamples[] = {
    {"model", "model gpt2-xl"},
    {"model", "model --list"},
    {"model", "model path/to/config.json"},
    {"estimate", "estimate --model llama-2-7b --gpu a100-80gb --cards 16 --tp 2 --pp 4 --zero 1"},
    {"estimate", "estimate tiny-2x2x2 --tp 4 --json"},
    {"estimate", "estimate --parameters 13e9 --cards 32 --tp 8 --pp 2 --zero 2"},
    {"plan", "plan --model gpt3-175b --gpu a100-80gb --cards 1024 --global-batch 1536"},
    {"plan", "plan --model path/to/config.json --gpu h100-sxm --cards 64 --framework fsdp --attention flash"},
    {"compare", "compare A.shardscope.json B.shardscope.json"},
    {"report", "report gpt3-175b-1024xa100 --to plan.html"},
    {"report", "report PLAN --zero 1 --lang zh_CN --to plan.pdf"},
    {"schedule", "schedule --kind 1f1b --stages 4 --micro-batches 8"},
    {"layout", "layout --cards 16 --tp 2 --pp 2 --compare megatron-tp-pp-dp"},
    {"check", "check ds_config.json --world-size 16"},
    {"check", "check pretrain.sh ds_config.json --world-size 64"},
    {"import", "import pretrain.sh ds_config.json > plan.shardscope.json"},
    {"export", "export gpt3-175b-1024xa100 --for megatron-deepspeed --to kit"},
    {"export", "export PLAN --for slurm --global-batch 512 --to kit"},
    {"watch", "watch train.log --follow --json"},
    {"lr", "lr tiny-2x2x2"},
    {"lr", "lr --lr 3e-4 --warmup 100 --total 1000 --min-lr 3e-5 --steps 1000"},
    {"train", "train tiny-2x2x2 --steps 200"},
    {"train", "train PLAN --json --control --record run.ndjson"},
    {"checkpoint", "checkpoint show FOLDER"},
    {"checkpoint", "checkpoint verify FOLDER"},
    {"checkpoint", "checkpoint convert FOLDER --to my-model --dtype bf16"},
    {"checkpoint", "checkpoint convert my-model --plan PLAN --to FOLDER"},
    {"parity", "parity tiny-2x2x2 --zero 3"},
    {"parity", "parity --suite"},
    {"bench", "bench train"},
    {"bench", "bench zero --rounds 20"},
    {"bench", "bench train --threads 1 --python /usr/bin/python3"},
    {"validate", "validate --rows"},
    {"devices", "devices --json"},
    {"lesson", "lesson check data-parallel-zero"},
    {"lesson", "lesson show data-parallel-zero --lang zh_CN"},
    {"lesson", "lesson names"},
};

std::string footerOf(std::string_view command) {
    std::string text = "Examples:\n";
    for (const Example& example : kExamples)
        if (example.command == command) text += "  shardscope-cli " + std::string(example.line) + '\n';
    return text + "Numbers: 64, 0.5k, 175B or 175e9. Marks: ○ predicted, ● measured, ◐ simulated from "
                  "measured costs.\n"
                  "Exit codes: 0 done or yes; 1 understood, and the answer is no; 2 not understood, standard "
                  "output\n"
                  "stays empty; 3 failed, or standard output could not be written.";
}

core::Problem unknownCommand(const std::string& word) {
    const std::vector<std::string> names = commandNames();
    const auto nearest = core::nearestWord(word, names);
    return app::usageProblem(
        "cli.unknown-command", "COMMAND",
        {{"word", word}, {"nearest", nearest.value_or("")}, {"choices", core::joinedByAnd(names)}},
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
        return app::usageProblem("cli.no-command", "COMMAND",
                                 {{"choices", core::joinedByAnd(commandNames())}}, "fix.cli.commands");
    if (error.get_exit_code() == int(CLI::ExitCodes::ExtrasError))
        return unknownFlag(*chosen.front(), unexpectedWord(error.what()));
    // CLI11: "--tp: 1 required N missing", "--tp: At Most 1 required but received 2"
    const std::string sentence = error.what(), flag = sentence.substr(0, sentence.find(": "));
    if (sentence.ends_with(" missing"))
        return app::usageProblem("cli.no-value", flag, {{"command", chosen.front()->get_name()}},
                                 "fix.cli.help");
    if (sentence.find(": At Most 1 required") != std::string::npos)
        return app::usageProblem("cli.twice", flag, {}, "fix.cli.once");
    return app::usageProblem(
        "cli.usage", "", {{"reason", error.what()}, {"command", chosen.front()->get_name()}}, "fix.cli.help");
}

bool takesValue(const CLI::Option* option) { return option != nullptr && option->get_expected_min() > 0; }

// Of the command or of one of its own, such as "checkpoint convert"; null where none has it.
const CLI::Option* optionOf(const CLI::App& command, const std::string& flag) {
    if (const CLI::Option* option = command.get_option_no_throw(flag)) return option;
    for (const CLI::App* inner : command.get_subcommands([](const CLI::App*) { return true; }))
        if (const CLI::Option* option = optionOf(*inner, flag)) return option;
    return nullptr;
}

std::string firstPositional(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options())
        if (option->get_positional()) return option->get_single_name();
    return "COMMAND";
}

// "--flag=" and "" name nothing. CLI11 would give the first the next word and the second no value at all.
std::optional<core::Problem> emptyValue(const CLI::App& command, const std::vector<std::string>& words) {
    const auto missing = [&](const std::string& where) {
        return app::usageProblem("cli.no-value", where, {{"command", command.get_name()}}, "fix.cli.help");
    };
    std::string before;
    bool flags = true;
    for (const std::string& word : words) {
        if (flags && word == "--") flags = false;
        if (flags && word.starts_with("--") && word.ends_with('=')) {
            const std::string flag = word.substr(0, word.find('='));
            if (word.size() == flag.size() + 1 && optionOf(command, flag) != nullptr) return missing(flag);
        }
        if (word.empty())
            return missing(flags && before.starts_with("--") && takesValue(optionOf(command, before))
                               ? before
                               : firstPositional(command));
        before = word;
    }
    return std::nullopt;
}

int run(CLI::App& cli, int argc, char** argv) {
    int exit = app::kYes;
    for (const app::CommandRow& row : app::commands()) {
        CLI::App* command = cli.add_subcommand(row.name, row.summary);
        command->footer(footerOf(row.name));
        row.add(*command, exit);
    }
    cli.footer("\"shardscope-cli COMMAND --help\" lists the flags of a command, with examples.");
    if (const std::string word = argc > 1 ? argv[1] : ""; !word.empty() && word[0] != '-') {
        const CLI::App* command = isCommand(word) ? cli.get_subcommand(word) : nullptr;
        const auto problem = command ? emptyValue(*command, {argv + 2, argv + argc}) : unknownCommand(word);
        if (problem) {
            app::printProblems({*problem});
            return app::kNotUnderstood;
        }
    }
    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app::delivered(cli.exit(error));  // --help, --version
        app::printProblems({usage(cli, error)});
        return app::kNotUnderstood;
    }
    return exit;
}

}  // namespace

int main(int argc, char** argv) {
    // "help train" is "train --help".
    std::vector<char*> words(argv, argv + argc);
    static char help[] = "--help";
    if (argc > 1 && std::string_view(argv[1]) == "help") {
        words.erase(words.begin() + 1);
        words.push_back(help);
    }
    CLI::App cli{"Plans and runs 3D-parallel training of large language models", "shardscope-cli"};
    cli.set_version_flag("--version", SHARDSCOPE_VERSION);
    cli.require_subcommand(1);
    try {
        return run(cli, int(words.size()), words.data());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "shardscope-cli: unexpected failure: %s\n", core::visible(error.what()).c_str());
        return app::kEngineFailed;
    }
}
