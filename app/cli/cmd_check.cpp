// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// check FILE…: the configuration of one launch, as DeepSpeed and Megatron would take it.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/config_files.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

#include <memory>

namespace app {

namespace {

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
            {"engine", resolved.engine ? Json(core::toText(*resolved.engine)) : Json(nullptr)},
            {"engine_source", resolved.engineSource},
            {"precision", resolved.precision.empty() ? Json(nullptr) : Json(resolved.precision)},
            {"legal_batches", std::move(legal)}};
}

std::string shown(const std::optional<std::int64_t>& number) { return number ? fmt::to_string(*number) : "not known"; }

// Whole only where all of it is known.
std::string batchText(const core::ResolvedConfig& resolved) {
    const auto &train = resolved.trainBatchSize, &micro = resolved.microBatchSize, &steps = resolved.accumulationSteps,
               &dp = resolved.dataParallelSize;
    if (train && micro && steps && dp)
        return fmt::format("{} sequences = micro-batch {} · accumulation {} · dp {}", *train, *micro, *steps, *dp);
    std::string text = train ? fmt::format("{} sequences", *train) : "not known";
    if (micro) text += fmt::format(", micro-batch {}", *micro);
    if (steps) text += fmt::format(", accumulation {}", *steps);
    return text;
}

std::string textOf(const core::ResolvedConfig& resolved) {
    std::string text = fmt::format("cards             {}{}\n", shown(resolved.worldSize),
                                   resolved.worldSizeSource.empty() ? "" : "  (" + resolved.worldSizeSource + ")");
    text += fmt::format("layout            tp {} · {} {} · pp {} · dp {}\n", resolved.tp, resolved.engine ? "sp" : "cp",
                        resolved.sequenceParallel, resolved.pp, shown(resolved.dataParallelSize));
    text += "batch             " + batchText(resolved) + '\n';
    text += fmt::format("ZeRO stage        {}\n", shown(resolved.zeroStage));
    text += fmt::format("engine            {}  ({})\n",
                        resolved.engine ? core::toText(*resolved.engine) : "Megatron-LM, without DeepSpeed", resolved.engineSource);
    if (!resolved.precision.empty()) text += fmt::format("precision         {}\n", resolved.precision);
    return text;
}

// "problems          1 error, 2 warnings"
std::string tally(const core::Problems& problems) {
    const auto count = [&](core::Severity severity) { return std::ranges::count(problems, severity, &core::Problem::severity); };
    return fmt::format("problems          {}, {}, {}\n", core::counted(count(core::Severity::Error), "error"),
                       core::counted(count(core::Severity::Warning), "warning"), core::counted(count(core::Severity::Info), "note"));
}

Reply check(const ConfigOptions& options) {
    const auto settings = checkOptions(options);
    if (!settings) return tl::make_unexpected(settings.error());
    const auto files = readConfigFiles(options.files);
    if (!files) return tl::make_unexpected(files.error());
    auto report = core::checkConfigs(*files, *settings);
    if (!report) return tl::make_unexpected(report.error());
    return Answer{{{"resolved", jsonOf(report->resolved)}}, textOf(report->resolved) + tally(report->problems),
                  std::move(report->problems), kYes};
}

}  // namespace

void addCheck(CLI::App& command, int& exit) {
    auto options = std::make_shared<ConfigOptions>();
    addConfigOptions(command, *options);
    answerWith(command, exit, [options] { return check(*options); });
}

}  // namespace app
