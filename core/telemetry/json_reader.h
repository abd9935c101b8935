// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads event fields from a JSON object of unknown origin. A missing field keeps its default; a field of
// another type or out of range is noted, and the event is then refused.
#pragma once

#include "core/telemetry/event_fields.h"
#include "core/telemetry/problem_json.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

namespace core::wire {

class JsonReader {
public:
    // `wrong` receives the path of the first field of another type; it stays empty when all is well.
    JsonReader(const nlohmann::json& object, std::string path, std::string& wrong)
        : m_object(object)
        , m_path(std::move(path))
        , m_wrong(wrong) {}

    template <class T>
    void operator()(const char* name, T& field) {
        const auto at = m_object.find(name);
        if (at == m_object.end()) return;
        const std::string path = m_path + "/" + name;
        if (!read(*at, field, path) && m_wrong.empty()) m_wrong = path;
    }

private:
    using Value = nlohmann::json;
    static constexpr std::size_t kSpanColumns = 8;

    bool read(const Value& value, double& field, const std::string&) { return number(value, field); }
    bool read(const Value& value, bool& field, const std::string&) {
        if (!value.is_boolean()) return false;
        field = value.get<bool>();
        return true;
    }
    bool read(const Value& value, std::string& field, const std::string&) {
        if (!value.is_string()) return false;
        field = value.get<std::string>();
        return true;
    }
    bool read(const Value& value, Seconds& field, const std::string&) {
        double seconds = 0;
        if (!number(value, seconds)) return false;
        field = Seconds(seconds);
        return true;
    }
    bool read(const Value& value, Bytes& field, const std::string&) {
        std::int64_t bytes = 0;
        if (!integer(value, bytes)) return false;
        field = Bytes(bytes);
        return true;
    }
    bool read(const Value& value, Problem& field, const std::string&) {
        field = problemFromJson(value);
        return value.is_object();
    }
    bool read(const Value& value, CategoryBytes& field, const std::string&) {
        if (!value.is_object()) return false;
        for (const auto& [category, name] : enumNames<MemoryCategory>()) {
            const auto at = value.find(std::string(name));
            if (at != value.end() && !read(*at, field[std::size_t(category)], {})) return false;
        }
        return true;
    }
    bool read(const Value& value, std::vector<OpSpan>& field, const std::string&) {
        if (!value.is_array()) return false;
        field.resize(value.size());
        for (std::size_t i = 0; i < value.size(); ++i)
            if (!readSpan(value[i], field[i])) return false;
        return true;
    }
    bool read(const Value& value, std::vector<std::pair<std::string, Bytes>>& field, const std::string&) {
        if (!value.is_array()) return false;
        for (const Value& row : value) {
            auto& [name, bytes] = field.emplace_back();
            if (!row.is_array() || row.size() != 2 || !read(row[0], name, {}) || !read(row[1], bytes, {}))
                return false;
        }
        return true;
    }
    template <class T>
    bool read(const Value& value, std::optional<T>& field, const std::string& path) {
        return value.is_null() || read(value, field.emplace(), path);
    }
    template <class T>
    bool read(const Value& value, std::vector<T>& field, const std::string& path) {
        if (!value.is_array()) return false;
        for (std::size_t i = 0; i < value.size(); ++i)
            if (!read(value[i], field.emplace_back(), path + "/" + std::to_string(i))) return false;
        return true;
    }
    template <class T>
    bool read(const Value& value, T& field, const std::string& path) {
        if constexpr (std::is_enum_v<T>) {
            const auto known =
                value.is_string() ? fromText<T>(value.get_ref<const std::string&>()) : std::nullopt;
            if (known) field = *known;
            return known.has_value();
        } else if constexpr (std::is_integral_v<T>) {
            return integer(value, field);
        } else {
            if (!value.is_object()) return false;
            JsonReader inner(value, path, m_wrong);
            fields(inner, field);
            return true;
        }
    }

    static bool readSpan(const Value& row, OpSpan& span) {
        int kind = 0;
        const auto& kinds = enumNames<SpanKind>();
        if (!row.is_array() || row.size() != kSpanColumns || !integer(row[0], kind)) return false;
        if (kind < 0 || std::size_t(kind) >= kinds.size()) return false;
        span.kind = SpanKind(kind);
        return integer(row[1], span.stage) && integer(row[2], span.microBatch) &&
               seconds(row[3], span.wallStart) && seconds(row[4], span.wallEnd) &&
               seconds(row[5], span.cpu) && seconds(row[6], span.virtualStart) &&
               seconds(row[7], span.virtualEnd);
    }
    static bool number(const Value& value, double& field) {
        if (value.is_null())
            field = std::numeric_limits<double>::quiet_NaN();
        else if (value.is_number())
            field = value.get<double>();
        return value.is_null() || value.is_number();
    }
    static bool seconds(const Value& nanoseconds, double& field) {
        if (!number(nanoseconds, field)) return false;
        field /= 1e9;
        return true;
    }
    template <class T>
    static bool integer(const Value& value, T& field) {
        if (value.is_number_unsigned()) {
            const auto wide = value.get<std::uint64_t>();
            field = T(wide);
            return wide <= std::uint64_t(std::numeric_limits<T>::max());
        }
        if (!value.is_number_integer()) return false;
        const auto wide = value.get<std::int64_t>();
        field = T(wide);
        return std::int64_t(field) == wide;
    }

    const Value& m_object;
    std::string m_path;
    std::string& m_wrong;
};

}  // namespace core::wire
