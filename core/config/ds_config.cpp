// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ds_config.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

std::string pointerOf(std::string_view path) { return path.empty() ? std::string() : '/' + std::string(path); }

// What pydantic takes for a truth value.
std::optional<bool> truthOf(const Json& value) {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number() && (value == 0 || value == 1)) return value == 1;
    if (!value.is_string()) return std::nullopt;
    std::string text = value.get<std::string>();
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    for (const char* yes : {"true", "yes", "on", "y", "t", "1"})
        if (text == yes) return true;
    for (const char* no : {"false", "no", "off", "n", "f", "0"})
        if (text == no) return false;
    return std::nullopt;
}

std::optional<double> numberOf(const Json& value) {
    if (value.is_number()) return value.get<double>();
    if (!value.is_string()) return std::nullopt;
    const std::string& text = value.get_ref<const std::string&>();
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::optional<std::int64_t> integerOf(const std::string& text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// ${zero_stage} or CONFIG_BATCH_SIZE, with the comma that a string without quotes swallows.
bool isPlaceholder(std::string_view text) {
    if (text.ends_with(',')) text.remove_suffix(1);
    if (text.find("${") != text.npos || text.starts_with('$')) return true;
    const bool shouts = std::ranges::all_of(
        text, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; });
    return shouts && text.find('_') != text.npos;
}

std::string pathOf(std::string_view pointer) { return std::string(pointer.substr(1)); }

}  // namespace

DsConfig::DsConfig(HjsonText text)
    : m_text(std::make_shared<const HjsonText>(std::move(text))) {}

const Json* DsConfig::find(std::string_view path) const {
    const Json* value = &m_text->json.root;
    while (!path.empty()) {
        const std::size_t cut = std::min(path.find('/'), path.size());
        if (!value->is_object()) return nullptr;
        const auto member = value->find(std::string(path.substr(0, cut)));
        if (member == value->end()) return nullptr;
        value = &*member;
        path.remove_prefix(std::min(cut + 1, path.size()));
    }
    return value;
}

bool DsConfig::has(std::string_view path) const {
    const Json* value = find(path);
    return value != nullptr && !value->is_null();
}

bool DsConfig::isAuto(std::string_view path) const {
    const Json* value = find(path);
    return value != nullptr && value->is_string() && *value == "auto";
}

std::optional<bool> DsConfig::boolean(std::string_view path) const {
    const Json* value = find(path);
    return value == nullptr ? std::nullopt : truthOf(*value);
}

std::optional<std::int64_t> DsConfig::whole(std::string_view path) const {
    const Json* value = find(path);
    if (value == nullptr) return std::nullopt;
    if (value->is_number_integer()) return value->get<std::int64_t>();
    if (value->is_string()) return integerOf(value->get_ref<const std::string&>());
    const std::optional<double> number = numberOf(*value);
    if (!number || std::trunc(*number) != *number || std::abs(*number) > 9e18) return std::nullopt;
    return std::int64_t(*number);
}

std::optional<double> DsConfig::real(std::string_view path) const {
    const Json* value = find(path);
    return value == nullptr ? std::nullopt : numberOf(*value);
}

std::optional<std::string> DsConfig::text(std::string_view path) const {
    const Json* value = find(path);
    if (value == nullptr || !value->is_string() || *value == "auto") return std::nullopt;
    return value->get<std::string>();
}

std::vector<std::string> DsConfig::members(std::string_view path) const {
    std::vector<std::string> names;
    if (const Json* value = find(path); value != nullptr && value->is_object())
        for (const auto& [name, member] : value->items()) names.push_back(name);
    return names;
}

std::string DsConfig::shown(std::string_view path) const {
    constexpr std::size_t kMost = 60;
    const Json* value = find(path);
    if (value == nullptr) return "nothing";
    std::string text = value->dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > kMost) {
        std::size_t cut = kMost;
        while (cut > 0 && (text[cut] & 0xC0) == 0x80) --cut;
        text.resize(cut);
        text += " ...";
    }
    return text;
}

bool DsConfig::flag(std::string_view path, Version version) const {
    if (const auto written = boolean(path)) return *written;
    const DsKey* key = findDsKey(path);
    return key != nullptr && dsDefault(*key, version) == "true";
}

std::optional<std::int64_t> DsConfig::zeroStage() const {
    const Json* zero = find("zero_optimization");
    if (zero == nullptr) return 0;
    if (zero->is_boolean()) return zero->get<bool>() ? 1 : 0;
    if (!has("zero_optimization/stage") || isAuto("zero_optimization/stage")) return 0;
    return whole("zero_optimization/stage");
}

std::string DsConfig::optimizerDevice() const {
    if (boolean("zero_optimization/cpu_offload").value_or(false)) return "cpu";
    return text("zero_optimization/offload_optimizer/device").value_or("none");
}

std::string DsConfig::parameterDevice() const {
    if (boolean("zero_optimization/cpu_offload_param").value_or(false)) return "cpu";
    return text("zero_optimization/offload_param/device").value_or("none");
}

std::vector<std::string> DsConfig::placeholders() const {
    std::vector<std::string> paths;
    for (const std::string& pointer : m_text->quoteless) {
        const Json& value = m_text->json.root.at(Json::json_pointer(pointer));
        if (value.is_string() && isPlaceholder(value.get_ref<const std::string&>())) paths.push_back(pathOf(pointer));
    }
    return paths;
}

std::string DsConfig::where(std::string_view path) const { return m_text->json.where(pointerOf(path)); }
std::string DsConfig::whereKey(std::string_view path) const { return m_text->json.whereKey(pointerOf(path)); }

Result<DsConfig> readDsConfig(std::string_view text, std::string_view file) {
    Result<HjsonText> hjson = readHjson(text, file);
    if (!hjson) return tl::make_unexpected(hjson.error());
    if (!hjson->json.root.is_object())
        return refuse({Severity::Error, "ds.not-an-object", hjson->json.where(""), {}, "fix.ds.not-an-object"});
    return DsConfig(std::move(*hjson));
}

}  // namespace core
