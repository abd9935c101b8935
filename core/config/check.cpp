// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/check.h"

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

constexpr std::int64_t kMostMicroBatch = 1'000'000'000, kMostSequenceParallel = 30'000;
constexpr const char* kBatchKeys[] = {"train_batch_size", "train_micro_batch_size_per_gpu",
                                      "gradient_accumulation_steps"};

void append(Problems& to, Problems from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

std::string precisionOf(const DsConfig& config) {
    if (config.flag("fp16/enabled")) return "fp16";
    if (config.isAuto("fp16/enabled") || config.isAuto("bf16/enabled")) return "";
    return config.flag("bf16/enabled") || config.flag("bfloat16/enabled") ? "bf16" : "fp32";
}

std::int64_t stageOf(const MegaArgs& args, MegaFlavour flavour) {
    if (flavour != MegaFlavour::MegatronLm) return std::int64_t(args.real("zero-stage").value_or(1));
    static constexpr std::string_view kStrategies[] = {"no_shard", "optim", "optim_grads", "optim_grads_params"};
    const auto strategy = args.text("data-parallel-sharding-strategy");
    if (strategy && args.has("use-megatron-fsdp"))
        return std::ranges::find(kStrategies, *strategy) - std::begin(kStrategies);
    return args.has("use-distributed-optimizer") ? 1 : 0;
}

class Check {
public:
    Check(const Job& job, const CheckOptions& options)
        : m_job(job)
        , m_options(options) {}

    CheckReport run() {
        m_report.problems = m_job.problems;
        version();
        shape();
        world();
        if (m_job.args) arguments();
        if (m_job.deepspeed) deepSpeed(*m_job.deepspeed);
        splitWorld();
        batch();
        return std::move(m_report);
    }

private:
    void add(Problem problem) { m_report.problems.push_back(std::move(problem)); }

    void version() {
        if (kNewestDeepSpeed < m_options.deepspeed)
            add({Severity::Info, "config.version-new", "--deepspeed-version",
                 {{"version", toText(m_options.deepspeed)}, {"newest", toText(kNewestDeepSpeed)}}});
    }

    [[nodiscard]] MegaContext context() const {
        return {.args = *m_job.args,
                .flavour = m_job.flavour,
                .launch = m_job.launch ? &*m_job.launch : nullptr,
                .world = m_report.resolved.worldSize,
                .deepspeed = m_job.deepspeed ? &*m_job.deepspeed : nullptr};
    }

    void shape() {
        ResolvedConfig& resolved = m_report.resolved;
        if (m_job.args) {
            const MegaContext script = context();
            resolved.tp = script.tp();
            resolved.pp = std::max<std::int64_t>(1, script.pp());
            resolved.sequenceParallel = script.cp() * script.sp();
            if (m_job.flavour != MegaFlavour::MegatronLm)
                resolved.engine = script.pipelineEngine() ? ConfigEngine::Pipeline : ConfigEngine::Zero;
            resolved.engineSource = m_job.args->file;
            if (m_job.args->has("use-tp-pp-dp-mapping")) resolved.order = RankOrder::MegatronTpPpDp;
            if (m_job.launch) resolved.cardsPerNode = m_job.launch->cardsPerNode;
        } else {
            resolved.engine = ConfigEngine::Zero;
            resolved.engineSource = "default";
            if (m_job.deepspeed)
                resolved.sequenceParallel = std::clamp<std::int64_t>(
                    m_job.deepspeed->whole("sequence_parallel_size").value_or(1), -1, kMostSequenceParallel);
        }
        resolved.tp = m_options.tp.value_or(resolved.tp);
        resolved.pp = m_options.pp.value_or(resolved.pp);
        if (m_options.engine) {
            resolved.engine = *m_options.engine;
            resolved.engineSource = "--engine";
        }
    }

    void world() {
        ResolvedConfig& resolved = m_report.resolved;
        const auto take = [&](std::optional<std::int64_t> size, const std::string& source) {
            if (!size || resolved.worldSize) return;
            resolved.worldSize = size;
            resolved.worldSizeSource = source;
        };
        take(m_options.worldSize, "--world-size");
        take(m_job.hostCards, m_job.hostfile);
        if (m_job.launch) take(m_job.launch->world, m_job.launch->worldSource);
    }

    void arguments() {
        ResolvedConfig& resolved = m_report.resolved;
        const MegaContext script = context();
        append(m_report.problems, megaRuleProblems(script));
        resolved.zeroStage = stageOf(*m_job.args, m_job.flavour);
        resolved.precision = m_job.args->has("fp16") ? "fp16" : m_job.args->has("bf16") ? "bf16" : "fp32";
        resolved.microBatchSize = m_job.args->whole("micro-batch-size");
    }

    void deepSpeed(const DsConfig& config) {
        ResolvedConfig& resolved = m_report.resolved;
        if (m_job.flavour == MegaFlavour::MegatronLm && m_job.args) return;  // which does not read it
        resolved.zeroStage = config.zeroStage();
        resolved.precision = precisionOf(config);
        append(m_report.problems, dsKeyProblems(config, m_options.deepspeed));
        append(m_report.problems,
               dsRuleProblems({.config = config,
                               .version = m_options.deepspeed,
                               .pipelineEngine = resolved.engine == ConfigEngine::Pipeline,
                               .clientOptimizer = m_job.args && m_job.flavour == MegaFlavour::MegatronDeepSpeed,
                               .cpuOptimizer = m_job.args && m_job.args->has("cpu-optimizer"),
                               .tp = resolved.tp,
                               .pp = resolved.pp,
                               .world = resolved.worldSize}));
    }

    void splitWorld() {
        ResolvedConfig& resolved = m_report.resolved;
        if (!resolved.worldSize) return;
        const double product = double(resolved.tp) * double(resolved.pp) * double(resolved.sequenceParallel);
        if (product < 1) return;  // a size below 1 has been refused
        const std::int64_t shape = std::int64_t(std::min(product, 1e15));
        if (*resolved.worldSize % shape == 0) {
            resolved.dataParallelSize = *resolved.worldSize / shape;
            return;
        }
        if (m_job.args && m_job.flavour != MegaFlavour::NeoX && !m_options.tp && !m_options.pp)
            return;  // its rule says so
        const std::int64_t below = *resolved.worldSize / shape * shape;
        add({Severity::Error, "config.world-split", resolved.worldSizeSource,
             {{"world", fmt::to_string(*resolved.worldSize)},
              {"shape", fmt::to_string(shape)},
              {"nearest", below > 0 ? fmt::format("{} or {}", below, below + shape) : fmt::to_string(shape)}},
             "fix.config.world-split"});
    }

    void batch() {
        const bool megatronOnly = !m_job.deepspeed || (m_job.args && m_job.flavour == MegaFlavour::MegatronLm);
        if (megatronOnly) return megatronBatch();
        deepSpeedBatch(*m_job.deepspeed);
    }

    void noWorld(const std::string& where) {
        if (!m_report.resolved.worldSize)
            add({Severity::Warning, "config.no-world", where, {}, "fix.config.no-world"});
    }

    // micro · m · dp, where it comes out whole; the rules have spoken where it does not.
    void megatronBatch() {
        ResolvedConfig& resolved = m_report.resolved;
        noWorld(m_job.args->place);
        const auto global = context().globalBatch();
        resolved.trainBatchSize = global;
        if (!global || !resolved.microBatchSize || !resolved.dataParallelSize) return;
        if (*resolved.microBatchSize > kMostMicroBatch) return;
        const std::int64_t step = *resolved.microBatchSize * *resolved.dataParallelSize;
        resolved.legalBatches = legalBatches(*global, *resolved.dataParallelSize);
        if (step > 0 && *global % step == 0) resolved.accumulationSteps = *global / step;
    }

    void deepSpeedBatch(const DsConfig& config) {
        for (const char* key : kBatchKeys)
            if (config.isAuto(key)) return add({Severity::Info, "ds.batch-auto", config.where(key)});
        for (const char* key : kBatchKeys)
            if (config.has(key) && !config.whole(key)) return;  // its type has been refused
        if (config.flag("elasticity/enabled")) return;          // which sets it itself
        ResolvedConfig& resolved = m_report.resolved;
        const DsBatchGiven given{config.whole(kBatchKeys[0]), config.whole(kBatchKeys[1]), config.whole(kBatchKeys[2])};
        // Files of NeoX are often laid over others.
        if (m_job.flavour == MegaFlavour::NeoX && m_job.args && !given.train && !given.micro) return;
        if (!resolved.worldSize && (given.train || given.micro)) {
            resolved.trainBatchSize = given.train;
            resolved.microBatchSize = given.micro;
            resolved.accumulationSteps = given.accumulation;
            append(m_report.problems, dsBatchProblemsOfAnyWorld(config, given));
            return noWorld(config.where(""));
        }
        if (resolved.worldSize && !resolved.dataParallelSize) return;
        const DsBatchWorld world{resolved.dataParallelSize.value_or(1), config.has("sequence_parallel_size")};
        const DsBatch triple = resolveDsBatch(given, world);
        append(m_report.problems, dsBatchProblems(config, triple, world));
        resolved.legalBatches = triple.legal;
        if (!triple.upstream.empty()) return;
        resolved.trainBatchSize = triple.train;
        resolved.microBatchSize = triple.micro;
        resolved.accumulationSteps = triple.accumulation;
    }

    const Job& m_job;
    const CheckOptions& m_options;
    CheckReport m_report;
};

}  // namespace

CheckReport checkJob(const Job& job, const CheckOptions& options) { return Check(job, options).run(); }

Result<CheckReport> checkConfigs(const std::vector<ConfigFile>& files, const CheckOptions& options) {
    const Result<Job> job = readJob(files, options.open);
    if (!job) return tl::make_unexpected(job.error());
    return checkJob(*job, options);
}

}  // namespace core
