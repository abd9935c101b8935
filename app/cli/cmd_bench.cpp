// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// bench NAME: a benchmark against a peer or a limit, both measured in turns within one run.
#include "app/cli/answer.h"
#include "app/cli/bench_log.h"
#include "app/cli/bench_score.h"
#include "app/cli/bench_survey.h"
#include "app/cli/bench_train.h"
#include "app/cli/bench_zero.h"
#include "app/cli/commands.h"

#include <memory>

namespace app {

namespace {

void addRounds(CLI::App& bench, int& rounds) {
    bench.add_option("--rounds", rounds, "turns of each contestant; medians are printed")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
}

void addTrainBench(CLI::App& command, int& exit) {
    CLI::App& bench =
        *command.add_subcommand("train", "One training step against PyTorch; virtual cards against one");
    const auto train = std::make_shared<TrainBench>();
    addRounds(bench, train->rounds);
    const CLI::Validator divides(
        [](const std::string& text) {
            return std::stoi(text) % 8 == 0 ? std::string() : text + " is no multiple of 8";
        },
        "MULTIPLE OF 8");
    bench.add_option("--batch", train->sequences, "sequences of a step")
        ->check(CLI::Range(8, 4096))
        ->check(divides)
        ->capture_default_str();
    bench
        .add_option("--threads", train->threads,
                    "threads of one rank, one or more numbers; 1 and all cores by default")
        ->check(CLI::Range(1, 256))
        ->delimiter(',');
    bench.add_option("--python", train->pythons, "an interpreter that imports torch; may be given again");
    answerWith(bench, exit, [train] { return benchTrain(*train); });
}

void addZeroBench(CLI::App& command, int& exit) {
    CLI::App& bench =
        *command.add_subcommand("zero", "ZeRO's buckets, prefetch and overlap, each on and off");
    const auto rounds = std::make_shared<int>(9);
    addRounds(bench, *rounds);
    answerWith(bench, exit, [rounds] { return benchZero(*rounds); });
}

void addScoreBench(CLI::App& command, int& exit) {
    CLI::App& bench = *command.add_subcommand("score", "How fast plans are scored, evaluated, replayed and searched");
    const auto rounds = std::make_shared<int>(5);
    addRounds(bench, *rounds);
    answerWith(bench, exit, [rounds] { return benchScore(*rounds); });
}

void addLogBench(CLI::App& command, int& exit) {
    struct Options {
        int rounds = 3;
        double gigabytes = 1;
        std::string file;
    };
    CLI::App& bench = *command.add_subcommand("log", "How fast watch reads a long training log, and with how much memory");
    const auto options = std::make_shared<Options>();
    addRounds(bench, options->rounds);
    bench.add_option("LOG", options->file, "A training log, whose lines make the long one")->required();
    bench.add_option("--gigabytes", options->gigabytes, "length of the long one, in 10^9 bytes")
        ->check(CLI::Range(0.001, 100.0))
        ->capture_default_str();
    answerWith(bench, exit, [options] { return benchLog(options->file, std::int64_t(options->gigabytes * 1e9), options->rounds); });
}

void addSurveyBench(CLI::App& command, int& exit) {
    struct Options {
        int rounds = 7;
        std::string file;
        bool force = false;
    };
    CLI::App& bench = *command.add_subcommand("survey", "Products, attention, passes and collectives of this machine, for calibrate");
    const auto options = std::make_shared<Options>();
    addRounds(bench, options->rounds);
    CLI::Option* save = bench.add_option("--save", options->file, "Write the survey to this file")->type_name("FILE");
    bench.add_flag("--force", options->force, "Let --save replace a file")->needs(save);
    answerWith(bench, exit, [options] { return benchSurvey(options->rounds, options->file, options->force); });
}

}  // namespace

void addBench(CLI::App& command, int& exit) {
    command.require_subcommand(1);
    addTrainBench(command, exit);
    addZeroBench(command, exit);
    addScoreBench(command, exit);
    addLogBench(command, exit);
    addSurveyBench(command, exit);
}

}  // namespace app
