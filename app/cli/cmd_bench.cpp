// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// bench NAME: a benchmark against a peer or a limit, both measured in turns within one run.
#include "app/cli/answer.h"
#include "app/cli/bench_train.h"
#include "app/cli/commands.h"

#include <memory>

namespace app {

void addBench(CLI::App& command, int& exit) {
    const auto train = std::make_shared<TrainBench>();
    const auto name = std::make_shared<std::string>();
    command
        .add_option("NAME", *name, "train: one training step against PyTorch, and virtual cards against one")
        ->required()
        ->check(CLI::IsMember({"train"}));
    command.add_option("--rounds", train->rounds, "turns of each contestant; medians are printed")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    const CLI::Validator divides(
        [](const std::string& text) {
            return std::stoi(text) % 8 == 0 ? std::string() : text + " is no multiple of 8";
        },
        "MULTIPLE OF 8");
    command.add_option("--batch", train->sequences, "sequences of a step")
        ->check(CLI::Range(8, 4096))
        ->check(divides)
        ->capture_default_str();
    command
        .add_option("--threads", train->threads,
                    "threads of one rank, one or more numbers; 1 and all cores by default")
        ->check(CLI::Range(1, 256))
        ->delimiter(',');
    command.add_option("--python", train->pythons, "an interpreter that imports torch; may be given again");
    // There is one name so far, and it is checked above; it must outlive the parse.
    answerWith(command, exit, [name, train] { return benchTrain(*train); });
}

}  // namespace app
