// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What Megatron-LM and Megatron-DeepSpeed refuse, clamp or silently change, one row each; and what does not fit between
// a script and the ds_config beside it.
#pragma once

#include "core/config/ds_config.h"
#include "core/config/launch.h"
#include "core/config/mega_args.h"

#include <cstdint>
#include <optional>
#include <span>

namespace core {

enum class MegaFlavour { MegatronLm, MegatronDeepSpeed, NeoX };

struct MegaContext {
    const MegaArgs& args;
    MegaFlavour flavour = MegaFlavour::MegatronLm;
    const Launch* launch = nullptr;  // none of a bare argument list
    std::optional<std::int64_t> world;
    const DsConfig* deepspeed = nullptr;

    // A number of the script, kept within bounds so that products of them stay numbers.
    [[nodiscard]] std::optional<std::int64_t> whole(std::string_view name) const;
    [[nodiscard]] std::int64_t count(std::string_view name, std::int64_t fallback = 1) const;
    [[nodiscard]] std::int64_t tp() const { return count("tensor-model-parallel-size"); }
    [[nodiscard]] std::int64_t pp() const { return count("pipeline-model-parallel-size"); }
    [[nodiscard]] std::int64_t cp() const { return count("context-parallel-size"); }
    [[nodiscard]] std::int64_t sp() const { return count("ds-sequence-parallel-size"); }
    [[nodiscard]] bool virtualStages() const;
    // cards / (tp·pp·cp·sp), where that comes out whole.
    [[nodiscard]] std::optional<std::int64_t> dp() const;
    [[nodiscard]] std::optional<std::int64_t> globalBatch() const;  // as given, else micro·dp
    // Megatron-DeepSpeed builds a PipelineModule, also at pp=1, unless told not to.
    [[nodiscard]] bool pipelineEngine() const;
};

struct MegaFinding {
    std::string at;  // name of the argument; empty = the command
    std::map<std::string, std::string> params;
    std::string upstream;
};

enum class MegaFor { Both, Lm, DeepSpeed };

struct MegaRule {
    std::string_view code;
    Severity severity;
    std::string_view fix;
    std::string_view source;
    std::optional<MegaFinding> (*find)(const MegaContext& context);
    MegaFor flavour = MegaFor::Both;
};

[[nodiscard]] std::span<const MegaRule> megaLayoutRules();
[[nodiscard]] std::span<const MegaRule> megaExpertRules();
[[nodiscard]] std::span<const MegaRule> megaBatchRules();
[[nodiscard]] std::span<const MegaRule> megaTrainingRules();
[[nodiscard]] std::span<const MegaRule> megaDeepSpeedRules();
// Between script and ds_config; silent without one.
[[nodiscard]] std::span<const MegaRule> crossRules();

[[nodiscard]] Problems megaRuleProblems(const MegaContext& context);

}  // namespace core
