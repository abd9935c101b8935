// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Flags to fields, and what a changed layout means for cards and dp.
#include "app/cli/plan_flags.h"

#include "app/cli/model_source.h"
#include "app/cli/plan_values.h"
#include "app/cli/problems.h"
#include "app/cli/resource_file.h"
#include "core/base/file.h"
#include "core/base/suggest.h"
#include "core/plan/cards.h"
#include "core/plan/plan_codec.h"
#include "core/schedule/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

namespace app {

namespace {

using core::Plan;
using core::Result;

constexpr std::string_view kCards = "--cards", kTable = "--schedule-table", kSet = "--set";
constexpr std::string_view kPlanEnding = ".shardscope.json";
constexpr std::string_view kSequenceParallel = "--sequence-parallel";  // a plain flag, or =on, =off

// ", updates", or nothing where the label says it: "Cards per node" are cards.
std::string unitSuffix(const core::Field& field) {
    std::string label = field.label;
    std::ranges::transform(label, label.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return field.unit.empty() || label.find(field.unit) != std::string::npos ? "" : ", " + field.unit;
}

// What a label made for sliders leaves open.
std::string helpOf(const core::Field& field) {
    static constexpr std::pair<std::string_view, std::string_view> kHelp[] = {
        {"--model", "Model preset (\"shardscope-cli model --list\" lists them) or the path of a Hugging Face config.json"},
        {"--gpu", "Accelerator, such as a100-80gb, h100-sxm or virtual-card, or a JSON file of one's own"},
        {"--cards", "Cards in all, instead of --nodes and --gpus-per-node"},
        {"--tp", "Tensor-parallel size"},
        {"--cp", "Context-parallel size"},
        {"--ep", "Expert-parallel size; divides dp·cp"},
        {"--dp", "Data-parallel size; without it cards/(tp·cp·pp)"},
        {"--pp", "Pipeline-parallel size"},
        {"--zero", "ZeRO stage, 0 to 3"},
        {"--micro-batch", "Sequences of one micro-batch and replica"},
        {"--global-batch", "Sequences of one update, all replicas together"},
        {"--seq", "Sequence length, tokens; 0 for the model's own maximum"},
        {"--tokens", "Training tokens of the whole run; 0 for 20 a parameter"},
        {"--price", "Price of a card-hour, USD"},
        {"--mfu", "Model FLOPs utilisation to assume, 0 to 1, instead of the time model's"},
        {"--sequence-parallel", "Split activations along the sequence over the tensor group; =off for no"},
        {"--offload-optimizer", "Where optimizer states rest"},
        {"--offload-parameters", "Where parameters rest"},
        {"--virtual-stages", "Model chunks per pipeline rank"},
        {"--steps", "Updates to train"},
        {"--seed", "Seed of the initial weights and the order of samples"},
        {"--threads-per-rank", "Threads that share the kernels of a rank"},
        {"--data", "Text to train on: a UTF-8 file or a folder of them"},
        {"--card-memory", "Memory of a card, such as 64MiB or 16GiB; 0 for the accelerator's own"},
    };
    for (const auto& [flag, help] : kHelp)
        if (flag == field.flag) return std::string(help);
    return field.label + unitSuffix(field);
}

const char* typeOf(const core::Field& field) {
    switch (field.kind) {
    case core::FieldKind::Integer:
        return "N";
    case core::FieldKind::Real:
        return "NUMBER";
    case core::FieldKind::Choice:
        return "NAME";
    case core::FieldKind::Text:
        return "TEXT";
    }
    return "TEXT";
}

// ": none, selective or full"; models and accelerators are too many for a line.
std::string choicesOf(const core::Field& field) {
    if (field.kind != core::FieldKind::Choice || field.flag == "--model" || field.flag == "--gpu") return {};
    std::vector<std::string> names;
    for (const core::Stop& stop : field.stops(defaultPlan()))
        if (const auto* name = std::get_if<std::string>(&stop.value)) names.push_back(*name);
    return ": " + core::joinedByOr(names);
}

Result<core::FieldValue> valueOf(const core::Field& field, const std::string& text) {
    if (field.flag == kSequenceParallel && (text == "true" || text == "false"))  // as a flag says yes and no
        return core::FieldValue(std::string(text == "true" ? "on" : "off"));
    if (field.flag != kCards) return core::parseFieldValue(field, text, field.flag);
    const Result<std::int64_t> cards = parseCount(text, kCards);
    if (!cards) return tl::make_unexpected(cards.error());
    if (*cards > std::numeric_limits<int>::max())
        return core::refuse(usageProblem("cli.too-many-cards", std::string(kCards), {{"text", text}}));
    return core::FieldValue(*cards);
}

// A model or an accelerator of one's own, from a file; whether the flag named one.
Result<bool> fromFile(const core::Field& field, const std::string& text, Plan& plan) {
    if (field.pointer == "/model" && namesFile(text)) {
        Result<core::ImportedModel> model = modelFromSource(text, field.flag);
        if (!model) return tl::make_unexpected(model.error());
        plan.model = std::move(model->spec);
        return true;
    }
    if (field.pointer == "/cluster/gpu" && namesFile(text)) {
        Result<core::Accelerator> card = core::loadAccelerator(text);
        if (!card) return tl::make_unexpected(card.error());
        plan.cluster.gpu = card->name;
        plan.cluster.own = std::move(*card);
        return true;
    }
    return false;
}

// `where`: the flag that asked for it.
core::Problems deriveDataParallel(Plan& plan, const std::string& where) {
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
    return {usageProblem("cli.dp-not-whole", where,
                         {{"cards", std::to_string(cards)}, {"shape", least}, {"nearest", nearest}},
                         "fix.cli.cards")};
}

// Whether a number beyond 32 bits comes back out of the field as it went in.
bool holds(const core::Field& field, Plan plan, const core::FieldValue& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number == nullptr || std::in_range<int>(*number)) return true;
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

CLI::Option* addPlanOption(CLI::App& command, std::string& file, const std::string& help,
                           const std::string& name) {
    return command.add_option(name, file, help + ". Or the name of a shipped plan, such as tiny-2x2x2")
        ->transform([](const std::string& text) { return shippedOr(text, "plans", kPlanEnding); });
}

Result<Plan> openPlan(const std::string& file) {
    std::error_code ignored;
    if (file.find('/') == std::string::npos && !std::filesystem::exists(file, ignored))
        if (const auto nearest = core::nearestWord(file, shippedNames("plans", kPlanEnding)))
            return core::refuse(usageProblem("cli.no-plan", "PLAN", {{"text", file}, {"nearest", *nearest}}, "fix.cli.did-you-mean"));
    return core::loadPlan(file);
}

PlanFlags::PlanFlags(CLI::App& command, std::span<const std::string_view> only) {
    for (const core::Field& field : core::planFields()) {
        if (field.flag.empty() || (!only.empty() && std::ranges::find(only, field.flag) == only.end()))
            continue;
        const std::string help = helpOf(field);
        const std::string pointer = "  (" + field.pointer + ")";
        std::string& text = m_texts[field.flag];
        CLI::Option* option = field.flag == kSequenceParallel
                                  ? command.add_flag(field.flag, text, help + pointer)
                                  : command.add_option(field.flag, text, help + choicesOf(field) + pointer)
                                        ->type_name(typeOf(field));
        m_options[field.flag] = option->group("Plan");
    }
    if (!only.empty()) return;
    command
        .add_option(std::string(kTable), m_tableFile,
                    "Schedule: a table of one's own, one line of ops a rank  (/schedule_table)")
        ->group("Plan")
        ->excludes(m_options["--schedule"]);
    command
        .add_option(std::string(kSet), m_values,
                    "Any value of a plan file by its JSON pointer, such as /layout/stage_layers=[1,3] or "
                    "/optimizer/lr=0.001; null for its default. May be repeated; comes after all other flags")
        ->type_name("POINTER=VALUE")
        ->group("Plan")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

bool PlanFlags::given(std::string_view flag) const {
    const auto option = m_options.find(flag);
    return option != m_options.end() && option->second->count() > 0;
}

std::string PlanFlags::shapeFlag() const {
    for (const char* flag : {"--tp", "--pp", "--cp", "--cards", "--nodes"})
        if (given(flag)) return flag;
    return "--gpus-per-node";
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
        const Result<bool> taken = fromFile(field, m_texts.find(field.flag)->second, plan);
        if (!taken) return tl::make_unexpected(taken.error());
        if (*taken) continue;
        const Result<core::FieldValue> value = valueOf(field, m_texts.find(field.flag)->second);
        if (!value) return tl::make_unexpected(value.error());
        if (!holds(field, plan, *value))
            return core::refuse(usageProblem("cli.too-large", field.flag,
                                             {{"text", m_texts.find(field.flag)->second}},
                                             "fix.plan.smaller"));
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

Result<FlaggedPlan> PlanFlags::settled(Plan base) const {
    if (given(kCards) && (given("--nodes") || given("--gpus-per-node")))
        return core::refuse(usageProblem("cli.cards-and-nodes", std::string(kCards), {}, "fix.cli.one-of"));
    Result<Plan> plan = withFields(std::move(base));
    if (!plan) return tl::make_unexpected(plan.error());
    FlaggedPlan flagged{std::move(*plan), {}};
    const bool shapeGiven = given("--tp") || given("--cp") || given("--pp");
    if (given("--dp") && !cardsGiven())
        core::spreadCards(flagged.plan.cluster, flagged.plan.layout.cards());
    else if (!given("--dp") && (shapeGiven || cardsGiven()))
        flagged.problems = deriveDataParallel(flagged.plan, shapeFlag());
    return flagged;
}

Result<FlaggedPlan> PlanFlags::withSet(Result<FlaggedPlan> flagged) const {
    if (!flagged) return flagged;
    Result<Plan> set = withValues(std::move(flagged->plan), m_values);
    if (!set) return tl::make_unexpected(set.error());
    flagged->plan = std::move(*set);
    return flagged;
}

Result<FlaggedPlan> PlanFlags::over(Plan base) const { return withSet(settled(std::move(base))); }

Result<FlaggedPlan> PlanFlags::alone(Plan defaults) const {
    Result<FlaggedPlan> flagged = settled(defaults);
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
    return withSet(std::move(flagged));
}

Result<FlaggedPlan> PlanFlags::overFileOrAlone(const std::string& file) const {
    if (!file.empty()) {
        Result<Plan> plan = openPlan(file);
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
    for (core::Problem& problem : problems)
        for (const std::string& value : m_values)
            if (value.starts_with(problem.where + '=')) problem.where = std::string(kSet) + ' ' + problem.where;
    if (file.empty()) return problems;
    const auto text = core::readTextFile(file);
    return text ? core::placedInText(std::move(problems), *text, file) : problems;
}

}  // namespace app
