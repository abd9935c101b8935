// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// train: the engine. Refusals (exit code 1) come before anything is allocated, as `problem` and `bye` events
// with --json, so that a reader of the stream learns the reason there.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/host_memory.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "app/cli/train_control.h"
#include "app/cli/train_output.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "core/telemetry/codec.h"
#include "gpu/training/calibration.h"
#include "gpu/training/trainer.h"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>

#include <unistd.h>

namespace app {

namespace {

struct Options {
    std::string plan, record;
    bool json = false, control = false;
};

// Byte by byte: what follows the line belongs to the commands, which are read from the descriptor itself.
std::string lineOfStandardInput() {
    std::string line;
    for (char byte = 0; ::read(STDIN_FILENO, &byte, 1) == 1 && byte != '\n';) line += byte;
    return line;
}

// "-": the plan comes on standard input, on its first line where the commands follow.
core::Result<core::Plan> readPlan(const Options& options) {
    if (options.plan != "-") return core::loadPlan(options.plan);
    std::string text;
    if (options.control)
        text = lineOfStandardInput();
    else
        text.assign(std::istreambuf_iterator<char>(std::cin), {});
    return core::planFromText(text, "standard input");
}

core::Problems errorsOf(core::Problems problems) {
    std::erase_if(problems, [](const core::Problem& p) { return p.severity != core::Severity::Error; });
    return problems;
}

int refuseRun(const core::Problems& problems, const Options& options) {
    printProblems(problems);
    if (!options.json) return kNo;
    for (const core::Problem& problem : problems)
        std::cout << core::encode({0, core::ProblemEvent{problem, {}, {}}}) << '\n';
    std::cout << core::encode({0, core::ByeEvent{kNo, "failed", 0}}) << '\n';
    return delivered(kNo);
}

core::Result<std::optional<core::RunFileWriter>> openRunFile(const std::string& file) {
    if (file.empty()) return std::optional<core::RunFileWriter>();
    auto writer = core::RunFileWriter::create(file);
    if (!writer) return tl::make_unexpected(writer.error());
    return std::optional<core::RunFileWriter>(std::move(*writer));
}

int train(const core::Plan& plan, gpu::Corpus corpus, TrainOutput& output, const Options& options) {
    const core::Calibration calibration = gpu::measureCalibration();
    gpu::Recorder recorder(plan.layout.cards(), [&](const core::Event& event, std::string_view line) {
        output.write(event, line);
    });
    gpu::Trainer trainer(plan, std::move(corpus), recorder, calibration);
    const TrainControl control(
        options.control ? ControlInput::StandardInput : ControlInput::None,
        [&](core::Command command) {
            if (command == core::Command::Stop) output.hurry();
            trainer.command(command);
        },
        [&](const core::Problem& problem) { output.complain(problem); });
    const gpu::RunResult result = trainer.run();
    recorder.finish();
    return output.finish().empty() ? gpu::exitCodeOf(result.end) : int(kEngineFailed);
}

int run(const Options& options, const PlanFlags& flags) {
    const core::Result<core::Plan> file = readPlan(options);
    const core::Result<FlaggedPlan> flagged =
        file.and_then([&](const core::Plan& plan) { return flags.over(plan); });
    if (!flagged) {
        printProblems(flagged.error());
        return kNotUnderstood;
    }
    const core::Plan& plan = flagged->plan;
    core::Problems problems = errorsOf(flagged->problems);
    if (problems.empty()) problems = errorsOf(core::validate(plan));
    if (problems.empty()) problems = errorsOf(core::engineLimits(plan));
    if (problems.empty()) problems = core::hostMemoryProblems(plan, memoryOfCards(plan), freeHostMemory());
    const std::string placesIn = options.plan == "-" ? "" : options.plan;  // standard input is read once
    if (!problems.empty()) return refuseRun(flags.located(problems, placesIn), options);
    core::Result<gpu::Corpus> corpus = gpu::Corpus::load(plan.data, plan.sequence());
    if (!corpus) return refuseRun(flags.located(corpus.error(), placesIn), options);
    auto runFile = openRunFile(options.record);
    if (!runFile) return refuseRun(runFile.error(), options);
    TrainControl::blockSignals();
    TrainOutput output(options.json ? TrainOutput::Form::Ndjson : TrainOutput::Form::Text,
                       std::move(*runFile), TrainControl::requestStop);
    return train(plan, std::move(*corpus), output, options);
}

}  // namespace

void addTrain(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    command.add_option("PLAN", options->plan, "Plan file, or - for standard input")->required();
    command.add_flag("--json", options->json, "Print events as NDJSON instead of progress");
    command.add_flag("--control", options->control,
                     "Take commands from standard input; its end stops the run");
    command.add_option("--record", options->record, "Write the events to this run file, too");
    auto flags = std::make_shared<PlanFlags>(command);
    command.callback([options, flags, &exit] { exit = run(*options, *flags); });
}

}  // namespace app
