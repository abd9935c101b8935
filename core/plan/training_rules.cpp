// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules of schedules, of ZeRO and offload, and of the accelerator.
#include "core/base/suggest.h"
#include "core/base/suggest_words.h"
#include "core/plan/nearest.h"
#include "core/plan/rules.h"
#include "core/schedule/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

using Params = std::map<std::string, std::string>;

void checkChunks(const Plan& plan, const Params& params, Problems& problems) {
    const ChunkRange allowed = chunksOf(plan.schedule);
    const int chunks = plan.layout.virtualStages;
    if (chunks >= allowed.least && chunks <= allowed.most) return;
    Params withNearest = params;
    withNearest["nearest"] = fmt::to_string(std::clamp(chunks, allowed.least, allowed.most));
    problems.push_back(
        {Severity::Error, "schedule.chunks", "/layout/virtual_stages", withNearest, "fix.schedule.chunks"});
}

void checkMicroBatches(const Plan& plan, const Params& params, Problems& problems) {
    const int m = plan.microBatches(), pp = plan.layout.pp;
    if (m == 0) return;  // the batch rule has said so
    const auto refuseWith = [&](const char* code) {
        Params withNearest = params;
        withNearest["nearest"] =
            nearestBatches(plan.batch.global, std::int64_t(plan.batch.micro) * plan.layout.dp, microBatchRule(plan));
        problems.push_back({Severity::Error, code, "/batch/global", withNearest, "fix.batch.nearest"});
    };
    if (plan.schedule == ScheduleKind::Interleaved && m % pp != 0) refuseWith("schedule.interleaved-multiple");
    const bool dual = plan.schedule == ScheduleKind::DualPipe || plan.schedule == ScheduleKind::DualPipeV;
    if (dual && m < 2 * pp) refuseWith("schedule.dualpipe-micro-batches");
    if (plan.schedule == ScheduleKind::DualPipe && m >= 2 * pp && m % 2 != 0)
        refuseWith("schedule.dualpipe-even");
}

// Its own table, read and checked; or one that nobody reads.
void checkTable(const Plan& plan, Problems& problems) {
    if (plan.schedule != ScheduleKind::Table && !plan.scheduleTable.empty())
        problems.push_back({Severity::Error,
                            "schedule.unused-table",
                            "/schedule_table",
                            {{"schedule", std::string(toText(plan.schedule))}},
                            "fix.schedule.unused-table"});
    if (plan.schedule != ScheduleKind::Table || plan.microBatches() == 0) return;
    if (const auto table = planSchedule(plan); !table)
        problems.insert(problems.end(), table.error().begin(), table.error().end());
}

void checkRecompute(const Plan& plan, Problems& problems) {
    const bool refined = plan.recomputeMethod != RecomputeMethod::Uniform || plan.recomputeLayers != 1;
    if (plan.recompute != Recompute::Full && refined)
        problems.push_back({Severity::Warning,
                            "recompute.only-full",
                            plan.recomputeLayers != 1 ? "/recompute_layers" : "/recompute_method",
                            {{"recompute", std::string(toText(plan.recompute))}},
                            "fix.recompute.full"});
}

Problem unknownGpu(const std::string& gpu) {
    std::vector<std::string> names;
    for (const Accelerator& row : accelerators()) names.push_back(row.name);
    const auto nearest = nearestWords(gpu, names);
    return {Severity::Error,
            "cluster.unknown-gpu",
            "/cluster/gpu",
            {{"gpu", gpu}, {"nearest", nearest.value_or("")}, {"choices", joinedByOr(names)}},
            nearest ? "fix.did-you-mean" : "fix.one-of"};
}

}  // namespace

MicroBatchRule microBatchRule(const Plan& plan) {
    const std::int64_t pp = plan.layout.pp;
    switch (plan.schedule) {
    case ScheduleKind::Interleaved:
        return {pp, pp};
    case ScheduleKind::DualPipe:
        return {2 * pp, 2};
    case ScheduleKind::DualPipeV:
        return {2 * pp, 1};
    default:
        return {};
    }
}

ChunkRange chunksOf(ScheduleKind schedule) {
    constexpr int kAny = 1 << 20;
    switch (schedule) {
    case ScheduleKind::Table:
        return {1, kAny};
    case ScheduleKind::Interleaved:
    case ScheduleKind::LoopedBfs:
        return {2, kAny};
    case ScheduleKind::ZbV:
    case ScheduleKind::DualPipeV:
        return {2, 2};
    default:
        return {1, 1};
    }
}

Problems scheduleProblems(const Plan& plan) {
    Problems problems;
    const Params params{{"schedule", std::string(toText(plan.schedule))},
                        {"chunks", fmt::to_string(plan.layout.virtualStages)},
                        {"micro_batches", fmt::to_string(plan.microBatches())},
                        {"pp", fmt::to_string(plan.layout.pp)}};
    checkChunks(plan, params, problems);
    checkMicroBatches(plan, params, problems);
    checkTable(plan, problems);
    checkRecompute(plan, problems);
    if (plan.schedule == ScheduleKind::DualPipe && plan.layout.pp % 2 != 0)
        problems.push_back({Severity::Error, "schedule.dualpipe-even-stages", "/layout/pp", params,
                            "fix.schedule.even-stages"});
    return problems;
}

namespace {

// Sizes and switches of ZeRO that the plan sets and nothing reads.
void unusedOptions(const Plan& plan, Problems& problems) {
    struct Option {
        const char* name;
        bool set;
        int firstStage;  // that reads it
    };
    const ZeroSpec& zero = plan.zero;
    const Option options[] = {{"reduce_bucket_size", zero.reduceBucketSize > 0, 0},
                              {"overlap_comm", zero.overlap == Overlap::On, 2},
                              {"prefetch_bucket_size", zero.prefetchBucketSize > 0, 3},
                              {"max_live_parameters", zero.maxLiveParameters > 0, 3}};
    const bool known = plan.framework == Framework::Engine || plan.framework == Framework::DeepSpeed;
    // Megatron's --overlap-grad-reduce, and what FSDP does anyway.
    const bool overlaps = !known && zero.overlap == Overlap::On;
    for (const Option& option : options) {
        if (!option.set || (known && zero.stage >= option.firstStage)) continue;
        if (overlaps && std::string_view(option.name) == "overlap_comm") continue;
        problems.push_back({Severity::Info,
                            known ? "zero.unused-at-stage" : "zero.unused-by-framework",
                            std::string("/zero/") + option.name,
                            {{"name", option.name},
                             {"stage", fmt::to_string(zero.stage)},
                             {"framework", std::string(toText(plan.framework))}},
                            {}});
    }
    const bool toFiles = zero.offloadOptimizer == Offload::Nvme || zero.offloadParameters == Offload::Nvme;
    if (!zero.offloadDirectory.empty() && !toFiles)
        problems.push_back({Severity::Info, "zero.folder-without-files", "/zero/offload_directory", {}, {}});
}

}  // namespace

Problems zeroProblems(const Plan& plan) {
    Problems problems;
    unusedOptions(plan, problems);
    const Params params{{"stage", fmt::to_string(plan.zero.stage)}};
    const auto add = [&](Severity severity, const char* code, const char* where, const char* fix) {
        problems.push_back({severity, code, where, params, fix});
    };
    if (plan.zero.offloadParameters != Offload::None && plan.zero.stage != 3)
        add(Severity::Error, "zero.offload-parameters", "/zero/offload_parameters",
            "fix.zero.offload-parameters");
    if (plan.zero.offloadOptimizer != Offload::None && plan.zero.stage == 0)
        add(Severity::Error, "zero.offload-optimizer", "/zero/offload_optimizer",
            "fix.zero.offload-optimizer");
    // DeepSpeed's; the engine has files at every stage.
    if (plan.framework != Framework::Engine && plan.zero.offloadOptimizer == Offload::Nvme && (plan.zero.stage == 1 || plan.zero.stage == 2))
        add(Severity::Warning, "zero.offload-nvme", "/zero/offload_optimizer", "fix.zero.offload-nvme");
    if (plan.zero.stage > 0 && plan.layout.dp * plan.layout.cp == 1)
        add(Severity::Info, "zero.nothing-to-shard", "/zero/stage", "");
    const int experts = plan.model.details.experts.count;
    if (plan.layout.ep > 1 && experts > 0 && experts % plan.layout.ep != 0)
        problems.push_back({Severity::Error,
                            "layout.ep-divides-experts",
                            "/layout/ep",
                            {{"ep", fmt::to_string(plan.layout.ep)},
                             {"experts", fmt::to_string(experts)},
                             {"nearest", nearestAccepted(plan.layout.ep, experts, [&](auto v) { return experts % v == 0; })}},
                            "fix.use-nearest"});
    if (plan.layout.ep > 1 && experts == 0)
        problems.push_back({Severity::Warning,
                            "layout.ep-without-experts",
                            "/layout/ep",
                            {{"ep", fmt::to_string(plan.layout.ep)}, {"model", plan.model.name}},
                            "fix.layout.one"});
    if (plan.sequenceParallel == SequenceParallel::On && plan.layout.tp == 1)
        problems.push_back({Severity::Info, "layout.sequence-parallel-alone", "/sequence_parallel", {}, ""});
    return problems;
}

Problems hardwareProblems(const Plan& plan) {
    const Accelerator* accelerator = acceleratorOf(plan.cluster);
    if (accelerator == nullptr) return {unknownGpu(plan.cluster.gpu)};
    Problems problems;
    const bool lacks = (plan.precision == Precision::Bf16 && accelerator->peakFlopsBf16 <= 0) ||
                       (plan.precision == Precision::Fp8 && accelerator->peakFlops8 <= 0);
    if (lacks)
        problems.push_back({Severity::Warning,
                            "precision.not-on-card",
                            "/precision",
                            {{"precision", std::string(toText(plan.precision))}, {"gpu", accelerator->title}},
                            plan.precision == Precision::Bf16 ? "fix.precision.fp16" : "fix.precision.bf16"});
    // The tensor axis is the fastest in every order: its groups cross nodes where a node does not hold them
    // whole.
    if (plan.cluster.nodes > 1 && plan.cluster.gpusPerNode % plan.layout.tp != 0)
        problems.push_back({Severity::Warning,
                            "layout.tensor-crosses-nodes",
                            "/layout/tp",
                            {{"tp", fmt::to_string(plan.layout.tp)},
                             {"gpus_per_node", fmt::to_string(plan.cluster.gpusPerNode)}},
                            "fix.layout.tensor-crosses-nodes"});
    return problems;
}

}  // namespace core
