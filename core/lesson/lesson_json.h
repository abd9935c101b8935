// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading objects of a lesson file: each look-up names a key; keys nobody looked up are refused with a suggestion.
// Faults carry FILE:LINE:COLUMN (pointer); after a fault the default stands, so that one pass finds them all.
#pragma once

#include "core/base/json_text.h"
#include "core/base/suggest.h"
#include "core/lesson/lesson.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

class JsonObject {
public:
    JsonObject(const JsonText& text, const nlohmann::ordered_json& object, std::string pointer, Problems& problems);

    [[nodiscard]] const nlohmann::ordered_json& value() const { return m_object; }
    [[nodiscard]] std::string place() const { return m_text.where(m_pointer); }
    [[nodiscard]] std::string placeOf(const std::string& key) const { return m_text.where(pointerOf(key)); }
    [[nodiscard]] std::string pointerOf(const std::string& key) const;
    [[nodiscard]] bool has(const std::string& key) const { return m_object.is_object() && m_object.contains(key); }

    std::string text(const std::string& key, bool needed = false);
    std::optional<double> real(const std::string& key);
    std::optional<int> integer(const std::string& key);
    std::vector<std::string> texts(const std::string& key);
    std::vector<double> numbers(const std::string& key);
    std::optional<JsonObject> object(const std::string& key);
    std::vector<JsonObject> objects(const std::string& key);         // a list of objects
    std::vector<std::pair<std::string, JsonObject>> members(const std::string& key);  // an object of objects
    PlacedExpression expression(const std::string& key);
    PlanPatch patch(const std::string& key);
    // Of an object that is a patch itself.
    PlanPatch asPatch();

    template <class E>
    std::optional<E> choice(const std::string& key) {
        const std::string name = text(key);
        if (name.empty()) return std::nullopt;
        return choiceOf<E>(name, key);
    }
    template <class E>
    std::optional<E> choiceOf(const std::string& name, const std::string& key) {
        if (const auto value = fromText<E>(name)) return value;
        std::vector<std::string> names;
        for (const auto& [value, known] : enumNames<E>()) names.emplace_back(known);
        unknownChoice(key, name, names);
        return std::nullopt;
    }

    void missing(const std::string& key, const std::string& expected);
    void refuse(Problem problem) { m_problems.push_back(std::move(problem)); }
    void refuseUnknownKeys();

private:
    const nlohmann::ordered_json* find(const std::string& key);
    void wrongType(const std::string& key, const char* expected, const nlohmann::ordered_json& found);
    void unknownChoice(const std::string& key, const std::string& name, const std::vector<std::string>& names);
    [[nodiscard]] std::optional<PatchEntry> patchEntry(const std::string& pointer, const nlohmann::ordered_json& value);
    // The expression of a text that stands at `where`; its faults moved there.
    [[nodiscard]] std::optional<Expression> parsed(const std::string& source, std::size_t skipped,
                                                   const std::string& key);

    const JsonText& m_text;
    const nlohmann::ordered_json& m_object;
    std::string m_pointer;
    Problems& m_problems;
    std::vector<std::string> m_known;
};

// The place inside a quoted text of a JSON file: `where` of the text and the byte in it.
[[nodiscard]] std::string placeInText(const std::string& where, std::string_view text, std::size_t at);

}  // namespace core
