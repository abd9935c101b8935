// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes event fields into a JSON object; the counterpart of JsonReader, walking the same field lists.
#pragma once

#include "core/telemetry/event_fields.h"
#include "core/telemetry/problem_json.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <type_traits>

namespace core::wire {

using Json = nlohmann::ordered_json;

class JsonWriter {
public:
    explicit JsonWriter(Json& object)
        : m_object(object) {}

    template <class T>
    void operator()(const char* name, T& field) {
        if constexpr (requires { field.has_value(); }) {
            if (!field) return;  // an absent optional has no key
            m_object[name] = json(*field);
        } else {
            m_object[name] = json(field);
        }
    }

private:
    template <class T>
    static Json json(T& value) {
        if constexpr (std::is_enum_v<T>)
            return toText(value);
        else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>)
            return value;
        else
            return object(value);
    }
    static Json object(Bytes value) { return value.value(); }
    static Json object(Seconds value) { return value.value(); }
    static Json object(Problem& problem) { return problemToJson(problem); }
    static Json object(CategoryBytes& bytes) {
        Json named = Json::object();
        for (const auto& [category, name] : enumNames<MemoryCategory>())
            named[std::string(name)] = bytes[std::size_t(category)].value();
        return named;
    }
    static Json object(std::vector<OpSpan>& spans) {
        Json rows = Json::array();
        for (const OpSpan& s : spans)
            rows.push_back({int(s.kind), s.stage, s.microBatch, nanoseconds(s.wallStart),
                            nanoseconds(s.wallEnd), nanoseconds(s.cpu), nanoseconds(s.virtualStart),
                            nanoseconds(s.virtualEnd)});
        return rows;
    }
    static Json object(std::vector<std::pair<std::string, Bytes>>& entries) {
        Json rows = Json::array();
        for (const auto& [name, bytes] : entries) rows.push_back({name, bytes.value()});
        return rows;
    }
    template <class T>
    static Json object(std::vector<T>& items) {
        Json rows = Json::array();
        for (T& item : items) rows.push_back(object(item));
        return rows;
    }
    template <class T>
    static Json object(T& record) {
        Json inner = Json::object();
        JsonWriter writer(inner);
        fields(writer, record);
        return inner;
    }
    static Json nanoseconds(double seconds) {
        const double ns = seconds * 1e9;
        return std::abs(ns) < 9e18 ? Json(std::llround(ns)) : Json();
    }

    Json& m_object;
};

}  // namespace core::wire
