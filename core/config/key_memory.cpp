// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/key_memory.h"

#include "core/config/import_plan.h"
#include "core/evaluate.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

struct KeyRow {
    std::string_view key;
    bool (*acts)(const Plan& plan);
    void (*undo)(Plan& plan);
};

void keepOnCard(Plan& plan) { plan.zero.offloadOptimizer = plan.zero.offloadParameters = Offload::None; }

// The least that the planner's model takes for a size; 0 stands for the default there.
constexpr std::int64_t kLeast = 1;

constexpr KeyRow kRows[] = {
    {"stage", [](const Plan& p) { return p.zero.stage > 0; }, [](Plan& p) { p.zero.stage = 0; }},
    {"reduce_bucket_size", [](const Plan& p) { return p.zero.stage > 0; },
     [](Plan& p) { p.zero.reduceBucketSize = kLeast; }},
    {"overlap_comm", [](const Plan& p) { return p.zero.stage < 3 && p.zero.overlap == Overlap::On; },
     [](Plan& p) { p.zero.overlap = Overlap::Off; }},
    {"stage3_prefetch_bucket_size", [](const Plan& p) { return p.zero.stage == 3; },
     [](Plan& p) { p.zero.prefetchBucketSize = kLeast; }},
    {"stage3_max_live_parameters", [](const Plan& p) { return p.zero.stage == 3; },
     [](Plan& p) { p.zero.maxLiveParameters = std::numeric_limits<std::int64_t>::max(); }},
    {"offload_optimizer", [](const Plan& p) { return p.zero.offloadOptimizer != Offload::None; },
     [](Plan& p) { p.zero.offloadOptimizer = Offload::None; }},
    {"offload_param", [](const Plan& p) { return p.zero.offloadParameters != Offload::None; },
     [](Plan& p) { p.zero.offloadParameters = Offload::None; }},
};

// What a card would hold of a category without offload, on its fullest stage.
Bytes offloaded(const Plan& plan, MemoryCategory category) {
    Plan onCard = plan;
    keepOnCard(onCard);
    const Snapshot snapshot = evaluate(onCard);
    Bytes most;
    if (snapshot.memory)
        for (const StageMemory& stage : snapshot.memory->stages) most = std::max(most, stage.ledger.of(category));
    return most;
}

KeyMemory keyMemory(const KeyRow& row, const Plan& plan, bool given) {
    Plan with = plan;
    if (row.key == "stage") keepOnCard(with);  // offload needs a stage; its own rows say what it saves
    Plan without = with;
    row.undo(without);
    KeyMemory memory{std::string(row.key), given, score(with).peak.value() - score(without).peak.value(), {}};
    const bool optimizer = row.key == "offload_optimizer";
    if (optimizer || row.key == "offload_param")
        memory.host = offloaded(plan, optimizer ? MemoryCategory::Optimizer : MemoryCategory::Parameters);
    return memory;
}

// Deprecated names of the offload keys count as the keys.
bool isGiven(const DsConfig& config, std::string_view key) {
    if (config.has("zero_optimization/" + std::string(key))) return true;
    if (key == "offload_optimizer") return config.has("zero_optimization/cpu_offload");
    return key == "offload_param" && config.has("zero_optimization/cpu_offload_param");
}

}  // namespace

ConfigMemory configMemory(const Job& job, const CheckReport& report, const Plan& fallback) {
    ConfigMemory memory;
    Problems assumed;
    Result<Plan> plan = planFromJob(job, report.resolved, nullptr, assumed);
    if (!plan) plan = planFromJob(job, report.resolved, &fallback.model, assumed);
    if (!plan) {
        memory.problems = plan.error();
        return memory;
    }
    plan->cluster.gpu = fallback.cluster.gpu;
    plan->cluster.own = fallback.cluster.own;
    if (const Score whole = score(*plan); whole.valid) {
        memory.peak = whole.peak;
    } else {
        memory.problems = evaluate(*plan).problems;
        std::erase_if(memory.problems, [](const Problem& problem) { return problem.severity != Severity::Error; });
        return memory;
    }
    memory.model = plan->model;
    memory.gpu = plan->cluster.gpu;
    memory.capacity = capacityOf(*plan);
    if (!job.deepspeed || plan->framework != Framework::DeepSpeed) return memory;
    for (const KeyRow& row : kRows)
        if (row.acts(*plan)) memory.keys.push_back(keyMemory(row, *plan, isGiven(*job.deepspeed, row.key)));
    return memory;
}

}  // namespace core
