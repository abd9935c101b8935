// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/fit_words.h"

#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/text.h"
#include "core/plan/plan_codec.h"

#include <fmt/format.h>

#include <cmath>

namespace app {

namespace {

const char* nameOf(core::FitChange change) {
    switch (change) {
    case core::FitChange::SmallerMicroBatch:
        return "smaller-micro-batch";
    case core::FitChange::FlashAttention:
        return "flash-attention";
    case core::FitChange::SequenceParallel:
        return "sequence-parallel";
    case core::FitChange::Recompute:
        return "recompute";
    case core::FitChange::HigherZero:
        return "higher-zero";
    case core::FitChange::MoreTensor:
        return "more-tensor";
    case core::FitChange::MorePipeline:
        return "more-pipeline";
    case core::FitChange::Offload:
        return "offload";
    case core::FitChange::LargerCards:
        return "larger-cards";
    }
    return "";
}

std::string flagOf(core::FitChange change, const core::Plan& plan) {
    switch (change) {
    case core::FitChange::SmallerMicroBatch:
        return fmt::format("--micro-batch {}", plan.batch.micro);
    case core::FitChange::FlashAttention:
        return "--attention flash";
    case core::FitChange::SequenceParallel:
        return "--sequence-parallel";
    case core::FitChange::Recompute:
        return fmt::format("--recompute {}", core::toText(plan.recompute));
    case core::FitChange::HigherZero:
        return fmt::format("--zero {}", plan.zero.stage);
    case core::FitChange::MoreTensor:
        return fmt::format("--tp {}", plan.layout.tp);
    case core::FitChange::MorePipeline:
        return fmt::format("--pp {}", plan.layout.pp);
    case core::FitChange::Offload:
        return fmt::format("--offload-optimizer {}", core::toText(plan.zero.offloadOptimizer));
    case core::FitChange::LargerCards:
        return fmt::format("--card-memory {}", plan.run.cardMemory.value());
    }
    return {};
}

std::string priceOf(double ratio) {
    if (std::abs(ratio - 1) < 0.0005) return "same step time";
    return fmt::format("step time {:+.1f} %", 100 * (ratio - 1));
}

}  // namespace

std::string flagsOf(const core::FitAdvice& way) {
    std::string flags;
    bool spreads = false;
    for (const core::FitChange change : way.changes) {
        flags += (flags.empty() ? "" : " ") + flagOf(change, way.plan);
        spreads = spreads || change == core::FitChange::MoreTensor || change == core::FitChange::MorePipeline;
    }
    return spreads ? fmt::format("{} --dp {}", flags, way.plan.layout.dp) : flags;
}

Json fixesJson(const std::vector<core::FitAdvice>& ways) {
    Json rows = Json::array();
    for (const core::FitAdvice& way : ways) {
        std::string change;
        for (const core::FitChange one : way.changes) change += (change.empty() ? "" : "+") + std::string(nameOf(one));
        rows.push_back({{"change", change},
                        {"flags", flagsOf(way)},
                        {"plan", core::planToJson(way.plan)},
                        {"memory_bytes", way.peak.value()},
                        {"step_ratio", way.stepRatio}});
    }
    return rows;
}

std::string fixesText(const std::vector<core::FitAdvice>& ways) {
    if (ways.empty()) return "\nNo change of this plan fits on these cards, and no two of them\n";
    std::vector<TableRow> rows;
    for (const core::FitAdvice& way : ways)
        rows.push_back({flagsOf(way), fmt::format("{} {}", kPredicted, core::toText(way.peak)), priceOf(way.stepRatio)});
    return "\nWays to make it fit, the smallest change first\n" + table(rows);
}

}  // namespace app
