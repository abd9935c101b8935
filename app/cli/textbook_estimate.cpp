// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layout arithmetic of the shared flags, memory of core::textbookBytes().
#include "app/cli/textbook_estimate.h"

#include "app/cli/problems.h"
#include "app/cli/snapshot_json.h"
#include "core/base/text.h"
#include "core/memory/memory_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace app {

namespace {

constexpr double kMostParameters = 1e17;  // 16 bytes each stay inside 64 bits

constexpr std::array<std::string_view, 5> kTaken{"--cards", "--tp", "--pp", "--dp", "--zero"};

const char* formula(int zero) {
    constexpr std::array formulas{"2Ψ/T + 2Ψ + 12Ψ", "2Ψ/T + 2Ψ + 12Ψ/D", "2Ψ/T + 2Ψ/D + 12Ψ/D",
                                  "(2Ψ/T)/D + 2Ψ/D + 12Ψ/D"};
    return formulas.at(std::size_t(zero));
}

core::Problems zeroProblems(int zero) {
    if (zero >= 0 && zero <= 3) return {};
    return {usageProblem("cli.zero-stage", "--zero", {{"text", std::to_string(zero)}}, "fix.cli.zero-stage")};
}

core::Problems shapeProblems(const core::LayoutSpec& layout) {
    core::Problems problems;
    for (const auto& [flag, size] : {std::pair{"--tp", layout.tp}, {"--pp", layout.pp}, {"--dp", layout.dp}})
        if (size < 1)
            problems.push_back(usageProblem("cli.not-positive", flag, {{"text", std::to_string(size)}},
                                            "fix.cli.give-whole"));
    return problems;
}

void append(core::Problems& to, const core::Problems& more) { to.insert(to.end(), more.begin(), more.end()); }

// Contradictions that no single flag shows: both --cards and --dp, and they disagree.
core::Problems productProblems(const core::Plan& plan) {
    const std::int64_t cards = std::int64_t(plan.cluster.nodes) * plan.cluster.gpusPerNode;
    if (plan.layout.cards() == cards) return {};
    return {usageProblem("cli.cards-and-dp", "--cards",
                         {{"cards", std::to_string(cards)}, {"product", std::to_string(plan.layout.cards())}},
                         "fix.cli.one-of")};
}

// 16 bytes a parameter, all of them over T·P, and over D what the stage splits.
core::Bytes exactStates(double parameters, const core::LayoutSpec& layout, int zero) {
    const double d = layout.dp;
    const double bytes = (zero >= 3 ? 2 / d : 2) + (zero >= 2 ? 2 / d : 2) + (zero >= 1 ? 12 / d : 12);
    return core::Bytes(std::int64_t(std::llround(bytes * parameters / (double(layout.tp) * layout.pp))));
}

std::string textOf(const core::LayoutSpec& layout, int zero, core::Bytes textbook, core::Bytes exact) {
    std::string text = fmt::format(
        "textbook, ZeRO {}: {} = ○ {} per card ({} bytes)\nΨ parameters, T = {}, P = {}, D = {} on {}\n",
        zero, formula(zero), core::toText(textbook), core::withThousands(textbook.value()), layout.tp,
        layout.pp, layout.dp, core::counted(layout.cards(), "card"));
    if (exact < textbook)
        text += fmt::format(
            "A real model needs less, ○ {} per card: tensor and pipeline parallelism divide gradients "
            "and optimizer state by T·P = {} too, and the parameters by P; activations come on top.\n",
            core::toText(exact), layout.tp * layout.pp);
    return text + "○ predicted\n";
}

}  // namespace

Reply textbookEstimate(const std::string& parameters, const PlanFlags& flags) {
    for (const std::string& flag : flags.givenFlags())
        if (std::ranges::find(kTaken, flag) == kTaken.end())
            return core::refuse(
                usageProblem("cli.bare-count", "--parameters", {{"other", flag}}, "fix.cli.one-of"));
    const core::Result<double> count = core::parseNumber(parameters, "--parameters");
    if (!count) return tl::make_unexpected(count.error());
    if (*count < 1)
        return core::refuse(usageProblem("cli.not-positive", "--parameters", {{"text", parameters}}));
    if (*count > kMostParameters)
        return core::refuse(
            usageProblem("cli.too-large", "--parameters", {{"text", parameters}}, "fix.plan.smaller"));
    core::Plan oneNode = defaultPlan();  // nodes play no part in the formula
    oneNode.cluster = {"", 1, std::numeric_limits<int>::max()};
    const core::Result<FlaggedPlan> flagged = flags.alone(std::move(oneNode));
    if (!flagged) return tl::make_unexpected(flagged.error());

    const core::LayoutSpec& layout = flagged->plan.layout;
    const int zero = flagged->plan.zero.stage;
    core::Problems problems = flagged->problems;
    append(problems, shapeProblems(layout));
    append(problems, zeroProblems(zero));
    if (problems.empty()) append(problems, productProblems(flagged->plan));
    Answer answer{{{"layout", layoutJson(*flagged)},
                   {"memory", {{"textbook_bytes", nullptr}, {"exact_states_bytes", nullptr}}}},
                  {},
                  problems,
                  kYes};
    if (core::hasErrors(problems)) return answer;
    const core::Bytes bytes = core::textbookBytes(*count, layout.tp, layout.dp, zero);
    answer.json["memory"]["textbook_bytes"] = bytes.value();
    const core::Bytes exact = exactStates(*count, layout, zero);
    answer.json["memory"]["exact_states_bytes"] = exact.value();
    answer.text = textOf(layout, zero, bytes, exact);
    return answer;
}

}  // namespace app
