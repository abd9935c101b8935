// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a kit says about itself: predictions of the plan under the target's framework, and remarks for import.
#include "core/config/import_plan.h"
#include "core/config/kit_parts.h"

#include "core/base/text.h"
#include "core/evaluate.h"
#include "core/plan/training_updates.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

std::string comment(const std::string& line) { return "# " + line + "\n"; }

std::string predictions(const Snapshot& snapshot) {
    if (!snapshot.memory || !snapshot.step) return comment("No prediction: the plan breaks a rule.");
    const MemoryEstimate& memory = *snapshot.memory;
    const StepEstimate& step = *snapshot.step;
    return comment(fmt::format("Predicted (not measured): {} of {} on the fullest card at its peak{}",
                               toText(memory.peak()), toText(memory.capacity),
                               memory.fits ? "" : ", which does NOT fit")) +
           comment(fmt::format("Predicted (not measured): {} per update, {} tokens/s, MFU {:.1f} %", toText(step.step),
                               withThousands(std::int64_t(step.tokensPerSecond)), 100 * step.mfu));
}

// Every leaf of a document by pointer; a list is a leaf.
void flatten(const Json& json, const std::string& pointer, std::map<std::string, Json>& leaves) {
    if (!json.is_object()) {
        leaves[pointer] = json;
        return;
    }
    for (const auto& [key, value] : json.items()) flatten(value, pointer + "/" + key, leaves);
}

}  // namespace

std::string kitHeader(const Plan& plan, Framework framework) {
    Plan under = plan;
    under.framework = framework;
    const Snapshot snapshot = evaluate(under);
    const LayoutSpec& layout = plan.layout;
    std::string text = comment("Made by Shardscope from the plan " + shellQuoted(visible(plan.name)));
    text += comment(fmt::format("Cards: {} = tp {} · cp {} · pp {} · dp {}, {} of {} {}", layout.cards(), layout.tp,
                                layout.cp, layout.pp, layout.dp, counted(plan.cluster.nodes, "node"),
                                plan.cluster.gpusPerNode, visible(plan.cluster.gpu)));
    text += comment(fmt::format("Batch: {} sequences = micro-batch {} · accumulation {} · dp {}; {} tokens per update",
                                plan.batch.global, plan.batch.micro, plan.microBatches(), layout.dp,
                                withThousands(plan.batch.global * plan.sequence())));
    text += comment(fmt::format("Length: {} updates{}", withThousands(updatesToTrain(plan)),
                                plan.framework == Framework::Engine ? ""
                                : plan.budgetTokens > 0
                                    ? fmt::format(" for a budget of {} tokens", withThousands(plan.budgetTokens))
                                    : fmt::format(" for {} tokens a parameter, a rule of thumb", kTokensPerParameter)));
    return text + predictions(snapshot);
}

std::string kitRemarks(const Plan& plan, const Plan& imported) {
    std::map<std::string, Json> wanted, found;
    flatten(fullPlanJson(plan), "", wanted);
    flatten(fullPlanJson(imported), "", found);
    std::string text;
    // What no script says and import would have to assume.
    constexpr std::string_view kAlways = "/cluster/gpu";
    const auto remark = [&](const std::string& pointer, const Json& value) {
        // ASCII only: the remark must survive whatever edits the script.
        text +=
            fmt::format("# shardscope: {} {}\n", pointer, value.dump(-1, ' ', true, Json::error_handler_t::replace));
    };
    for (const auto& [pointer, value] : wanted)
        if (const auto there = found.find(pointer);
            pointer == kAlways || there == found.end() || there->second != value) remark(pointer, value);
    for (const auto& [pointer, value] : found)
        if (!wanted.contains(pointer)) remark(pointer, nullptr);
    return text;
}

}  // namespace core
