// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// calibrate: an accelerator file from measurements, for --gpu and the cluster of a plan.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/calibration/calibrated.h"
#include "core/calibration/step_text.h"
#include "core/plan/plan_codec.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace app {

namespace {

constexpr std::int64_t kMostBytes = std::int64_t{16} << 20;

struct Options {
    std::string gpu, survey, topology, name, save;
    std::vector<std::string> sweeps, steps;
    bool force = false;
};

core::Result<core::Accelerator> baseCard(const Options& options) {
    if (!options.survey.empty()) {
        const auto text = core::readTextFile(options.survey, kMostBytes);
        if (!text) return tl::make_unexpected(text.error());
        const auto survey = core::readSurvey(*text, options.survey);
        if (!survey) return tl::make_unexpected(survey.error());
        return core::cardOfSurvey(*survey);
    }
    if (options.gpu.ends_with(".json")) return core::loadAccelerator(options.gpu);
    if (const core::Accelerator* card = core::findAccelerator(options.gpu)) return *card;
    std::vector<std::string> names;
    for (const core::Accelerator& card : core::accelerators()) names.push_back(card.name);
    return core::refuse(unknownChoice("--gpu", options.gpu, names));
}

core::Result<core::MeasuredStep> stepOf(const std::string& text, const core::Accelerator& card) {
    const auto given = core::readStepText(text, "--step");
    if (!given) return tl::make_unexpected(given.error());
    core::Result<core::Plan> plan = openPlan(given->plan);
    if (!plan) return tl::make_unexpected(plan.error());
    return core::measuredStep(std::move(*plan), card, given->seconds);
}

core::Result<void> takeSweeps(const Options& options, core::Accelerator& card, Answer& answer, std::vector<TableRow>& lines) {
    for (const std::string& file : options.sweeps) {
        const auto text = core::readTextFile(file, kMostBytes);
        if (!text) return tl::make_unexpected(text.error());
        const auto sweep = core::readNcclTests(*text, file);
        if (!sweep) return tl::make_unexpected(sweep.error());
        const core::LinkFit fit = core::applySweep(card, *sweep);
        answer.json["sweeps"].push_back({{"file", file},
                                         {"kind", core::toText(sweep->kind)},
                                         {"ranks", sweep->ranks},
                                         {"nodes", sweep->nodes},
                                         {"bus_bytes_per_second", fit.link.bandwidth},
                                         {"latency_seconds", fit.link.latency},
                                         {"mean_error", fit.meanError}});
        lines.push_back({fmt::format("{} of {} on {}", core::toText(sweep->kind), core::counted(sweep->ranks, "card"),
                                     core::counted(sweep->nodes, "node")),
                         fmt::format("bus {} GB/s, {:.3g} µs a message, off by {} in the mean", core::threeDigits(fit.link.bandwidth / 1e9),
                                     1e6 * fit.link.latency, percent(fit.meanError))});
    }
    return {};
}

core::Result<void> takeTopology(const Options& options, core::Accelerator& card, Answer& answer, std::vector<TableRow>& lines) {
    if (options.topology.empty()) return {};
    const auto text = core::readTextFile(options.topology, kMostBytes);
    if (!text) return tl::make_unexpected(text.error());
    const auto topology = core::readTopology(*text, options.topology);
    if (!topology) return tl::make_unexpected(topology.error());
    core::applyTopology(card, *topology);
    answer.json["topology"] = {{"gpus", topology->gpus}, {"ports", topology->ports}, {"links", topology->links}};
    lines.push_back({"node", fmt::format("{}, {}, {}", core::counted(topology->gpus, "card"), core::counted(topology->ports, "network port"),
                                         topology->links > 0 ? core::counted(topology->links, "NVLink") + " a pair" : "PCIe between some")});
    return {};
}

core::Result<void> takeSteps(const Options& options, core::Accelerator& card, Answer& answer, std::vector<TableRow>& lines) {
    std::vector<core::MeasuredStep> steps;
    for (const std::string& text : options.steps) {
        auto step = stepOf(text, card);
        if (!step) return tl::make_unexpected(step.error());
        steps.push_back(std::move(*step));
    }
    if (steps.empty()) return {};
    const double before = core::meanError(steps, card.efficiency, {.software = 1, .hostSeconds = card.efficiency.hostSeconds});
    const core::StepFit fit = core::fitSteps(steps, card.efficiency);
    core::applySteps(card, fit);
    answer.json["steps"] = {{"count", steps.size()}, {"software", fit.software}, {"host_seconds", fit.hostSeconds}, {"mean_error_before", before}, {"mean_error", fit.meanError}};
    lines.push_back({core::counted(std::int64_t(steps.size()), "measured step"),
                     fmt::format("computing at {:.2f} of the model's speed, {:.3g} µs a kernel; off by {} in the mean, {} before", fit.software,
                                 1e6 * fit.hostSeconds, percent(fit.meanError), percent(before))});
    return {};
}

Reply calibrate(const Options& options) {
    std::error_code error;
    if (!options.save.empty() && !options.force && std::filesystem::exists(options.save, error))
        return core::refuse(usageProblem("cli.file-exists", "--save", {{"file", options.save}}, "fix.cli.file-exists"));
    if (options.survey.empty() == options.gpu.empty()) return core::refuse(usageProblem("calibrate.base", "--gpu", {}, "fix.calibrate.base"));
    core::Result<core::Accelerator> base = baseCard(options);
    if (!base) return tl::make_unexpected(base.error());
    core::Accelerator card = *base;
    Answer answer;
    answer.json = {{"sweeps", Json::array()}, {"topology", nullptr}, {"steps", nullptr}};
    std::vector<TableRow> lines;
    for (const auto take : {takeTopology, takeSweeps, takeSteps})
        if (const auto taken = take(options, card, answer, lines); !taken) return tl::make_unexpected(taken.error());
    if (options.survey.empty() && lines.empty())
        return core::refuse(usageProblem("calibrate.nothing", "calibrate", {}, "fix.calibrate.nothing"));
    card.name = !options.name.empty() ? options.name : options.survey.empty() ? card.name + "-calibrated" : card.name;
    answer.json["accelerator"] = core::toJson(card);
    answer.text = (lines.empty() ? "" : table(lines)) +
                  table({{"matrix products", fmt::format("{} of {}", percent(card.efficiency.products), flopRate(card.peakFlops16))},
                         {"memory", fmt::format("{} of {} GB/s", percent(card.efficiency.memory), core::threeDigits(card.memoryBandwidth / 1e9))},
                         {"within a node", fmt::format("{} of {} GB/s", percent(card.efficiency.node), core::threeDigits(card.intraNodeBandwidth / 1e9))},
                         {"between nodes", fmt::format("{} of {} GB/s", percent(card.efficiency.network), core::threeDigits(card.interNodeBandwidth / 1e9))}});
    if (options.save.empty()) return answer;
    if (const auto saved = core::writeFileAtomically(options.save, core::toJson(card).dump(2) + "\n"); !saved) {
        answer.problems = saved.error();
        answer.exit = kEngineFailed;
        return answer;
    }
    answer.text += "saved as " + core::visible(options.save) + "; give it to --gpu\n";
    return answer;
}

}  // namespace

void addCalibrate(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    command.add_option("--gpu", options->gpu, "The accelerator that was measured: a name, or a file of one's own");
    command.add_option("--survey", options->survey, "In its place a survey of this program (bench survey)")->type_name("FILE");
    command.add_option("--topology", options->topology, "What nvidia-smi topo -m printed")->type_name("FILE");
    command.add_option("--nccl", options->sweeps, "What a program of nccl-tests printed; may be given again")->type_name("FILE");
    command.add_option("--step", options->steps, "A plan and the seconds that a step of it took; may be given again")->type_name("PLAN=SECONDS");
    command.add_option("--name", options->name, "The name of the accelerator in the file");
    CLI::Option* save = command.add_option("--save", options->save, "Write the accelerator to this file")->type_name("FILE");
    command.add_flag("--force", options->force, "Let --save replace a file")->needs(save);
    answerWith(command, exit, [options] { return calibrate(*options); });
}

}  // namespace app
