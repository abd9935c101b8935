// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// check FILE…: the configuration of one launch, as DeepSpeed and Megatron would take it.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "core/base/file.h"
#include "core/config/check.h"

#include <fmt/format.h>

#include <memory>

namespace app {

namespace {

struct Options {
    std::vector<std::string> files;
    std::string worldSize, tp, pp, engine, version;
};

// Copies a count of at least 1 where the flag is given.
core::Result<void> setCount(const std::string& text, const char* flag, std::optional<std::int64_t>& count) {
    if (text.empty()) return {};
    const auto number = parseCount(text, flag);
    if (!number) return tl::make_unexpected(number.error());
    if (*number > 1'000'000)
        return core::refuse(usageProblem("cli.too-many-cards", flag, {{"text", text}}));
    count = *number;
    return {};
}

// A file that a script names, relative to the script.
std::optional<core::ConfigFile> openBeside(const std::string& path, const std::string& from) {
    const std::filesystem::path beside = std::filesystem::path(from).parent_path() / path;
    auto text = core::readTextFile(beside, core::kMaxConfigBytes);
    if (!text) return std::nullopt;
    return core::ConfigFile{beside.string(), std::move(*text)};
}

core::Result<core::CheckOptions> optionsOf(const Options& options) {
    core::CheckOptions check;
    for (const auto& [text, flag, count] : {std::tuple{&options.worldSize, "--world-size", &check.worldSize},
                                            {&options.tp, "--tp", &check.tp},
                                            {&options.pp, "--pp", &check.pp}})
        if (const auto set = setCount(*text, flag, *count); !set) return tl::make_unexpected(set.error());
    if (!options.engine.empty()) {
        const auto engine = parseChoice<core::ConfigEngine>(options.engine, "--engine");
        if (!engine) return tl::make_unexpected(engine.error());
        check.engine = *engine;
    }
    if (!options.version.empty()) {
        const auto version = core::parseVersion(options.version, "--deepspeed-version");
        if (!version) return tl::make_unexpected(version.error());
        check.deepspeed = *version;
    }
    return check;
}

Json orNull(const std::optional<std::int64_t>& number) { return number ? Json(*number) : Json(nullptr); }

Json jsonOf(const core::ResolvedConfig& resolved) {
    Json legal = Json::array();
    for (const auto& [micro, accumulation] : resolved.legalBatches) legal.push_back({micro, accumulation});
    return {{"train_batch_size", orNull(resolved.trainBatchSize)},
            {"train_micro_batch_size_per_gpu", orNull(resolved.microBatchSize)},
            {"gradient_accumulation_steps", orNull(resolved.accumulationSteps)},
            {"world_size", orNull(resolved.worldSize)},
            {"world_size_source", resolved.worldSizeSource},
            {"data_parallel_size", orNull(resolved.dataParallelSize)},
            {"tensor_parallel_size", resolved.tp},
            {"pipeline_parallel_size", resolved.pp},
            {"sequence_parallel_size", resolved.sequenceParallel},
            {"zero_stage", orNull(resolved.zeroStage)},
            {"engine", core::toText(resolved.engine)},
            {"engine_source", resolved.engineSource},
            {"precision", resolved.precision.empty() ? Json(nullptr) : Json(resolved.precision)},
            {"legal_batches", std::move(legal)}};
}

std::string shown(const std::optional<std::int64_t>& number) { return number ? fmt::to_string(*number) : "not known"; }

std::string textOf(const core::ResolvedConfig& resolved) {
    std::string text = fmt::format("cards             {}{}\n", shown(resolved.worldSize),
                                   resolved.worldSizeSource.empty() ? "" : "  (" + resolved.worldSizeSource + ")");
    text += fmt::format("layout            tp {} · pp {} · dp {}\n", resolved.tp, resolved.pp,
                        shown(resolved.dataParallelSize));
    text += fmt::format("batch             {} sequences = micro-batch {} · accumulation {} · dp\n",
                        shown(resolved.trainBatchSize), shown(resolved.microBatchSize),
                        shown(resolved.accumulationSteps));
    text += fmt::format("ZeRO stage        {}\n", shown(resolved.zeroStage));
    text += fmt::format("engine            {}  ({})\n", core::toText(resolved.engine), resolved.engineSource);
    if (!resolved.precision.empty()) text += fmt::format("precision         {}\n", resolved.precision);
    return text;
}

Reply check(const Options& options) {
    const auto settings = optionsOf(options);
    if (!settings) return tl::make_unexpected(settings.error());
    std::vector<core::ConfigFile> files;
    for (const std::string& name : options.files) {
        auto text = core::readTextFile(name, core::kMaxConfigBytes);
        if (!text) return tl::make_unexpected(text.error());
        files.push_back({name, std::move(*text)});
    }
    core::CheckOptions withFiles = *settings;
    withFiles.open = openBeside;
    auto report = core::checkConfigs(files, withFiles);
    if (!report) return tl::make_unexpected(report.error());
    return Answer{{{"resolved", jsonOf(report->resolved)}}, textOf(report->resolved), std::move(report->problems), kYes};
}

}  // namespace

void addCheck(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    command
        .add_option("FILE", options->files,
                    "ds_config.json, launch script, sbatch file, argument list or GPT-NeoX .yml of one launch")
        ->required();
    command.add_option("--world-size", options->worldSize, "Cards of the launch, where no file says it");
    command.add_option("--tp", options->tp, "Tensor parallelism, where no script says it");
    command.add_option("--pp", options->pp, "Pipeline stages, where no script says it");
    command.add_option("--engine", options->engine, "zero or pipeline: DeepSpeed's engine, where no script says it");
    command.add_option("--deepspeed-version", options->version,
                       "The release whose rules and defaults hold; the newest known without it");
    answerWith(command, exit, [options] { return check(*options); });
}

}  // namespace app
