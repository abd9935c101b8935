// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Problem ↔ JSON.
#include "core/telemetry/problem_json.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace core {

namespace {

constexpr std::string_view kSeverities[] = {"error", "warning", "info"};

std::string textOf(const nlohmann::json& json, const char* key) {
    const auto at = json.find(key);
    return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

}  // namespace

nlohmann::ordered_json problemToJson(const Problem& problem) {
    nlohmann::ordered_json json{{"severity", kSeverities[int(problem.severity)]},
                                {"code", problem.code},
                                {"where", problem.where},
                                {"params", nlohmann::ordered_json::object()},
                                {"message", message(problem)},
                                {"fix", fixText(problem)},
                                {"fix_code", problem.fix},
                                {"upstream_message", problem.upstreamMessage}};
    for (const auto& [key, value] : problem.params) json["params"][key] = value;
    return json;
}

Problem problemFromJson(const nlohmann::json& json) {
    Problem problem;
    if (!json.is_object()) return problem;
    const std::string severity = textOf(json, "severity");
    for (int i = 0; i < int(std::size(kSeverities)); ++i)
        if (severity == kSeverities[i]) problem.severity = Severity(i);
    problem.code = textOf(json, "code");
    problem.where = textOf(json, "where");
    problem.fix = textOf(json, "fix_code");
    problem.upstreamMessage = textOf(json, "upstream_message");
    if (const auto params = json.find("params"); params != json.end() && params->is_object())
        for (const auto& [key, value] : params->items())
            if (value.is_string()) problem.params[key] = value.get<std::string>();
    return problem;
}

}  // namespace core
