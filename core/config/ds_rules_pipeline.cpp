// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pipeline engine. It is chosen by the model (PipelineModule), not by this file, and refuses already at pp=1.
#include "core/config/ds_rules.h"

#include <fmt/format.h>

namespace core {

namespace {

using C = DsContext;
using Found = std::optional<DsFinding>;

Found zeroTwo(const C& c) {
    const std::int64_t stage = c.config.zeroStage().value_or(0);
    if (!c.pipelineEngine || stage < 2) return {};
    return DsFinding{"zero_optimization/stage", {{"stage", fmt::to_string(stage)}, {"pp", fmt::to_string(c.pp)}},
                     "ZeRO-2 and ZeRO-3 are incompatible with pipeline parallelism"};
}

Found overlap(const C& c) {
    if (!c.pipelineEngine || c.config.zeroStage().value_or(0) < 1 || !c.config.flag("zero_optimization/overlap_comm"))
        return {};
    return DsFinding{"zero_optimization/overlap_comm", {},
                     "Pipeline parallelism does not support overlapped communication, will be disabled."};
}

Found partitionedFlags(const C& c) {
    for (const char* path : {"pipeline/pipe_partitioned", "pipeline/grad_partitioned"}) {
        const std::string shown = c.config.shown(path);
        if (c.pipelineEngine && c.config.has(path) && shown != "true" && shown != "false")
            return DsFinding{path, {{"key", path}, {"value", shown}}, ""};
    }
    return {};
}

Found elasticity(const C& c) {
    if (!c.config.flag("elasticity/enabled") || c.config.real("elasticity/version").value_or(0.2) >= 0.2) return {};
    if (!c.pipelineEngine && c.tp <= 1) return {};
    return DsFinding{"elasticity/enabled", {},
                     c.pipelineEngine ? "Elasticity is not currently supported with pipeline parallelism."
                                      : "Elasticity is not currently supported with model parallelism."};
}

Found dataRouting(const C& c) {
    if (!c.pipelineEngine) return {};
    for (const char* path : {"curriculum_learning", "data_efficiency"})
        if (c.config.boolean(std::string(path) + "/enabled").value_or(false))
            return DsFinding{path, {{"key", path}}, ""};
    return {};
}

constexpr DsRule kRules[] = {
    {"ds.pipeline-zero", Severity::Error, "fix.ds.pipeline-zero", "runtime/pipe/engine.py, Megatron-DeepSpeed #474",
     zeroTwo},
    {"ds.pipeline-overlap", Severity::Warning, "fix.ds.pipeline-overlap", "runtime/engine.py", overlap},
    {"ds.pipeline-flag", Severity::Error, "fix.ds.pipeline-flag", "runtime/pipe/engine.py", partitionedFlags},
    {"ds.pipeline-elasticity", Severity::Error, "fix.ds.pipeline-elasticity",
     "runtime/pipe/engine.py, runtime/engine.py", elasticity},
    {"ds.pipeline-data", Severity::Warning, "fix.ds.pipeline-data", "Megatron-DeepSpeed, megatron/arguments.py",
     dataRouting},
};

}  // namespace

std::span<const DsRule> dsPipelineRules() { return kRules; }

}  // namespace core
