// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the named training framework would refuse or cannot express. Warnings: the formulas stay meaningful.
// Read from: DeepSpeed runtime/pipe/engine.py, Megatron-LM training/arguments.py, PyTorch
// pipelining/schedules.py.
#include "core/base/suggest.h"
#include "core/plan/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace core {

namespace {

using K = ScheduleKind;

constexpr K kMegatronSchedules[] = {K::OneFOneB, K::Interleaved};
constexpr K kDeepSpeedSchedules[] = {K::OneFOneB, K::ZbH1};
constexpr K kTorchSchedules[] = {K::GPipe, K::OneFOneB, K::Interleaved, K::LoopedBfs, K::ZbV, K::DualPipeV};

std::span<const K> schedulesOf(Framework framework) {
    switch (framework) {
    case Framework::Megatron:
        return kMegatronSchedules;
    case Framework::DeepSpeed:
        return kDeepSpeedSchedules;
    case Framework::Fsdp:
        return kTorchSchedules;
    case Framework::Engine:
        break;
    }
    return {};
}

void checkSchedule(const Plan& plan, Problems& problems) {
    const std::span<const K> known = schedulesOf(plan.framework);
    if (known.empty() || plan.layout.pp == 1 || std::ranges::find(known, plan.schedule) != known.end())
        return;
    std::vector<std::string> names;
    for (const K kind : known) names.emplace_back(toText(kind));
    problems.push_back({Severity::Warning,
                        "framework.schedule",
                        "/schedule",
                        {{"framework", std::string(toText(plan.framework))},
                         {"schedule", std::string(toText(plan.schedule))},
                         {"nearest", joinedByOr(names)}},
                        "fix.use-nearest"});
}

void checkZero(const Plan& plan, Problems& problems) {
    const int stage = plan.zero.stage;
    const std::map<std::string, std::string> params{{"stage", fmt::to_string(stage)},
                                                    {"pp", fmt::to_string(plan.layout.pp)}};
    const auto warn = [&](const char* code, const char* fix, const char* upstream) {
        problems.push_back({Severity::Warning, code, "/zero/stage", params, fix, upstream});
    };
    if (plan.framework == Framework::DeepSpeed && stage >= 2 && plan.layout.pp > 1)
        warn("framework.deepspeed-zero-pipeline", "fix.framework.zero-at-most-one",
             "ZeRO-2 and ZeRO-3 are incompatible with pipeline parallelism");
    if (plan.framework == Framework::Megatron && stage >= 2)
        warn("framework.megatron-zero", "fix.framework.zero-at-most-one", "");
    if (plan.framework == Framework::Fsdp && stage == 1)
        warn("framework.fsdp-zero", "fix.framework.fsdp-zero", "");
}

void checkOffload(const Plan& plan, Problems& problems) {
    if (plan.framework != Framework::Megatron || plan.zero.offloadParameters == Offload::None) return;
    problems.push_back({Severity::Warning,
                        "framework.megatron-offload",
                        "/zero/offload_parameters",
                        {{"device", std::string(toText(plan.zero.offloadParameters))}},
                        "fix.engine.offload"});
}

}  // namespace

Problems frameworkProblems(const Plan& plan) {
    Problems problems;
    if (plan.framework == Framework::Engine && plan.model.family == Family::Other)
        problems.push_back({Severity::Error, "framework.engine-model", "/framework", {{"model", plan.model.name}}, "fix.framework.other"});
    checkSchedule(plan, problems);
    checkZero(plan, problems);
    checkOffload(plan, problems);
    return problems;
}

}  // namespace core
