// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// check FILE…: the configuration of one launch, as DeepSpeed and Megatron would take it, and what its keys cost or save
// on a card.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/config_files.h"
#include "app/cli/problems.h"
#include "core/base/text.h"
#include "core/config/key_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
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
                        resolved.engine ? core::toText(*resolved.engine) : "Megatron-LM, without DeepSpeed",
                        resolved.engineSource);
    if (!resolved.precision.empty()) text += fmt::format("precision         {}\n", resolved.precision);
    return text;
}

// "problems          1 error, 2 warnings"
std::string tally(const core::Problems& problems) {
    const auto count = [&](core::Severity severity) {
        return std::ranges::count(problems, severity, &core::Problem::severity);
    };
    return fmt::format("problems          {}, {}, {}\n", core::counted(count(core::Severity::Error), "error"),
                       core::counted(count(core::Severity::Warning), "warning"),
                       core::counted(count(core::Severity::Info), "note"));
}

struct Options : ConfigOptions {
    std::string model, gpu = "a100-80gb";
};

// Model and accelerator where the files do not say them; without a model there is no prediction.
core::Result<core::Plan> fallbackOf(const Options& options) {
    core::Plan plan;
    plan.cluster.gpu = options.gpu;
    if (core::findAccelerator(options.gpu) == nullptr) {
        std::vector<std::string> names;
        for (const core::Accelerator& known : core::accelerators()) names.push_back(known.name);
        return core::refuse(unknownChoice("--gpu", options.gpu, names));
    }
    if (options.model.empty()) return plan;
    if (const core::ModelSpec* model = core::findModelPreset(options.model)) {
        plan.model = *model;
        return plan;
    }
    std::vector<std::string> names;
    for (const core::ModelSpec& known : core::modelPresets()) names.push_back(known.name);
    return core::refuse(unknownChoice("--model", options.model, names));
}

Json jsonOf(const core::ConfigMemory& memory) {
    if (memory.peak.value() == 0) return nullptr;
    Json keys = Json::array();
    for (const core::KeyMemory& key : memory.keys)
        keys.push_back({{"key", key.key}, {"given", key.given}, {"bytes", key.card}, {"host_bytes", key.host.value()}});
    return {{"kind", "predicted"}, {"gpu", memory.gpu}, {"peak_bytes", memory.peak.value()},
            {"capacity_bytes", memory.capacity.value()}, {"keys", std::move(keys)}};
}

std::string textOf(const core::ConfigMemory& memory) {
    if (memory.peak.value() == 0) return {};
    std::string text = fmt::format("memory            ○ {} of {} on the fullest card ({})\n", toText(memory.peak),
                                   toText(memory.capacity), memory.gpu);
    for (const core::KeyMemory& key : memory.keys) {
        const std::string size = key.card == 0 ? "nothing" : toText(core::Bytes(std::abs(key.card)));
        text += fmt::format("  {:<29} ○ {}{}{}{}\n", key.key, key.card < 0 ? "−" : key.card > 0 ? "+" : "", size,
                            key.host.value() > 0 ? ", " + toText(key.host) + " on the host" : "",
                            key.given ? "" : "  (DeepSpeed's default)");
    }
    return text;
}

Reply check(const Options& options) {
    const auto settings = checkOptions(options);
    if (!settings) return tl::make_unexpected(settings.error());
    const auto fallback = fallbackOf(options);
    if (!fallback) return tl::make_unexpected(fallback.error());
    const auto files = readConfigFiles(options.files);
    if (!files) return tl::make_unexpected(files.error());
    const auto job = core::readJob(*files, settings->open);
    if (!job) return tl::make_unexpected(job.error());
    core::CheckReport report = core::checkJob(*job, *settings);
    const core::ConfigMemory memory = core::configMemory(*job, report, *fallback);
    return Answer{{{"resolved", jsonOf(report.resolved)}, {"memory", jsonOf(memory)}},
                  textOf(report.resolved) + textOf(memory) + tally(report.problems), std::move(report.problems), kYes};
}

}  // namespace

void addCheck(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    addConfigOptions(command, *options);
    command.add_option("--model", options->model,
                       "A preset whose memory is predicted, where no file describes a model");
    command.add_option("--gpu", options->gpu, "The accelerator whose memory it is")->capture_default_str();
    answerWith(command, exit, [options] { return check(*options); });
}

}  // namespace app
