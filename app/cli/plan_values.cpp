// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values at JSON pointers of a plan, through its text: what no plan file may say is found by its reader.
#include "app/cli/plan_values.h"

#include "app/cli/problems.h"
#include "core/plan/plan_codec.h"

#include <nlohmann/json.hpp>

#include <string_view>
#include <utility>

namespace app {

namespace {

using core::Plan;
using core::Result;
using Json = nlohmann::ordered_json;

constexpr std::string_view kSet = "--set";

core::Problem misread(const std::string& assignment) {
    return usageProblem("cli.set", std::string(kSet), {{"text", assignment}}, "fix.cli.set");
}

// A shape of one's own has no preset's name.
Plan prepared(Plan plan, std::string_view pointer) {
    if (pointer.starts_with("/model/")) plan.model.name.clear();
    return plan;
}

bool put(Json& plan, const std::string& pointer, Json value) {
    if (pointer == "/model/preset") {
        plan["model"] = Json{{"preset", std::move(value)}};
        return true;
    }
    const std::size_t cut = pointer.rfind('/');
    const std::string key = pointer.substr(cut + 1);
    try {
        Json& parent = plan[Json::json_pointer(pointer.substr(0, cut))];
        if (!parent.is_object() && !parent.is_null()) return false;
        if (!value.is_null())
            parent[key] = std::move(value);
        else if (parent.is_object())
            parent.erase(key);
        return true;
    } catch (const Json::exception&) {
        return false;
    }
}

// "PLAN:1:20 (/layout/tp)" is a place in a text that nobody wrote.
core::Problems atPointers(core::Problems problems) {
    for (core::Problem& problem : problems) {
        const std::size_t open = problem.where.rfind(" (/");
        if (open != std::string::npos && problem.where.ends_with(')'))
            problem.where = std::string(kSet) + ' ' + problem.where.substr(open + 2, problem.where.size() - open - 3);
    }
    return problems;
}

Result<Plan> withValue(const Plan& plan, const std::string& assignment) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals < 2 || assignment.front() != '/') return core::refuse(misread(assignment));
    const std::string pointer = assignment.substr(0, equals), text = assignment.substr(equals + 1);
    Json value = Json::parse(text, nullptr, false);
    if (value.is_discarded()) value = text;
    Json json = core::planToJson(prepared(plan, pointer));
    if (!put(json, pointer, std::move(value))) return core::refuse(misread(assignment));
    Result<Plan> changed = core::planFromText(json.dump(-1, ' ', false, Json::error_handler_t::replace), kSet);
    if (!changed) return tl::make_unexpected(atPointers(std::move(changed.error())));
    return changed;
}

}  // namespace

Result<Plan> withValues(Plan plan, const std::vector<std::string>& assignments) {
    for (const std::string& assignment : assignments) {
        Result<Plan> changed = withValue(plan, assignment);
        if (!changed) return changed;
        plan = std::move(*changed);
    }
    return plan;
}

}  // namespace app
