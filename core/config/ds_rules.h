// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Combinations that DeepSpeed refuses or that surprise, one row each: when it is broken, what DeepSpeed prints, where
// that stands in its sources, the smallest mending. A family of rules is a file and a table.
#pragma once

#include "core/config/ds_config.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

// What the configuration will meet: where a fact is not known, rules that need it stay silent.
struct DsContext {
    const DsConfig& config;
    Version version = kNewestDeepSpeed;
    bool pipelineEngine = false;   // the model is a PipelineModule
    bool clientOptimizer = false;  // the script hands its own optimizer and scheduler to initialize()
    bool cpuOptimizer = false;     // and that one is DeepSpeedCPUAdam (--cpu-optimizer)
    std::int64_t tp = 1, pp = 1;
    std::optional<std::int64_t> world;  // cards
};

// What a broken rule has to say; `at` is the path that it points at.
struct DsFinding {
    std::string at;
    std::map<std::string, std::string> params;
    std::string upstream;
};

struct DsRule {
    std::string_view code;
    Severity severity;
    std::string_view fix;
    std::string_view source;
    std::optional<DsFinding> (*find)(const DsContext& context);
    Version since{};  // the first version that behaves so
    Version until{};  // the first that no longer does; 0.0.0 = still
};

[[nodiscard]] std::span<const DsRule> dsPrecisionRules();
[[nodiscard]] std::span<const DsRule> dsZeroRules();
[[nodiscard]] std::span<const DsRule> dsPipelineRules();
[[nodiscard]] std::span<const DsRule> dsOptimizerRules();
[[nodiscard]] std::span<const DsRule> dsSchedulerRules();
[[nodiscard]] std::span<const DsRule> dsElasticityRules();

// The newest release, every one at which a key, a default or a rule changes, and the oldest that the tables tell apart;
// newest first.
[[nodiscard]] std::vector<Version> deepSpeedVersions();

// Every family.
[[nodiscard]] Problems dsRuleProblems(const DsContext& context);

}  // namespace core
