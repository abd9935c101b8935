// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences are those of plan files: the same faults are told in the same words.
#include "core/lesson/lesson_json.h"

#include "core/plan/plan_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string placeInText(const std::string& where, std::string_view text, std::size_t at) {
    // The opening quote is one column more.
    return placeFurther(where, '"' + std::string(text), at + 1);
}

JsonObject::JsonObject(const JsonText& text, const Json& object, std::string pointer, Problems& problems)
    : m_text(text)
    , m_object(object)
    , m_pointer(std::move(pointer))
    , m_problems(problems) {}

std::string JsonObject::pointerOf(const std::string& key) const { return m_pointer + '/' + pointerToken(key); }

const Json* JsonObject::find(const std::string& key) {
    m_known.push_back(key);
    return has(key) ? &m_object[key] : nullptr;
}

void JsonObject::wrongType(const std::string& key, const char* expected, const Json& found) {
    refuse({Severity::Error, "plan.wrong-type", m_text.where(pointerOf(key)),
            {{"key", key}, {"expected", expected}, {"found", shortText(found)}}});
}

void JsonObject::missing(const std::string& key, const std::string& expected) {
    refuse({Severity::Error, "plan.missing-key", place(), {{"key", key}, {"expected", expected}}, "fix.plan.add-key"});
}

void JsonObject::unknownChoice(const std::string& key, const std::string& name, const std::vector<std::string>& names) {
    const auto nearest = nearestWord(name, names);
    refuse({Severity::Error, "plan.unknown-choice", m_text.where(pointerOf(key)),
            {{"found", name}, {"key", key}, {"nearest", nearest.value_or("")}, {"choices", joinedByOr(names)}},
            nearest ? "fix.did-you-mean" : "fix.one-of"});
}

void JsonObject::refuseUnknownKeys() {
    if (!m_object.is_object()) return;
    for (const auto& [key, value] : m_object.items()) {
        if (std::ranges::find(m_known, key) != m_known.end()) continue;
        const auto nearest = nearestWord(key, m_known);
        refuse({Severity::Error, "plan.unknown-key", m_text.whereKey(pointerOf(key)),
                {{"key", key},
                 {"nearest", nearest.value_or("")},
                 {"choices", fmt::format("{}", fmt::join(m_known, ", "))}},
                nearest ? "fix.plan.did-you-mean-key" : "fix.plan.keys"});
    }
}

std::string JsonObject::text(const std::string& key, bool needed) {
    const Json* value = find(key);
    if (!value) {
        if (needed) missing(key, "a text");
        return {};
    }
    if (!value->is_string()) {
        wrongType(key, "a text", *value);
        return {};
    }
    return value->get<std::string>();
}

std::optional<double> JsonObject::real(const std::string& key) {
    const Json* value = find(key);
    if (!value) return std::nullopt;
    if (value->is_number()) return value->get<double>();
    wrongType(key, "a number", *value);
    return std::nullopt;
}

std::optional<int> JsonObject::integer(const std::string& key) {
    const Json* value = find(key);
    if (!value) return std::nullopt;
    constexpr double kMost = 1e9;
    if (value->is_number_integer() && std::abs(value->get<double>()) <= kMost) return value->get<int>();
    wrongType(key, "a whole number", *value);
    return std::nullopt;
}

std::vector<std::string> JsonObject::texts(const std::string& key) {
    const Json* value = find(key);
    if (!value) return {};
    if (value->is_array() && std::ranges::all_of(*value, [](const Json& item) { return item.is_string(); }))
        return value->get<std::vector<std::string>>();
    wrongType(key, "a list of texts", *value);
    return {};
}

std::vector<double> JsonObject::numbers(const std::string& key) {
    const Json* value = find(key);
    if (!value) return {};
    if (value->is_array() && !value->empty() &&
        std::ranges::all_of(*value, [](const Json& item) { return item.is_number(); }))
        return value->get<std::vector<double>>();
    wrongType(key, "a list of numbers", *value);
    return {};
}

std::optional<JsonObject> JsonObject::object(const std::string& key) {
    const Json* value = find(key);
    if (!value) return std::nullopt;
    if (value->is_object()) return JsonObject(m_text, *value, pointerOf(key), m_problems);
    wrongType(key, "an object", *value);
    return std::nullopt;
}

std::vector<JsonObject> JsonObject::objects(const std::string& key) {
    const Json* value = find(key);
    if (!value) return {};
    if (!value->is_array() || !std::ranges::all_of(*value, [](const Json& item) { return item.is_object(); })) {
        wrongType(key, "a list of objects", *value);
        return {};
    }
    std::vector<JsonObject> objects;
    for (std::size_t i = 0; i < value->size(); ++i)
        objects.emplace_back(m_text, (*value)[i], fmt::format("{}/{}", pointerOf(key), i), m_problems);
    return objects;
}

std::vector<std::pair<std::string, JsonObject>> JsonObject::members(const std::string& key) {
    const Json* value = find(key);
    if (!value) return {};
    if (!value->is_object() || !std::ranges::all_of(*value, [](const Json& item) { return item.is_object(); })) {
        wrongType(key, "an object of objects", *value);
        return {};
    }
    std::vector<std::pair<std::string, JsonObject>> members;
    for (const auto& [name, member] : value->items())
        members.emplace_back(name, JsonObject(m_text, member, pointerOf(key) + '/' + pointerToken(name), m_problems));
    return members;
}

std::optional<Expression> JsonObject::parsed(const std::string& source, std::size_t skipped, const std::string& key) {
    auto expression = parseExpression(std::string_view(source).substr(skipped));
    if (expression) return std::move(*expression);
    Problem problem = expression.error().front();
    problem.where = placeInText(placeOf(key), source, skipped + std::size_t(std::stoul(problem.where)));
    refuse(std::move(problem));
    return std::nullopt;
}

PlacedExpression JsonObject::expression(const std::string& key) {
    const Json* value = find(key);
    if (!value) return {};
    const std::string source = value->is_string()   ? value->get<std::string>()
                               : value->is_number() ? value->dump()
                                                    : std::string();
    if (source.empty()) {
        wrongType(key, "an expression", *value);
        return {};
    }
    auto expression = parsed(source, 0, key);
    return expression ? PlacedExpression{std::move(*expression), placeOf(key)} : PlacedExpression{};
}

std::optional<PatchEntry> JsonObject::patchEntry(const std::string& pointer, const Json& value) {
    const Field* field = findField(pointer);
    if (!field) {
        std::vector<std::string> pointers;
        for (const Field& known : planFields()) pointers.push_back(known.pointer);
        const auto nearest = nearestWord(pointer, pointers);
        refuse({Severity::Error, "course.unknown-field", m_text.whereKey(pointerOf(pointer)),
                {{"field", pointer}, {"nearest", nearest.value_or("")}},
                nearest ? "fix.did-you-mean" : "fix.course.fields"});
        return std::nullopt;
    }
    PatchEntry entry{pointer, {}, placeOf(pointer)};
    const bool number = field->kind == FieldKind::Integer || field->kind == FieldKind::Real;
    if (value.is_string() && number && value.get<std::string>().starts_with('=')) {
        auto expression = parsed(value.get<std::string>(), 1, pointer);
        if (!expression) return std::nullopt;
        entry.value = std::move(*expression);
        return entry;
    }
    if (value.is_number_integer() && number)
        entry.value = FieldValue(value.get<std::int64_t>());
    else if (value.is_number() && field->kind == FieldKind::Real)
        entry.value = FieldValue(value.get<double>());
    else if (value.is_boolean() && field->kind == FieldKind::Choice)
        entry.value = FieldValue(std::string(value.get<bool>() ? "on" : "off"));
    else if (value.is_string()) {
        // The same check, and the same suggestion, as a flag of the command line gets.
        auto parsedValue = parseFieldValue(*field, value.get<std::string>(), placeOf(pointer));
        if (!parsedValue) {
            for (Problem& problem : parsedValue.error()) refuse(std::move(problem));
            return std::nullopt;
        }
        entry.value = std::move(*parsedValue);
    } else {
        wrongType(pointer, number ? "a number or \"=expression\"" : "a text", value);
        return std::nullopt;
    }
    return entry;
}

PlanPatch JsonObject::asPatch() {
    PlanPatch patch;
    if (!m_object.is_object()) return patch;
    for (const auto& [pointer, value] : m_object.items()) {
        m_known.push_back(pointer);
        if (auto entry = patchEntry(pointer, value)) patch.push_back(std::move(*entry));
    }
    return patch;
}

PlanPatch JsonObject::patch(const std::string& key) {
    auto inner = object(key);
    return inner ? inner->asPatch() : PlanPatch{};
}

}  // namespace core
