// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ds_rules.h"

#include <array>
#include <functional>
#include <set>

namespace core {

namespace {

constexpr Version kOldestTold{0, 11, 0};

std::array<std::span<const DsRule>, 6> families() {
    return {dsPrecisionRules(), dsZeroRules(),      dsPipelineRules(),
            dsOptimizerRules(), dsSchedulerRules(), dsElasticityRules()};
}

bool appliesTo(const DsRule& rule, Version version) {
    return rule.since <= version && (rule.until == Version{} || version < rule.until);
}

}  // namespace

std::vector<Version> deepSpeedVersions() {
    std::set<Version, std::greater<>> versions{kOldestTold, kNewestDeepSpeed};
    const auto add = [&](Version version) {
        if (kOldestTold < version && version < kNewestDeepSpeed) versions.insert(version);
    };
    for (const DsKey& key : dsKeys()) {
        add(key.since);
        add(key.gone);
    }
    for (const DsDefaultChange& change : dsDefaultChanges()) add(change.since);
    for (const auto& family : families())
        for (const DsRule& rule : family) {
            add(rule.since);
            add(rule.until);
        }
    return {versions.begin(), versions.end()};
}

Problems dsRuleProblems(const DsContext& context) {
    Problems problems;
    for (const auto& family : families())
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
