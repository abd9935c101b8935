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
#include "core/checkpoint/find_checkpoint.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "core/telemetry/codec.h"
#include "gpu/checkpoint/resume.h"
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
    std::string plan, record, resume;
    bool json = false, control = false;
};

// Byte by byte: what follows the line belongs to the commands, which are read from the descriptor itself.
std::string lineOfStandardInput() {
    std::string line;
    for (char byte = 0; ::read(STDIN_FILENO, &byte, 1) == 1 && byte != '\n';) line += byte;
    return line;
}

using Resume = std::shared_ptr<const core::Checkpoint>;

// "-": the plan comes on standard input, on its first line where the commands follow.
core::Result<core::Plan> readPlan(const Options& options, const Resume& resume) {
    if (options.plan.empty() && resume) return resume->manifest().plan;
    if (options.plan.empty())
        return core::refuse(usageProblem("cli.train-needs", "PLAN", {}, "fix.cli.train-needs"));
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

core::Result<Resume> openResume(const std::string& path) {
    if (path.empty()) return Resume();
    core::Result<core::Checkpoint> checkpoint = core::openSound(path);
    if (!checkpoint) return tl::make_unexpected(checkpoint.error());
    return std::make_shared<const core::Checkpoint>(std::move(*checkpoint));
}

// A run that is to save without being asked learns before it starts that it cannot.
core::Result<gpu::CheckpointUse> useOf(const core::Plan& plan, const Resume& resume) {
    gpu::CheckpointUse use;
    use.resume = resume;
    use.folder = core::checkpointFolderFor(plan, resume.get());
    const core::CheckpointSpec& spec = plan.run.checkpoint;
    if (spec.every == 0 && spec.atStop == core::CheckpointAtStop::Skip) return use;
    auto folder = core::CheckpointFolder::open(use.folder);
    if (!folder) return tl::make_unexpected(folder.error());
    use.opened = std::move(*folder);
    return use;
}

core::Result<std::optional<core::RunFileWriter>> openRunFile(const std::string& file) {
    if (file.empty()) return std::optional<core::RunFileWriter>();
    auto writer = core::RunFileWriter::create(file);
    if (!writer) return tl::make_unexpected(writer.error());
    return std::optional<core::RunFileWriter>(std::move(*writer));
}

int train(const core::Plan& plan, gpu::Corpus corpus, gpu::CheckpointUse checkpoints, TrainOutput& output,
          const Options& options) {
    const core::Calibration calibration = gpu::measureCalibration();
    gpu::Recorder recorder(plan.layout.cards(), [&](const core::Event& event, std::string_view line) {
        output.write(event, line);
    });
    gpu::Trainer trainer(plan, std::move(corpus), recorder, calibration, gpu::Fault::None,
                         std::move(checkpoints));
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

core::Problems refusalsOf(const FlaggedPlan& flagged, const Resume& resume) {
    core::Problems problems = errorsOf(flagged.problems);
    if (problems.empty()) problems = errorsOf(core::validate(flagged.plan));
    if (problems.empty()) problems = errorsOf(core::engineLimits(flagged.plan));
    if (problems.empty())
        problems = core::hostMemoryProblems(flagged.plan, memoryOfCards(flagged.plan), freeHostMemory());
    if (problems.empty() && resume) problems = gpu::resumeRefusals(resume->manifest(), flagged.plan);
    return problems;
}

int run(const Options& options, const PlanFlags& flags) {
    const core::Result<Resume> resume = openResume(options.resume);
    if (!resume) return refuseRun(resume.error(), options);
    const core::Result<core::Plan> file = readPlan(options, *resume);
    const core::Result<FlaggedPlan> flagged =
        file.and_then([&](const core::Plan& plan) { return flags.over(plan); });
    if (!flagged) {
        printProblems(flagged.error());
        return kNotUnderstood;
    }
    const core::Plan& plan = flagged->plan;
    const std::string placesIn = options.plan == "-" ? "" : options.plan;  // standard input is read once
    if (const core::Problems problems = refusalsOf(*flagged, *resume); !problems.empty())
        return refuseRun(flags.located(problems, placesIn), options);
    core::Result<gpu::Corpus> corpus = gpu::Corpus::load(plan.data, plan.sequence());
    if (!corpus) return refuseRun(flags.located(corpus.error(), placesIn), options);
    core::Result<gpu::CheckpointUse> checkpoints = useOf(plan, *resume);
    if (!checkpoints) return refuseRun(checkpoints.error(), options);
    auto runFile = openRunFile(options.record);
    if (!runFile) return refuseRun(runFile.error(), options);
    TrainControl::blockSignals();
    TrainOutput output(options.json ? TrainOutput::Form::Ndjson : TrainOutput::Form::Text,
                       std::move(*runFile), TrainControl::requestStop);
    return train(plan, std::move(*corpus), std::move(*checkpoints), output, options);
}

}  // namespace

void addTrain(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    command.add_option("PLAN", options->plan, "Plan file, or - for standard input; may be left out with --resume");
    command.add_flag("--json", options->json, "Print events as NDJSON instead of progress");
    command.add_flag("--control", options->control,
                     "Take commands from standard input; its end stops the run");
    command.add_option("--resume", options->resume,
                       "Go on from this checkpoint, or from the newest in this folder: with its own plan and "
                       "the flags given, or with PLAN in any layout");
    command.add_option("--record", options->record, "Write the events to this run file, too");
    auto flags = std::make_shared<PlanFlags>(command);
    command.callback([options, flags, &exit] { exit = run(*options, *flags); });
}

}  // namespace app
