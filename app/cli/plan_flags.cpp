// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Flags to fields, and what a changed layout means for cards and dp.
#include "app/cli/plan_flags.h"

#include "app/cli/problems.h"
#include "core/base/file.h"
#include "core/plan/cards.h"
#include "core/plan/plan_codec.h"
#include "core/schedule/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

namespace app {

namespace {

using core::Plan;
using core::Result;

constexpr std::string_view kCards = "--cards", kTable = "--schedule-table";

// ", updates", or nothing where the label says it: "Cards per node" are cards.
std::string unitSuffix(const core::Field& field) {
    std::string label = field.label;
    std::ranges::transform(label, label.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return field.unit.empty() || label.find(field.unit) != std::string::npos ? "" : ", " + field.unit;
}

Result<core::FieldValue> valueOf(const core::Field& field, const std::string& text) {
    if (field.pointer == "/model" && (text.find('/') != std::string::npos || text.ends_with(".json")))
        return core::refuse(
            usageProblem("cli.not-a-preset", field.flag, {{"text", text}}, "fix.cli.presets"));
    if (field.flag != kCards) return core::parseFieldValue(field, text, field.flag);
    const Result<std::int64_t> cards = parseCount(text, kCards);
    if (!cards) return tl::make_unexpected(cards.error());
    if (*cards > std::numeric_limits<int>::max())
        return core::refuse(usageProblem("cli.too-many-cards", std::string(kCards), {{"text", text}}));
    return core::FieldValue(*cards);
}

core::Problems deriveDataParallel(Plan& plan) {
    core::LayoutSpec& layout = plan.layout;
    if (layout.tp < 1 || layout.cp < 1 || layout.pp < 1) return {};  // core::validate() names it
    const std::int64_t cards = core::cardsOf(plan.cluster);
    const double product = double(layout.tp) * layout.cp * layout.pp;  // may exceed any integer
    const std::int64_t shape = product > double(cards) ? cards + 1 : std::int64_t(product);
    if (cards >= 1 && cards % shape == 0) {
        layout.dp = int(cards / shape);
        return {};
    }
    const std::string least = fmt::format("{:.0f}", product);
    const std::string nearest =
        cards < shape ? least : fmt::format("{} or {}", cards / shape * shape, (cards / shape + 1) * shape);
    return {usageProblem("cli.dp-not-whole", "--dp",
                         {{"cards", std::to_string(cards)}, {"shape", least}, {"nearest", nearest}},
                         "fix.cli.cards")};
}

// Whether a number beyond 32 bits comes back out of the field as it went in.
bool holds(const core::Field& field, Plan plan, const core::FieldValue& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number == nullptr || *number <= std::numeric_limits<int>::max()) return true;
    field.set(plan, value);
    return field.get(plan) == value;
}

}  // namespace

Plan defaultPlan() {
    Plan plan;
    plan.framework = core::Framework::Megatron;
    return plan;
}

Result<std::int64_t> parseCount(std::string_view text, std::string_view where) {
    const Result<double> number = core::parseNumber(text, where);
    if (!number) return tl::make_unexpected(number.error());
    const auto refused = [&](const char* code) {
        return core::refuse(
            usageProblem(code, std::string(where), {{"text", std::string(text)}}, "fix.cli.give-whole"));
    };
    if (*number != std::floor(*number) || *number > 9.0e15) return refused("cli.not-whole");
    if (*number < 1) return refused("cli.not-positive");
    return std::int64_t(*number);
}

PlanFlags::PlanFlags(CLI::App& command, std::span<const std::string_view> only) {
    for (const core::Field& field : core::planFields()) {
        if (field.flag.empty() || (!only.empty() && std::ranges::find(only, field.flag) == only.end()))
            continue;
        const std::string help = field.label + unitSuffix(field) + "  (" + field.pointer + ")";
        m_options[field.flag] = command.add_option(field.flag, m_texts[field.flag], help)->group("Plan");
    }
    if (only.empty())
        command
            .add_option(std::string(kTable), m_tableFile,
                        "Schedule: a table of one's own, one line of ops a rank  (/schedule_table)")
            ->group("Plan")
            ->excludes(m_options["--schedule"]);
}

bool PlanFlags::given(std::string_view flag) const {
    const auto option = m_options.find(flag);
    return option != m_options.end() && option->second->count() > 0;
}

bool PlanFlags::cardsGiven() const { return given(kCards) || given("--nodes") || given("--gpus-per-node"); }

std::vector<std::string> PlanFlags::givenFlags() const {
    std::vector<std::string> flags;
    for (const auto& [flag, option] : m_options)
        if (option->count() > 0) flags.push_back(flag);
    return flags;
}

// Every flag as an edit of its field, so that what belongs to it follows (the chunks of a schedule, the split
// of a pipeline). dp is put back after them: it is as given or as before, until over() or alone() settles it.
Result<Plan> PlanFlags::withFields(Plan plan) const {
    std::int64_t dp = plan.layout.dp;
    for (const core::Field& field : core::planFields()) {
        if (!given(field.flag)) continue;
        const Result<core::FieldValue> value = valueOf(field, m_texts.find(field.flag)->second);
        if (!value) return tl::make_unexpected(value.error());
        if (!holds(field, plan, *value))
            return core::refuse(usageProblem("cli.too-large", field.flag,
                                             {{"text", m_texts.find(field.flag)->second}}, "fix.plan.smaller"));
        plan = core::withField(plan, field.pointer, *value, core::CardsPolicy::Locked);
        if (field.flag == "--dp") dp = plan.layout.dp;
    }
    plan.layout.dp = int(dp);
    return withTable(std::move(plan));
}

Result<Plan> PlanFlags::withTable(Plan plan) const {
    if (m_tableFile.empty()) return plan;
    auto lines = core::readScheduleTable(m_tableFile);
    if (!lines) return tl::make_unexpected(lines.error());
    const auto table = core::scheduleFromTable(*lines, m_tableFile);
    if (table && !given("--virtual-stages")) plan.layout.virtualStages = table->chunks;
    plan.schedule = core::ScheduleKind::Table;
    plan.scheduleTable = std::move(*lines);
    return plan;
}

Result<FlaggedPlan> PlanFlags::over(Plan base) const {
    if (given(kCards) && (given("--nodes") || given("--gpus-per-node")))
        return core::refuse(usageProblem("cli.cards-and-nodes", std::string(kCards), {}, "fix.cli.one-of"));
    Result<Plan> plan = withFields(std::move(base));
    if (!plan) return tl::make_unexpected(plan.error());
    FlaggedPlan flagged{std::move(*plan), {}};
    const bool shapeGiven = given("--tp") || given("--cp") || given("--pp");
    if (given("--dp") && !cardsGiven())
        core::spreadCards(flagged.plan.cluster, flagged.plan.layout.cards());
    else if (!given("--dp") && (shapeGiven || cardsGiven()))
        flagged.problems = deriveDataParallel(flagged.plan);
    return flagged;
}

Result<FlaggedPlan> PlanFlags::alone(Plan defaults) const {
    Result<FlaggedPlan> flagged = over(defaults);
    if (!flagged) return flagged;
    Plan& plan = flagged->plan;
    if (!cardsGiven()) {
        if (!given("--dp")) plan.layout.dp = defaults.layout.dp;
        plan.cluster.nodes = defaults.cluster.nodes;
        plan.cluster.gpusPerNode = defaults.cluster.gpusPerNode;
        core::spreadCards(plan.cluster, plan.layout.cards());
        flagged->problems.clear();
    }
    if (!given("--global-batch")) plan.batch.global = 4LL * plan.layout.dp * plan.layout.pp;
    return flagged;
}

Result<FlaggedPlan> PlanFlags::overFileOrAlone(const std::string& file) const {
    if (!file.empty()) {
        Result<Plan> plan = core::loadPlan(file);
        if (!plan) return tl::make_unexpected(plan.error());
        return over(std::move(*plan));
    }
    if (!given("--model"))
        return core::refuse(usageProblem("cli.needs-plan", "PLAN", {}, "fix.cli.give-plan"));
    return alone(defaultPlan());
}

core::Problems PlanFlags::located(core::Problems problems, const std::string& file) const {
    for (core::Problem& problem : problems)
        if (const core::Field* field = core::findField(problem.where); field && given(field->flag))
            problem.where = field->flag;
    for (core::Problem& problem : problems)
        if (problem.where == "/schedule_table" && !m_tableFile.empty()) problem.where = kTable;
    if (file.empty()) return problems;
    const auto text = core::readTextFile(file);
    return text ? core::placedInText(std::move(problems), *text, file) : problems;
}

}  // namespace app
