// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/config_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace core {

namespace {

// What stands in the file, short enough for a sentence.
std::string shown(const ConfigReader::Json& value) {
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    if (value.is_string()) return "a text";
    return value.dump();
}

}  // namespace

ConfigReader::ConfigReader(const JsonText& json, std::string pointer)
    : m_json(json)
    , m_object(&json.root.at(nlohmann::ordered_json::json_pointer(pointer)))
    , m_pointer(std::move(pointer)) {}

const ConfigReader::Json* ConfigReader::find(const char* key) const {
    const auto at = m_object->find(key);
    return at == m_object->end() || at->is_null() ? nullptr : &*at;
}

void ConfigReader::refuse(std::string code, const char* key, std::map<std::string, std::string> params,
                          std::string fix) {
    params.emplace("key", key);
    const std::string pointer = *key == '\0' ? m_pointer : m_pointer + "/" + pointerToken(key);
    m_problems.push_back({Severity::Error, std::move(code), m_json.where(pointer), std::move(params), std::move(fix)});
}

void ConfigReader::wrongType(const char* key, const char* expected) {
    refuse("hf.wrong-type", key, {{"expected", expected}, {"found", shown(*find(key))}});
}

std::optional<int> ConfigReader::integer(const char* key, int least) {
    const Json& value = *find(key);
    constexpr int kMost = std::numeric_limits<int>::max();
    const bool whole = value.is_number_integer() ||
                       (value.is_number_float() && value.get<double>() == std::floor(value.get<double>()));
    if (!whole) {
        wrongType(key, "a whole number");
        return std::nullopt;
    }
    const double number = value.get<double>();
    if (number < least || number > kMost) {
        refuse("hf.out-of-range", key,
               {{"found", value.dump()}, {"least", fmt::to_string(least)}, {"most", fmt::to_string(kMost)}});
        return std::nullopt;
    }
    return int(number);
}

std::optional<int> ConfigReader::firstOf(Keys keys, int least) {
    std::optional<int> first;
    const char* firstKey = nullptr;
    for (const char* key : keys) {
        if (!has(key)) continue;
        const std::optional<int> value = integer(key, least);
        if (!value) return least;  // its fault is noted
        if (first && *first != *value)
            refuse("hf.contradiction", key,
                   {{"value", fmt::to_string(*value)}, {"other", firstKey}, {"other_value", fmt::to_string(*first)}});
        if (!first) {
            first = value;
            firstKey = key;
        }
    }
    return first;
}

int ConfigReader::size(Keys keys) {
    if (const auto value = firstOf(keys, 1)) return *value;
    refuse("hf.missing-key", "", {{"key", *keys.begin()}});
    return 1;
}

int ConfigReader::sizeOr(Keys keys, int fallback) { return firstOf(keys, 1).value_or(fallback); }
int ConfigReader::countOr(Keys keys, int fallback) { return firstOf(keys, 0).value_or(fallback); }

bool ConfigReader::flagOr(const char* key, bool fallback) {
    const Json* value = find(key);
    if (value == nullptr) return fallback;
    if (value->is_boolean()) return value->get<bool>();
    wrongType(key, "true or false");
    return fallback;
}

double ConfigReader::numberOr(const char* key, double fallback) {
    const Json* value = find(key);
    if (value == nullptr) return fallback;
    if (value->is_number() && std::isfinite(value->get<double>())) return value->get<double>();
    wrongType(key, "a number");
    return fallback;
}

std::string ConfigReader::textOr(const char* key, std::string fallback) {
    const Json* value = find(key);
    if (value == nullptr) return fallback;
    if (value->is_string()) return value->get<std::string>();
    wrongType(key, "a text");
    return fallback;
}

std::vector<std::string> ConfigReader::texts(const char* key) {
    const Json* value = find(key);
    if (value == nullptr) return {};
    std::vector<std::string> all;
    const bool list = value->is_array();
    for (const Json& entry : list ? *value : Json::array())
        if (entry.is_string()) all.push_back(entry.get<std::string>());
    if (!list || all.size() != value->size()) wrongType(key, "a list of texts");
    return all;
}

std::vector<int> ConfigReader::numbers(const char* key) {
    const Json* value = find(key);
    if (value == nullptr) return {};
    std::vector<int> all;
    const bool list = value->is_array();
    for (const Json& entry : list ? *value : Json::array())
        if (entry.is_number_unsigned() && entry.get<std::uint64_t>() <= std::uint64_t(std::numeric_limits<int>::max()))
            all.push_back(entry.get<int>());
    if (!list || all.size() != value->size()) wrongType(key, "a list of whole numbers");
    return all;
}

std::optional<ConfigReader> ConfigReader::below(const char* key) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (value->is_object()) return ConfigReader(m_json, m_pointer + "/" + pointerToken(key));
    wrongType(key, "an object");
    return std::nullopt;
}

void ConfigReader::take(ConfigReader&& child) {
    for (Problem& problem : child.m_problems) m_problems.push_back(std::move(problem));
    child.m_problems.clear();
}

}  // namespace core
