// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Visitor that fills a plan from parsed JSON. Every fault is collected with its place; nothing is guessed: an
// absent key keeps the plan's default, a key of the wrong type is refused.
#pragma once

#include "core/base/json_text.h"
#include "core/base/suggest.h"
#include "core/plan/plan.h"

#include <concepts>
#include <limits>
#include <optional>
#include <utility>

namespace core {

// What stands in the file, short enough for a sentence.
[[nodiscard]] std::string shortText(const nlohmann::ordered_json& value);

class PlanReader {
public:
    explicit PlanReader(const JsonText& json);  // keeps a reference

    [[nodiscard]] Problems takeProblems() { return std::move(m_problems); }
    // After the walk: keys of the document that nobody asked for; dimensions that the model still lacks.
    void finish(ModelSpec& model);

    void version();
    [[nodiscard]] bool preset(ModelSpec& model);
    [[nodiscard]] bool config(ModelSpec& model);
    // A name of the catalogue, the path of a file of one's own (*.json), or such a file's content.
    void accelerator(const char* key, ClusterSpec& cluster);
    void text(const char* key, std::string& member);
    void real(const char* key, double& member);
    void bytes(const char* key, Bytes& member);
    void list(const char* key, std::vector<int>& member);
    void lines(const char* key, std::vector<std::string>& member);

    template <std::integral Number>
    void integer(const char* key, Number& member) {
        if (const Json* value = find(key)) (void)readInteger(key, *value, m_pointer + "/" + key, member);
    }

    // A choice of Off and On, in the file false and true.
    template <class E>
    void flag(const char* key, E& member) {
        if (const std::optional<bool> on = readBoolean(key)) member = *on ? E::On : E::Off;
    }

    void toggle(const char* key, bool& member) {
        if (const std::optional<bool> on = readBoolean(key)) member = *on;
    }

    template <class E>
    void choice(const char* key, E& member) {
        if (const Json* value = find(key)) readChoice(key, *value, member);
    }

    template <class E>
    void optionalChoice(const char* key, std::optional<E>& member) {
        const Json* value = find(key);
        if (value == nullptr || value->is_null() || *value == "auto") return;
        E read{};
        if (readChoice(key, *value, read)) member = read;
    }

    template <class Member, class Body>
    void detail(const char* key, const Member&, Body body) {
        section(key, body);
    }

    template <class Body>
    void section(const char* key, Body body) {
        const Json* value = find(key);
        if (value == nullptr) return;
        if (!value->is_object()) return wrongType(key, "an object", *value);
        const Level outer{m_object, m_pointer, std::move(m_known)};
        m_object = value;
        m_pointer += std::string("/") + key;
        m_known.clear();
        body();
        refuseUnknownKeys();
        m_object = outer.object;
        m_pointer = outer.pointer;
        m_known = outer.known;
    }

private:
    using Json = nlohmann::ordered_json;

    struct Level {
        const Json* object;
        std::string pointer;
        std::vector<std::string> known;
    };

    // The value of a key of the object in hand; null when absent. Either way the key is a known one.
    const Json* find(const char* key);
    void refuse(Problem problem) { m_problems.push_back(std::move(problem)); }
    void wrongType(const char* key, const char* expected, const Json& value);
    void refuseUnknownKeys();
    void unknownChoice(const char* key, const std::string& found, const std::vector<std::string>& names);
    void missingKey(const std::string& pointer, const char* key, const char* expected);
    std::optional<bool> readBoolean(const char* key);
    static std::optional<std::int64_t> wholeNumber(const Json& value);
    void outOfRange(const char* key, const std::string& pointer, const Json& value, std::uint64_t least,
                    std::uint64_t most);

    // False: refused. No number of a plan is below 0.
    template <std::integral Number>
    bool readInteger(const char* key, const Json& value, const std::string& pointer, Number& member) {
        if (value.is_number_unsigned() && std::in_range<Number>(value.get<std::uint64_t>())) {
            member = Number(value.get<std::uint64_t>());
            return true;
        }
        const std::optional<std::int64_t> whole = wholeNumber(value);
        if (!whole)
            wrongType(key, "a whole number", value);
        else if (!std::in_range<Number>(*whole))
            outOfRange(key, pointer, value, 0, std::uint64_t(std::numeric_limits<Number>::max()));
        else
            member = Number(*whole);
        return whole && std::in_range<Number>(*whole);
    }

    template <class E>
    bool readChoice(const char* key, const Json& value, E& member) {
        std::vector<std::string> names;
        for (const auto& [choiceValue, name] : enumNames<E>()) names.emplace_back(name);
        if (!value.is_string()) {
            wrongType(key, ("one of " + joinedByOr(names)).c_str(), value);
            return false;
        }
        const auto found = fromText<E>(value.template get<std::string>());
        if (found)
            member = *found;
        else
            unknownChoice(key, value.template get<std::string>(), names);
        return found.has_value();
    }

    const JsonText& m_json;
    const Json* m_object;
    std::string m_pointer;
    std::vector<std::string> m_known;
    Problems m_problems;
    bool m_hasPreset = false;
};

}  // namespace core
