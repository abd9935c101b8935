// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences and forms of problems on the command line.
#include "app/cli/problems.h"

#include "core/base/suggest.h"
#include "core/base/suggest_words.h"

#include <cstdio>

namespace app {

namespace {

const char* nameOf(core::Severity severity) {
    switch (severity) {
    case core::Severity::Error:
        return "error";
    case core::Severity::Warning:
        return "warning";
    case core::Severity::Info:
        return "info";
    }
    return "error";
}

}  // namespace

core::Problem usageProblem(std::string code, std::string where, std::map<std::string, std::string> params,
                           std::string fix) {
    return {core::Severity::Error, std::move(code), std::move(where), std::move(params), std::move(fix), {}};
}

core::Problem unknownChoice(std::string where, const std::string& text,
                            const std::vector<std::string>& choices) {
    const auto nearest = core::nearestWords(text, choices);
    return usageProblem(
        "cli.unknown-value", std::move(where),
        {{"text", text}, {"choices", core::joinedByOr(choices)}, {"nearest", nearest.value_or("")}},
        nearest ? "fix.cli.did-you-mean" : "fix.cli.choices");
}

nlohmann::ordered_json toJson(const core::Problems& problems) {
    auto rows = nlohmann::ordered_json::array();
    for (const core::Problem& problem : problems)
        rows.push_back({{"severity", nameOf(problem.severity)},
                        {"code", problem.code},
                        {"where", problem.where},
                        {"params", problem.params},
                        {"message", core::message(problem)},
                        {"fix", core::fixText(problem)},
                        {"upstream_message", problem.upstreamMessage}});
    return rows;
}

std::string problemLine(const core::Problem& problem) {
    const std::string mark =
        problem.severity == core::Severity::Error ? "" : nameOf(problem.severity) + std::string(": ");
    return mark + core::describe(problem) + '\n';
}

void printProblems(const core::Problems& problems) {
    for (const core::Problem& problem : problems) std::fputs(problemLine(problem).c_str(), stderr);
}

}  // namespace app
