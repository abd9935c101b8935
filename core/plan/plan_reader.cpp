// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading of single values, and what is said about the faulty ones.
#include "core/plan/plan_reader.h"

#include "core/base/suggest_words.h"
#include "core/base/utf8.h"
#include "core/import/hf_config.h"
#include "core/plan/plan_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace core {

std::string shortText(const nlohmann::ordered_json& value) {
    constexpr std::size_t kLongest = 40;
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    std::string text = value.dump();
    if (text.size() <= kLongest) return text;
    return std::string(utf8Prefix(text, kLongest)) + "…";
}

PlanReader::PlanReader(const JsonText& json)
    : m_json(json)
    , m_object(&json.root) {}

const nlohmann::ordered_json* PlanReader::find(const char* key) {
    m_known.emplace_back(key);
    const auto at = m_object->find(key);
    return at == m_object->end() ? nullptr : &*at;
}

void PlanReader::wrongType(const char* key, const char* expected, const Json& value) {
    refuse({Severity::Error,
            "plan.wrong-type",
            m_json.where(m_pointer + "/" + key),
            {{"key", key}, {"expected", expected}, {"found", shortText(value)}},
            "fix.plan.wrong-type"});
}

void PlanReader::outOfRange(const char* key, const std::string& pointer, const Json& value, std::uint64_t least,
                            std::uint64_t most) {
    refuse({Severity::Error,
            "plan.out-of-range",
            m_json.where(pointer),
            {{"key", key},
             {"found", shortText(value)},
             {"least", fmt::to_string(least)},
             {"most", fmt::to_string(most)}},
            "fix.plan.range"});
}

void PlanReader::unknownChoice(const char* key, const std::string& found,
                               const std::vector<std::string>& names) {
    const auto nearest = nearestWords(found, names);
    refuse(
        {Severity::Error,
         "plan.unknown-choice",
         m_json.where(m_pointer + "/" + key),
         {{"key", key}, {"found", found}, {"nearest", nearest.value_or("")}, {"choices", joinedByOr(names)}},
         nearest ? "fix.did-you-mean" : "fix.one-of"});
}

void PlanReader::missingKey(const std::string& pointer, const char* key, const char* expected) {
    refuse({Severity::Error,
            "plan.missing-key",
            m_json.where(pointer),
            {{"key", key}, {"expected", expected}},
            "fix.plan.add-key"});
}

void PlanReader::refuseUnknownKeys() {
    for (const auto& [key, value] : m_object->items()) {
        if (std::ranges::find(m_known, key) != m_known.end()) continue;
        const auto nearest = nearestWord(key, m_known);
        refuse({Severity::Error,
                "plan.unknown-key",
                m_json.whereKey(m_pointer + "/" + pointerToken(key)),
                {{"key", key},
                 {"nearest", nearest.value_or("")},
                 {"choices", fmt::format("{}", fmt::join(m_known, ", "))}},
                nearest ? "fix.plan.did-you-mean-key" : "fix.plan.keys"});
    }
}

std::optional<std::int64_t> PlanReader::wholeNumber(const Json& value) {
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        // Larger ones are out of every signed range; the reader of the range says so.
        return std::int64_t(std::min<std::uint64_t>(number, std::numeric_limits<std::int64_t>::max()));
    }
    if (value.is_number_integer()) return value.get<std::int64_t>();
    constexpr double kExact = 0x1p53;
    if (!value.is_number_float()) return std::nullopt;
    const double number = value.get<double>();
    if (number != std::floor(number) || std::abs(number) > kExact) return std::nullopt;
    return std::int64_t(number);
}

void PlanReader::version() {
    const Json* value = find("version");
    if (value == nullptr) return missingKey("", "version", "which is 1");
    std::int64_t found = 0;
    if (!readInteger("version", *value, "/version", found)) return;
    if (found > kPlanVersion)
        refuse({Severity::Error,
                "plan.version",
                m_json.where("/version"),
                {{"found", fmt::to_string(found)}, {"known", fmt::to_string(kPlanVersion)}},
                "fix.plan.version"});
    else if (found < 1)
        outOfRange("version", "/version", *value, 1, kPlanVersion);
}

bool PlanReader::preset(ModelSpec& model) {
    const Json* value = find("preset");
    if (value == nullptr) return false;
    m_hasPreset = true;
    if (!value->is_string()) {
        wrongType("preset", "the name of a model preset", *value);
        return false;
    }
    const auto name = value->get<std::string>();
    if (const ModelSpec* found = findModelPreset(name)) {
        model = *found;
        return false;
    }
    std::vector<std::string> names;
    for (const ModelSpec& spec : modelPresets()) names.push_back(spec.name);
    const auto nearest = nearestWords(name, names);
    refuse({Severity::Error,
            "plan.unknown-preset",
            m_json.where(m_pointer + "/preset"),
            {{"found", name}, {"nearest", nearest.value_or("")}, {"choices", joinedByOr(names)}},
            nearest ? "fix.did-you-mean" : "fix.one-of"});
    return false;
}

// The path is relative to the plan's folder. What the file says wrong is said of that file.
bool PlanReader::config(ModelSpec& model) {
    const Json* value = find("config");
    if (value == nullptr) return false;
    if (m_hasPreset) {
        refuse({Severity::Error, "plan.preset-and-config", m_json.whereKey(m_pointer + "/config"), {}, "fix.plan.one-model"});
        return false;
    }
    if (!value->is_string()) {
        wrongType("config", "the path of a Hugging Face model configuration", *value);
        return false;
    }
    const std::filesystem::path file = std::filesystem::path(m_json.file).parent_path() / value->get<std::string>();
    Result<ImportedModel> imported = importHfConfig(file);
    if (imported)
        model = std::move(imported->spec);
    else
        m_problems.insert(m_problems.end(), imported.error().begin(), imported.error().end());
    return imported.has_value();
}

void PlanReader::accelerator(const char* key, ClusterSpec& cluster) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_object()) text(key, cluster.gpu);
    const bool file = value->is_string() && cluster.gpu.ends_with(".json");
    if (!value->is_object() && !file) return;
    Result<Accelerator> card =
        file ? loadAccelerator(std::filesystem::path(m_json.file).parent_path() / cluster.gpu)
             : readAccelerator(m_json, m_pointer + "/" + key);
    if (card) {
        cluster.own = std::move(*card);
        cluster.gpu = cluster.own->name;
    } else {
        m_problems.insert(m_problems.end(), card.error().begin(), card.error().end());
    }
}

void PlanReader::text(const char* key, std::string& member) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_string()) return wrongType(key, "a text", *value);
    member = value->get<std::string>();
}

void PlanReader::real(const char* key, double& member) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_number()) return wrongType(key, "a number", *value);
    member = value->get<double>();
}

void PlanReader::bytes(const char* key, Bytes& member) {
    std::int64_t count = member.value();
    integer(key, count);
    member = Bytes(count);
}

std::optional<bool> PlanReader::readBoolean(const char* key) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (value->is_boolean()) return value->get<bool>();
    wrongType(key, "true or false", *value);
    return std::nullopt;
}

void PlanReader::list(const char* key, std::vector<int>& member) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_array()) return wrongType(key, "a list of whole numbers", *value);
    member.assign(value->size(), 0);
    for (std::size_t i = 0; i < member.size(); ++i) {
        const std::string element = fmt::format("{}/{}", key, i);
        (void)readInteger(element.c_str(), (*value)[i], m_pointer + "/" + element, member[i]);
    }
}

void PlanReader::lines(const char* key, std::vector<std::string>& member) {
    const Json* value = find(key);
    if (value == nullptr) return;
    const auto isText = [](const Json& line) { return line.is_string(); };
    if (!value->is_array() || !std::ranges::all_of(*value, isText))
        return wrongType(key, "a list of texts", *value);
    member = value->get<std::vector<std::string>>();
}

void PlanReader::finish(ModelSpec& model) {
    refuseUnknownKeys();
    const auto given = m_object->find("model");
    if (given == m_object->end()) return missingKey("", "model", "such as {\"preset\": \"tiny-gpt\"}");
    if (m_hasPreset || !given->is_object() || given->contains("config")) return;
    const auto lacks = [&](const char* key) { return !given->contains(key); };
    for (const char* key : {"layers", "hidden", "heads", "vocabulary", "max_sequence"})
        if (lacks(key)) missingKey("/model", key, "or name a preset");
    if (lacks("kv_heads")) model.kvHeads = model.heads;
    if (lacks("embeddings"))
        model.embeddings = model.family == Family::Gpt ? Embeddings::Tied : Embeddings::Untied;
    if (lacks("ffn") && model.family == Family::Llama)
        return missingKey("/model", "ffn", "the width of the MLP");
    if (lacks("ffn"))
        model.ffn =
            int(std::min<std::int64_t>(std::int64_t{4} * model.hidden, std::numeric_limits<int>::max()));
    if (lacks("name")) model.name = fmt::format("{}-{}x{}", toText(model.family), model.layers, model.hidden);
}

}  // namespace core
