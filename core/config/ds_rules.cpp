// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ds_rules.h"

namespace core {

namespace {

bool appliesTo(const DsRule& rule, Version version) {
    return rule.since <= version && (rule.until == Version{} || version < rule.until);
}

}  // namespace

Problems dsRuleProblems(const DsContext& context) {
    Problems problems;
    for (const auto& family : {dsPrecisionRules(), dsZeroRules(), dsPipelineRules(), dsOptimizerRules(),
                               dsSchedulerRules(), dsElasticityRules()})
        for (const DsRule& rule : family) {
            if (!appliesTo(rule, context.version)) continue;
            std::optional<DsFinding> finding = rule.find(context);
            if (!finding) continue;
            finding->params["source"] = rule.source;
            problems.push_back({rule.severity, std::string(rule.code), context.config.where(finding->at),
                                std::move(finding->params), std::string(rule.fix), std::move(finding->upstream)});
        }
    return problems;
}

}  // namespace core
