// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/check.h"

#include "core/base/text.h"
#include "core/config/ds_rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

template <>
std::span<const std::pair<ConfigEngine, std::string_view>> enumNames<ConfigEngine>() {
    static constexpr std::pair<ConfigEngine, std::string_view> names[] = {{ConfigEngine::Zero, "zero"},
                                                                          {ConfigEngine::Pipeline, "pipeline"}};
    return names;
}

namespace {

void append(Problems& to, Problems from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

std::string precisionOf(const DsConfig& config) {
    if (config.flag("fp16/enabled")) return "fp16";
    if (config.isAuto("fp16/enabled") || config.isAuto("bf16/enabled")) return "";
    return config.flag("bf16/enabled") || config.flag("bfloat16/enabled") ? "bf16" : "fp32";
}

class Check {
public:
    explicit Check(const CheckOptions& options)
        : m_options(options) {
        m_report.resolved.tp = options.tp.value_or(1);
        m_report.resolved.pp = options.pp.value_or(1);
        m_report.resolved.engine = options.engine.value_or(ConfigEngine::Zero);
        m_report.resolved.engineSource = options.engine ? "--engine" : "default";
        if (options.worldSize) {
            m_report.resolved.worldSize = options.worldSize;
            m_report.resolved.worldSizeSource = "--world-size";
        }
        if (kNewestDeepSpeed < options.deepspeed)
            add({Severity::Info, "config.version-new", "--deepspeed-version",
                 {{"version", toText(options.deepspeed)}, {"newest", toText(kNewestDeepSpeed)}}});
    }

    CheckReport deepSpeed(const DsConfig& config) {
        ResolvedConfig& resolved = m_report.resolved;
        resolved.zeroStage = config.zeroStage();
        resolved.precision = precisionOf(config);
        resolved.sequenceParallel = config.whole("sequence_parallel_size").value_or(1);
        append(m_report.problems, dsKeyProblems(config, m_options.deepspeed));
        append(m_report.problems, dsRuleProblems({.config = config,
                                                  .version = m_options.deepspeed,
                                                  .pipelineEngine = resolved.engine == ConfigEngine::Pipeline,
                                                  .tp = resolved.tp,
                                                  .pp = resolved.pp,
                                                  .world = resolved.worldSize}));
        splitWorld();
        batch(config);
        return std::move(m_report);
    }

private:
    void add(Problem problem) { m_report.problems.push_back(std::move(problem)); }

    void splitWorld() {
        ResolvedConfig& resolved = m_report.resolved;
        if (!resolved.worldSize) return;
        const std::int64_t shape = resolved.tp * resolved.pp * std::max<std::int64_t>(1, resolved.sequenceParallel);
        if (*resolved.worldSize % shape == 0) {
            resolved.dataParallelSize = *resolved.worldSize / shape;
            return;
        }
        const std::int64_t below = *resolved.worldSize / shape * shape;
        add({Severity::Error, "config.world-split", resolved.worldSizeSource,
             {{"world", fmt::to_string(*resolved.worldSize)},
              {"shape", fmt::to_string(shape)},
              {"nearest", below > 0 ? fmt::format("{} or {}", below, below + shape) : fmt::to_string(shape)}},
             "fix.config.world-split"});
    }

    void batch(const DsConfig& config) {
        constexpr const char* kKeys[] = {"train_batch_size", "train_micro_batch_size_per_gpu",
                                         "gradient_accumulation_steps"};
        for (const char* key : kKeys)
            if (config.isAuto(key)) return add({Severity::Info, "ds.batch-auto", config.where(key)});
        for (const char* key : kKeys)
            if (config.has(key) && !config.whole(key)) return;  // its type has been refused
        if (config.flag("elasticity/enabled")) return;          // which sets it itself
        ResolvedConfig& resolved = m_report.resolved;
        const DsBatchGiven given{config.whole(kKeys[0]), config.whole(kKeys[1]), config.whole(kKeys[2])};
        if (!resolved.worldSize && (given.train || given.micro)) {
            resolved.trainBatchSize = given.train;
            resolved.microBatchSize = given.micro;
            resolved.accumulationSteps = given.accumulation;
            return add({Severity::Warning, "config.no-world", config.where(""), {}, "fix.config.no-world"});
        }
        if (resolved.worldSize && !resolved.dataParallelSize) return;
        const bool floats = config.has("sequence_parallel_size");
        const DsBatchWorld world{resolved.dataParallelSize.value_or(1), floats};
        const DsBatch batch = resolveDsBatch(given, world);
        append(m_report.problems, dsBatchProblems(config, batch, world));
        resolved.legalBatches = batch.legal;
        if (!batch.upstream.empty()) return;
        resolved.trainBatchSize = batch.train;
        resolved.microBatchSize = batch.micro;
        resolved.accumulationSteps = batch.accumulation;
    }

    CheckOptions m_options;
    CheckReport m_report;
};

}  // namespace

Result<CheckReport> checkConfigs(const std::vector<ConfigFile>& files, const CheckOptions& options) {
    const Result<DsConfig> config = readDsConfig(files.front().text, files.front().name);
    if (!config) return tl::make_unexpected(config.error());
    return Check(options).deepSpeed(*config);
}

}  // namespace core
