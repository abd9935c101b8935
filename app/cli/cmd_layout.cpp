// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// layout: which rank stands where and which groups it belongs to; --compare ORDER lists the groups that
// another rank order would form differently.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "core/layout/layout.h"
#include "core/plan/cards.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <memory>

namespace app {

namespace {

constexpr std::array<std::string_view, 9> kFlags{
    "--tp", "--cp", "--ep", "--dp", "--pp", "--order", "--nodes", "--gpus-per-node", "--cards"};

struct Options {
    explicit Options(CLI::App& command)
        : flags(command, kFlags) {}
    PlanFlags flags;
    std::string file, compare;
};

std::vector<int> numbers(const std::vector<core::Rank>& ranks) {
    std::vector<int> values;
    for (const core::Rank rank : ranks) values.push_back(rank.value);
    return values;
}

Json ranksJson(const core::Layout& layout) {
    Json rows = Json::array();
    for (int rank = 0; rank < layout.ranks(); ++rank) {
        const core::Coordinates at = layout.coordinates(core::Rank(rank));
        const core::Placement place = layout.placement(core::Rank(rank));
        rows.push_back({{"rank", rank},
                        {"tp", at.tp},
                        {"cp", at.cp},
                        {"ep", at.ep},
                        {"dp", at.dp},
                        {"pp", at.pp},
                        {"node", place.node},
                        {"device", place.device}});
    }
    return rows;
}

Json groupsJson(const core::Layout& layout) {
    Json kinds = Json::object();
    for (const auto& [kind, name] : core::enumNames<core::GroupKind>()) {
        Json groups = Json::array();
        for (const core::Group& group : layout.groups(kind)) groups.push_back(numbers(group.ranks));
        kinds[std::string(name)] = std::move(groups);
    }
    return kinds;
}

Json misalignedJson(const std::vector<core::Misalignment>& misaligned) {
    Json rows = Json::array();
    for (const core::Misalignment& row : misaligned)
        rows.push_back({{"kind", core::toText(row.kind)},
                        {"ranks", numbers(row.ranks)},
                        {"other_ranks", numbers(row.otherRanks)}});
    return rows;
}

std::string groupsText(const core::Layout& layout) {
    std::string text;
    for (const auto& [kind, name] : core::enumNames<core::GroupKind>()) {
        const auto groups = layout.groups(kind);
        if (groups.empty()) continue;
        text += fmt::format("{}:", name);
        for (const core::Group& group : groups)
            text += fmt::format(" {{{}}}", fmt::join(numbers(group.ranks), ","));
        text += '\n';
    }
    return text;
}

std::string misalignedText(const std::vector<core::Misalignment>& misaligned, const std::string& order) {
    if (misaligned.empty()) return fmt::format("\nevery group is one of {} too\n", order);
    std::string text = fmt::format("\ngroups that {} forms differently:\n", order);
    for (const core::Misalignment& row : misaligned)
        text += fmt::format("  {} {{{}}}: there rank {} is with {{{}}}\n", core::toText(row.kind),
                            fmt::join(numbers(row.ranks), ","), row.ranks.front().value,
                            fmt::join(numbers(row.otherRanks), ","));
    return text;
}

// Adds the comparison to `answer`: a rule broken by the other order, or the groups that differ.
void compare(Answer& answer, const core::Layout& layout, core::RankOrder order, int gpusPerNode) {
    core::LayoutSpec spec = layout.spec();
    spec.order = order;
    const auto other = core::Layout::create(spec, gpusPerNode);
    if (!other) {
        answer.problems = other.error();
        for (core::Problem& problem : answer.problems) problem.where = "--compare";
        return;
    }
    const auto misaligned = core::compareLayouts(layout, *other);
    answer.json["misaligned"] = misalignedJson(misaligned);
    answer.text += misalignedText(misaligned, std::string(core::toText(order)));
    if (!misaligned.empty()) answer.exit = kNo;
}

core::Result<FlaggedPlan> plan(const Options& options) {
    return options.file.empty() ? options.flags.alone(defaultPlan())
                                : options.flags.overFileOrAlone(options.file);
}

Reply layout(const Options& options) {
    const core::Result<FlaggedPlan> flagged = plan(options);
    if (!flagged) return tl::make_unexpected(flagged.error());
    std::optional<core::RankOrder> order;
    if (!options.compare.empty()) {
        const auto parsed = parseChoice<core::RankOrder>(options.compare, "--compare");
        if (!parsed) return tl::make_unexpected(parsed.error());
        order = *parsed;
    }
    Answer answer{{{"ranks", Json::array()}, {"groups", Json::object()}, {"misaligned", Json::array()}},
                  {},
                  flagged->problems,
                  kYes};
    if (core::hasErrors(answer.problems)) return answer;
    if (flagged->plan.layout.cards() > core::cardsOf(flagged->plan.cluster)) {
        answer.problems = options.flags.located(core::cardsProblems(flagged->plan), options.file);
        return answer;
    }
    const int gpusPerNode = flagged->plan.cluster.gpusPerNode;
    const auto layout = core::Layout::create(flagged->plan.layout, gpusPerNode);
    if (!layout) {
        answer.problems = options.flags.located(layout.error(), options.file);
        return answer;
    }
    answer.json["ranks"] = ranksJson(*layout);
    answer.json["groups"] = groupsJson(*layout);
    answer.text = layout->toAscii() + groupsText(*layout);
    if (order) compare(answer, *layout, *order, gpusPerNode);
    return answer;
}

}  // namespace

void addLayout(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>(command);
    addPlanOption(command, options->file, "A plan file (*.shardscope.json); flags override its fields");
    command.add_option("--compare", options->compare,
                       "List the groups that this rank order forms differently");
    answerWith(command, exit, [options] { return layout(*options); });
}

}  // namespace app
