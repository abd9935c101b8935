// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// train: the engine. Refusals (exit code 1) come before anything is allocated, as `problem` and `bye` events
// with --json, so that a reader of the stream learns the reason there.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/control_file.h"
#include "app/cli/cuda_backend.h"
#include "app/cli/fit_words.h"
#include "app/cli/host_memory.h"
#include "app/cli/offload_folder.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "app/cli/train_control.h"
#include "app/cli/train_output.h"
#include "core/checkpoint/find_checkpoint.h"
#include "core/plan/byte_text.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "core/telemetry/codec.h"
#include "gpu/checkpoint/resume.h"
#include "gpu/training/calibration.h"
#include "gpu/training/trainer.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>

#include <unistd.h>

namespace app {

namespace {

struct Options {
    std::string plan, record, recordLimit, resume, controlFile, calibration;
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
    if (options.plan.empty() && resume) {
        core::Plan plan = resume->manifest().plan;
        plan.run.checkpoint.directory.clear();  // where it was then; the checkpoint may have been moved or copied
        return plan;
    }
    if (options.plan.empty())
        return core::refuse(usageProblem("cli.train-needs", "PLAN", {}, "fix.cli.train-needs"));
    if (options.plan != "-") return openPlan(options.plan);
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

// A flag that names what is not there is a command line not understood, as everywhere.
bool namesNothing(const core::Problems& problems) {
    return std::ranges::any_of(problems, [](const core::Problem& problem) {
        return problem.code == "checkpoint.not-found" || (problem.code == "data.missing" && problem.where == "--data");
    });
}

int refuseRun(const core::Problems& problems, const Options& options) {
    printProblems(problems);
    if (namesNothing(problems)) return kNotUnderstood;
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

core::Result<std::optional<TrainOutput::File>> openRunFile(const Options& options, std::int64_t limit) {
    if (options.record.empty()) return std::optional<TrainOutput::File>();
    auto writer = core::RunFileWriter::create(options.record);
    if (!writer) return tl::make_unexpected(writer.error());
    return std::optional(TrainOutput::File{options.record, std::move(*writer), limit});
}

core::Result<std::optional<ControlFile>> openControlFile(const std::string& path) {
    if (path.empty()) return std::optional<ControlFile>();
    auto file = ControlFile::create(path);
    if (!file) return tl::make_unexpected(file.error());
    return std::optional(std::move(*file));
}

core::Problem leaveAlone(const Options& options) {
    core::Problem problem = usageProblem(
        "engine.leave-alone", "",
        {{"lacks", options.record.empty() ? "--record" : "--control-file"}}, "fix.engine.leave-alone");
    problem.severity = core::Severity::Warning;
    return problem;
}

// What a run has beside its plan and its text.
struct RunThings {
    core::Calibration calibration;
    gpu::CheckpointUse checkpoints;
    std::optional<ControlFile> controlFile;
    std::shared_ptr<gpu::Backend> backend;
    TrainOutput& output;
};

// What its cards change about the plan.
void sayWhatChanges(const core::Plan& plan, TrainOutput& output) {
    for (const core::Problem& problem : core::engineLimits(plan))
        if (problem.code == "cuda.attention") output.complain(problem);
    for (const core::Problem& problem : graphProblems(plan)) output.complain(problem);
}

std::vector<TrainControl::Input> inputsOf(const Options& options, const RunThings& things) {
    std::vector<TrainControl::Input> inputs;
    if (options.control) inputs.push_back({STDIN_FILENO, TrainControl::Input::AtEnd::Stop});
    if (things.controlFile) inputs.push_back({things.controlFile->descriptor()});
    return inputs;
}

// From now on the run belongs to no terminal and no parent.
bool leave(const Options& options, RunThings& things) {
    if (options.record.empty() || !things.controlFile) {
        things.output.complain(leaveAlone(options));
        return false;
    }
    ::setsid();
    things.controlFile->keep();
    things.output.leave();
    return true;
}

// The changes that the estimate knows to fit, given what the card asked for: the smallest first.
void adviseOnMemory(const core::Plan& plan, core::Bytes needed, const core::Calibration& calibration, TrainOutput& output) {
    constexpr std::size_t kShown = 3;
    std::vector<core::FitAdvice> ways = core::waysToFit(plan, core::RunsOn::Engine, needed, calibration);
    ways.resize(std::min(ways.size(), kShown));
    output.advise(fixesText(ways));
}

int train(const core::Plan& asked, gpu::Corpus corpus, RunThings things, const Options& options) {
    TrainOutput& output = things.output;
    const core::Plan plan = asRun(asked);
    sayWhatChanges(asked, output);
    core::Bytes needed;  // by a card that is out of memory
    gpu::Recorder recorder(plan.layout.cards(), [&](const core::Event& event, std::string_view line) {
        const auto* problem = std::get_if<core::ProblemEvent>(&event.body);
        if (problem && problem->outOfMemory) needed = core::sum(problem->outOfMemory->held) + problem->outOfMemory->requested;
        output.write(event, line);
    });
    const core::Calibration calibration = things.calibration;
    gpu::Trainer trainer(plan, std::move(corpus), recorder, things.calibration, gpu::Fault::None,
                         std::move(things.checkpoints), std::move(things.backend));
    const TrainControl control(inputsOf(options, things),
                               {[&](core::Command command) {
                                    if (command == core::Command::Stop) output.hurry();
                                    trainer.command(command);
                                },
                                [&] { return leave(options, things); },
                                [&](const core::Problem& problem) { output.complain(problem); }});
    const gpu::RunResult result = trainer.run();
    recorder.finish();
    if (result.end == gpu::RunEnd::OutOfMemory) adviseOnMemory(plan, needed, calibration, output);
    return output.finish().empty() ? gpu::exitCodeOf(result.end) : int(kEngineFailed);
}

// "6e10,8e9,2" or "6e10,8e9,2,9e10,3e10": fp32 FLOP/s and bytes/s of a virtual card, cores, FLOP/s in bf16 and in fp16.
// Empty: to be measured.
core::Result<std::optional<core::Calibration>> parseCalibration(const std::string& text) {
    if (text.empty()) return std::optional<core::Calibration>();
    core::Calibration calibration;
    calibration.measured = true;
    double bf16 = 0, fp16 = 0;
    int shortForm = 0, longForm = 0;
    const int fields = std::sscanf(text.c_str(), "%lf,%lf,%d%n,%lf,%lf%n", &calibration.virtualCardFlops,
                                   &calibration.virtualCardBandwidth, &calibration.cores, &shortForm, &bf16, &fp16,
                                   &longForm);
    const auto isRate = [](double value) { return std::isnormal(value) && value > 0; };
    if (fields == 5 && isRate(bf16) && isRate(fp16)) {
        calibration.virtualCardFlopsBf16 = bf16;
        calibration.virtualCardFlopsFp16 = fp16;
    }
    const std::size_t read = calibration.virtualCardFlopsBf16 ? std::size_t(longForm) : std::size_t(shortForm);
    const bool sound = fields >= 3 && read == text.size() && calibration.cores > 0 &&
                       isRate(calibration.virtualCardFlops) && isRate(calibration.virtualCardBandwidth);
    if (sound) return std::optional(calibration);
    return core::refuse(
        usageProblem("cli.calibration", "--calibration", {{"text", text}}, "fix.cli.calibration"));
}

// Flags that stand for no field of the plan.
struct ParsedOptions {
    std::int64_t recordLimit = 0;
    std::optional<core::Calibration> calibration;
};

core::Result<ParsedOptions> parsed(const Options& options) {
    ParsedOptions values;
    if (!options.recordLimit.empty()) {
        const auto limit = core::parseBytes(options.recordLimit, "--record-limit");
        if (!limit) return tl::make_unexpected(limit.error());
        if (*limit < 1)
            return core::refuse(usageProblem("cli.not-positive", "--record-limit", {{"text", options.recordLimit}}, "fix.number.bytes"));
        values.recordLimit = *limit;
    }
    auto calibration = parseCalibration(options.calibration);
    if (!calibration) return tl::make_unexpected(calibration.error());
    values.calibration = *calibration;
    return values;
}

core::Problems refusalsOf(const FlaggedPlan& flagged, const Resume& resume) {
    core::Problems problems = errorsOf(flagged.problems);
    if (problems.empty()) problems = errorsOf(core::validate(flagged.plan));
    if (problems.empty()) problems = errorsOf(core::engineLimits(flagged.plan));
    if (problems.empty() && flagged.plan.run.backend != core::Backend::Cuda)
        problems = core::hostMemoryProblems(flagged.plan, memoryOfCards(flagged.plan), freeHostMemory());
    if (problems.empty()) problems = offloadFolderProblems(flagged.plan);
    if (problems.empty() && resume) problems = gpu::resumeRefusals(resume->manifest(), flagged.plan);
    return problems;
}

int run(const Options& options, const PlanFlags& flags) {
    const auto values = parsed(options);
    if (!values) {
        printProblems(values.error());
        return kNotUnderstood;
    }
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
    const auto backend = openBackend(plan);
    if (!backend) return refuseRun(backend.error(), options);
    core::Result<gpu::Corpus> corpus = gpu::Corpus::load(plan.data, plan.sequence());
    if (!corpus) return refuseRun(flags.located(corpus.error(), placesIn), options);
    core::Result<gpu::CheckpointUse> checkpoints = useOf(plan, *resume);
    if (!checkpoints) return refuseRun(checkpoints.error(), options);
    auto controlFile = openControlFile(options.controlFile);
    if (!controlFile) return refuseRun(controlFile.error(), options);
    auto runFile = openRunFile(options, values->recordLimit);
    if (!runFile) return refuseRun(runFile.error(), options);
    TrainControl::blockSignals();
    TrainOutput output(options.json ? TrainOutput::Form::Ndjson : TrainOutput::Form::Text,
                       std::move(*runFile), TrainControl::requestStop);
    return train(plan, std::move(*corpus),
                 {values->calibration ? *values->calibration : gpu::measureCalibration(),
                  std::move(*checkpoints), std::move(*controlFile), *backend, output},
                 options);
}

}  // namespace

void addTrain(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    addPlanOption(command, options->plan, "Plan file, or - for standard input (with --control its first line); may be left out with --resume");
    command.add_flag("--json", options->json, "Print events as NDJSON instead of progress");
    command.add_flag("--control", options->control,
                     "Take commands from standard input; its end stops the run");
    command.add_option("--resume", options->resume,
                       "Go on from this checkpoint, or from the newest in this folder: with its own plan and "
                       "the flags given, or with PLAN in any layout");
    command.add_option("--record", options->record, "Write the events to this run file, too");
    command.add_option("--record-limit", options->recordLimit, "Record no more than so many bytes, such as 500MB");
    command.add_option("--control-file", options->controlFile,
                       "Make this named pipe and take commands from it, too; with --record the command leave "
                       "lets the run go on by itself");
    command.add_option("--calibration", options->calibration,
                       "Speed that predictions beside this run assume, as FLOP/s,bytes/s,cores of virtual "
                       "cards; measured if it is left out");
    auto flags = std::make_shared<PlanFlags>(command);
    command.callback([options, flags, &exit] { exit = run(*options, *flags); });
}

}  // namespace app
