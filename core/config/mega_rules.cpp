// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/mega_rules.h"

#include <algorithm>

namespace core {

std::optional<std::int64_t> MegaContext::whole(std::string_view name) const {
    constexpr std::int64_t kMost = 1'000'000'000'000;
    const auto value = args.whole(name);
    return value ? std::optional(std::clamp(*value, -kMost, kMost)) : std::nullopt;
}

std::int64_t MegaContext::count(std::string_view name, std::int64_t fallback) const {
    constexpr std::int64_t kMost = 30'000;  // four of them multiply
    return std::clamp<std::int64_t>(args.whole(name).value_or(fallback), -1, kMost);
}

bool MegaContext::virtualStages() const {
    return args.has("num-layers-per-virtual-pipeline-stage") || args.has("num-virtual-stages-per-pipeline-rank");
}

std::optional<std::int64_t> MegaContext::dp() const {
    if (!world || tp() < 1 || pp() < 1 || cp() < 1 || sp() < 1) return std::nullopt;
    const std::int64_t shape = tp() * pp() * cp() * sp();
    if (shape < 1 || *world % shape != 0) return std::nullopt;
    return *world / shape;
}

std::optional<std::int64_t> MegaContext::globalBatch() const {
    if (const auto given = whole("global-batch-size")) return given;
    const auto micro = whole("micro-batch-size");
    return micro && dp() ? std::optional(*micro * *dp()) : std::nullopt;
}

bool MegaContext::pipelineEngine() const {
    if (flavour == MegaFlavour::MegatronLm) return false;
    if (flavour == MegaFlavour::NeoX) return pp() > 0;
    return args.has("deepspeed") && !args.has("no-pipeline-parallel");
}

Problems megaRuleProblems(const MegaContext& context) {
    Problems problems;
    const bool lm = context.flavour == MegaFlavour::MegatronLm;
    for (const auto& family : {megaLayoutRules(), megaExpertRules(), megaBatchRules(), megaTrainingRules(),
                               megaDeepSpeedRules(), crossRules()})
        for (const MegaRule& rule : family) {
            if ((rule.flavour == MegaFor::Lm && !lm) || (rule.flavour == MegaFor::DeepSpeed && lm)) continue;
            std::optional<MegaFinding> finding = rule.find(context);
            if (!finding) continue;
            finding->params["source"] = rule.source;
            problems.push_back({rule.severity, std::string(rule.code), context.args.where(finding->at),
                                std::move(finding->params), std::string(rule.fix), std::move(finding->upstream)});
        }
    return problems;
}

}  // namespace core
