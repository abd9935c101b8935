// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/advice_words.h"

#include "core/plan/fields.h"
#include "core/plan/plan_codec.h"

#include <fmt/format.h>

namespace app {

namespace {

const char* nameOf(core::Severity severity) {
    return severity == core::Severity::Error ? "error" : severity == core::Severity::Warning ? "warning" : "info";
}

std::string valueText(const core::FieldValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* real = std::get_if<double>(&value)) return fmt::format("{:g}", *real);
    return std::get<std::string>(value);
}

}  // namespace

std::string flagsBetween(const core::Plan& from, const core::Plan& to) {
    std::string flags;
    for (const core::Field& field : core::planFields()) {
        if (field.flag.empty() || field.get(from) == field.get(to)) continue;
        const std::string value = valueText(field.get(to));
        if (!flags.empty()) flags += ' ';
        if (field.pointer != "/sequence_parallel")
            flags += field.flag + ' ' + value;
        else
            flags += value == "on" ? field.flag : field.flag + "=false";
    }
    return flags;
}

Json adviceJson(const core::Plan& plan, const std::vector<core::Advice>& advice) {
    Json rows = Json::array();
    for (const core::Advice& one : advice)
        rows.push_back({{"severity", nameOf(one.rule->severity)},
                        {"code", one.rule->code},
                        {"where", one.rule->where},
                        {"message", core::message(one.problem)},
                        {"fix", core::fixText(one.problem)},
                        {"source", one.rule->source},
                        {"flags", one.plan ? flagsBetween(plan, *one.plan) : ""},
                        {"plan", one.plan ? core::planToJson(*one.plan) : Json()}});
    return rows;
}

std::string adviceText(const core::Plan& plan, const std::vector<core::Advice>& advice) {
    if (advice.empty()) return {};
    std::string text = "\nAdvice\n";
    for (const core::Advice& one : advice) {
        const std::string flags = one.plan ? flagsBetween(plan, *one.plan) : "";
        text += fmt::format("  {}: {}; {}{}\n           ({})\n", nameOf(one.rule->severity), core::message(one.problem),
                            core::fixText(one.problem), flags.empty() ? "" : " (" + flags + ")", one.rule->source);
    }
    return text;
}

}  // namespace app
