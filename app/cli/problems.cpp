// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences and forms of problems on the command line.
#include "app/cli/problems.h"

#include "core/base/catalogue.h"
#include "core/base/suggest.h"

#include <cstdio>
#include <utility>

namespace app {

namespace {

constexpr std::pair<std::string_view, std::string_view> kSentences[] = {
    {"cli.unknown-command", "\"{word}\" is not a command of this version"},
    {"cli.no-command", "a command is missing"},
    {"cli.unknown-flag", "this is no flag of \"{command}\", and no word it expects"},
    {"cli.usage", "{reason}"},
    {"cli.no-preset", "no preset is named"},
    {"cli.unknown-value", "\"{text}\" is not known here"},
    {"cli.not-whole", "\"{text}\" is not a whole number"},
    {"cli.too-large", "{text} is more than this holds"},
    {"cli.not-positive", "{text} is less than 1"},
    {"cli.negative", "{text} is less than 0"},
    {"cli.needs-plan", "there is neither a plan file nor a model"},
    {"cli.bare-count", "the textbook answer for a bare count takes no {other}"},
    {"cli.zero-stage", "ZeRO has no stage {text}"},
    {"cli.dp-not-whole", "{cards} cards do not divide by tp·cp·pp = {shape}"},
    {"cli.cards-and-dp", "{cards} cards are not tp·cp·pp·dp = {product}"},
    {"cli.cards-and-nodes", "the number of cards is given twice, here and by its nodes"},
    {"cli.too-many-cards", "{text} cards are more than can be counted here"},
    {"cli.not-a-preset", "\"{text}\" is a path; this version knows models by preset only"},
    {"cli.lr-needs", "there is neither a plan file nor a peak learning rate"},
    {"cli.lr-total", "without a plan file the length of the schedule is not known"},
    {"cli.min-lr", "the rate {text} is above the peak {peak}"},
    {"cli.lr-unread", "the schedule {scheduler} does not look at this flag"},
    {"cli.too-many-ops", "the table would have more than {limit} ops"},
    {"cli.too-many-rates", "more than {limit} updates are not listed"},
    {"fix.cli.fewer-ops", "use fewer stages or micro-batches"},
    {"fix.cli.help", "\"shardscope-cli {command} --help\" lists its flags"},
    {"fix.cli.choices", "use {choices}"},
    {"fix.cli.did-you-mean", "did you mean {nearest}?"},
    {"fix.cli.commands", "the commands are {choices}"},
    {"fix.cli.give-plan", "name a plan file, or a preset with --model"},
    {"fix.cli.give-whole", "write a whole number such as 8 or 64"},
    {"fix.cli.zero-stage", "use 0, 1, 2 or 3"},
    {"fix.cli.cards", "use {nearest} cards, or give --dp"},
    {"fix.cli.one-of", "leave one of the two out"},
    {"fix.cli.presets", "\"shardscope-cli model --list\" lists them"},
    {"fix.cli.give-lr", "name a plan file, or give --lr and --total"},
    {"fix.cli.lower-min-lr", "give at most the peak"},
};

std::string sentenceOf(const std::string& code, const core::Problem& problem) {
    for (const auto& [own, text] : kSentences)
        if (own == code) return core::fillIn(text, problem.params);
    return {};
}

std::string messageOf(const core::Problem& problem) {
    const std::string own = sentenceOf(problem.code, problem);
    return own.empty() ? core::message(problem) : own;
}

std::string fixOf(const core::Problem& problem) {
    const std::string own = sentenceOf(problem.fix, problem);
    return own.empty() ? core::fixText(problem) : own;
}

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
    const auto nearest = core::nearestWord(text, choices);
    return usageProblem(
        "cli.unknown-value", std::move(where),
        {{"text", text}, {"choices", core::joinedByOr(choices)}, {"nearest", nearest.value_or("")}},
        nearest ? "fix.cli.did-you-mean" : "fix.cli.choices");
}

std::string lineOf(const core::Problem& problem) {
    const std::string fix = fixOf(problem);
    return (problem.where.empty() ? "" : problem.where + ": ") + messageOf(problem) +
           (fix.empty() ? "" : "; " + fix);
}

nlohmann::ordered_json toJson(const core::Problems& problems) {
    auto rows = nlohmann::ordered_json::array();
    for (const core::Problem& problem : problems)
        rows.push_back({{"severity", nameOf(problem.severity)},
                        {"code", problem.code},
                        {"where", problem.where},
                        {"params", problem.params},
                        {"message", messageOf(problem)},
                        {"fix", fixOf(problem)},
                        {"upstream_message", problem.upstreamMessage}});
    return rows;
}

void printProblems(const core::Problems& problems) {
    for (const core::Problem& problem : problems) {
        const std::string mark =
            problem.severity == core::Severity::Error ? "" : nameOf(problem.severity) + std::string(": ");
        std::fputs((mark + lineOf(problem) + '\n').c_str(), stderr);
    }
}

}  // namespace app
