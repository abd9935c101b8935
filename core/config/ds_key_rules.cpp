// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One walk over the document beside the table of keys. An unknown key is an error where DeepSpeed refuses it and a
// warning where it ignores it, which it does at the top level.
#include "core/base/suggest.h"
#include "core/config/ds_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

// Spellings that DeepSpeed's own documentation or old scripts use, farther from the right one than a slip.
constexpr std::pair<std::string_view, std::string_view> kWrongNames[] = {
    {"activation_checkpointing/partitioned_activations", "partition_activations"},
    {"bf16/check_overflow", "check_grad_overflow"},
    {"zero_optimization/cpu_offload_params", "cpu_offload_param"},
    {"zero_optimization/offload_params", "offload_param"},
    {"micro_batch_size", "train_micro_batch_size_per_gpu"},
    {"train_micro_batch_size", "train_micro_batch_size_per_gpu"},
    {"gradient_accumulation", "gradient_accumulation_steps"},
    {"zero", "zero_optimization"},
    {"lr_scheduler", "scheduler"},
    {"comms_config", "comms_logger"},
    {"autotuning_config", "autotuning"},
    {"gradient_clip", "gradient_clipping"},
    {"max_grad_norm", "gradient_clipping"},
};

// What Hugging Face's Trainer puts in place of "auto" (transformers, integrations/deepspeed.py).
constexpr std::string_view kFilledByTrainer[] = {
    "train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps", "gradient_clipping",
    "optimizer/params/lr", "optimizer/params/betas", "optimizer/params/eps", "optimizer/params/weight_decay",
    "scheduler/params/warmup_min_lr", "scheduler/params/warmup_max_lr", "scheduler/params/warmup_num_steps",
    "scheduler/params/total_num_steps", "fp16/enabled", "bf16/enabled", "amp/enabled",
    "zero_optimization/reduce_bucket_size", "zero_optimization/stage3_prefetch_bucket_size",
    "zero_optimization/stage3_param_persistence_threshold"};

// Numbers of the optimizers and schedulers, each of one value.
constexpr std::string_view kNumbersHandedOn[] = {
    "lr", "eps", "weight_decay", "momentum", "freeze_step", "max_coeff", "min_coeff", "warmup_min_lr", "warmup_max_lr",
    "warmup_num_steps", "total_num_steps", "warmup_min_ratio", "cos_min_ratio", "lr_range_test_min_lr",
    "lr_range_test_step_size", "lr_range_test_step_rate", "cycle_min_lr", "cycle_max_lr", "cycle_first_step_size",
    "cycle_second_step_size", "decay_lr_rate", "decay_step_size"};

std::string_view nameOf(DsType type) {
    switch (type) {
    case DsType::Boolean:
        return "true or false";
    case DsType::Whole:
        return "a whole number";
    case DsType::Real:
        return "a number";
    case DsType::Text:
        return "a text";
    case DsType::Object:
        return "an object";
    case DsType::List:
        return "a list";
    case DsType::Any:
        break;
    }
    return "a value";
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t cut = std::min(text.find(separator), text.size());
        parts.emplace_back(text.substr(0, cut));
        text.remove_prefix(std::min(cut + 1, text.size()));
    }
    return parts;
}

std::string stagesText(unsigned stages) {
    std::vector<std::string> names;
    for (unsigned stage = 0; stage < 4; ++stage)
        if ((stages >> stage & 1) != 0) names.push_back(fmt::to_string(stage));
    return joinedByAnd(names);
}

class Walk {
public:
    Walk(const DsConfig& config, Version version)
        : m_config(config)
        , m_version(version)
        , m_stage(config.zeroStage()) {
        for (const std::string& path : config.placeholders()) m_placeholders.insert(path);
    }

    Problems run() {
        m_problems = m_config.json().duplicates;
        for (const std::string& path : m_placeholders)
            add(Severity::Error, "ds.placeholder", m_config.where(path),
                {{"key", path}, {"value", m_config.shown(path)}}, "fix.ds.placeholder");
        object("", UnknownKeys::Ignored);
        replacedTogether();
        filledLater();
        return std::move(m_problems);
    }

private:
    void add(Severity severity, std::string code, std::string where, std::map<std::string, std::string> params,
             std::string fix, std::string upstream = {}) {
        m_problems.push_back({severity, std::move(code), std::move(where), std::move(params), std::move(fix),
                              std::move(upstream)});
    }

    static std::string joined(std::string_view object, std::string_view name) {
        return object.empty() ? std::string(name) : fmt::format("{}/{}", object, name);
    }

    void object(const std::string& path, UnknownKeys policy) {
        for (const std::string& name : m_config.members(path)) {
            const std::string child = joined(path, name);
            const DsKey* key = name.find('/') == name.npos ? findDsKey(child) : nullptr;
            if (key == nullptr)
                unknown(path, name, policy);
            else if (m_version < key->since)
                tooNew(*key, policy);
            else if (key->gone != Version{} && m_version >= key->gone)
                gone(*key, policy);
            else
                known(*key, policy);
        }
    }

    void unknown(const std::string& path, const std::string& name, UnknownKeys policy) {
        if (policy == UnknownKeys::HandedOn) return;
        const std::string child = joined(path, name);
        // Whoever wrote more, or longer, made no slip of the pen.
        constexpr int kMostSlips = 100;
        constexpr std::size_t kLongestName = 60;
        std::optional<std::string> nearest;
        if (++m_unknown <= kMostSlips && name.size() <= kLongestName)
            nearest = nearestWord(name, dsMembers(path, m_version));
        for (const auto& [wrong, right] : kWrongNames)
            if (wrong == child) nearest = right;
        const bool refused = policy == UnknownKeys::Refused;
        add(refused ? Severity::Error : Severity::Warning,
            refused ? "ds.unknown-key-refused" : "ds.unknown-key-ignored", m_config.whereKey(child),
            {{"key", name}, {"object", path.empty() ? "the top level" : path}, {"nearest", nearest.value_or("")}},
            nearest ? "fix.ds.did-you-mean" : "fix.ds.remove-key", refused ? "Extra inputs are not permitted" : "");
    }

    void tooNew(const DsKey& key, UnknownKeys policy) {
        const bool refused = policy == UnknownKeys::Refused;
        add(refused ? Severity::Error : Severity::Warning, "ds.key-too-new", m_config.whereKey(key.path),
            {{"key", std::string(key.path)}, {"since", toText(key.since)}, {"version", toText(m_version)}},
            "fix.ds.key-too-new", refused ? "Extra inputs are not permitted" : "");
    }

    void gone(const DsKey& key, UnknownKeys policy) {
        const bool refused = policy == UnknownKeys::Refused;
        add(refused ? Severity::Error : Severity::Warning, "ds.key-gone", m_config.whereKey(key.path),
            {{"key", std::string(key.path)}, {"gone", toText(key.gone)}, {"instead", std::string(key.instead)}},
            key.instead.empty() ? "fix.ds.remove-key" : "fix.ds.use-instead",
            refused ? "Extra inputs are not permitted" : "");
    }

    void known(const DsKey& key, UnknownKeys policy) {
        const std::string path(key.path);
        if (m_placeholders.contains(path)) return;
        if (!key.instead.empty())
            add(Severity::Warning, "ds.key-deprecated", m_config.whereKey(path),
                {{"key", path}, {"instead", std::string(key.instead)}}, "fix.ds.use-instead",
                policy == UnknownKeys::Refused ? fmt::format("Config parameter {} is deprecated use {} instead",
                                                             lastOf(path), lastOf(key.instead))
                                               : "");
        if (m_config.isAuto(path)) return automatic(path, policy);
        if (!m_config.has(path)) return;
        if (!typeFits(key)) return illTyped(key);
        choice(key);
        inactive(key);
        if (key.type == DsType::Object) object(path, key.unknown);
        if (key.type == DsType::Object && key.unknown == UnknownKeys::HandedOn) {
            automaticMembers(path);
            numbersOf(path);
        }
    }

    static std::string_view lastOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

    void automaticMembers(const std::string& path) {
        for (const std::string& name : m_config.members(path))
            if (m_config.isAuto(joined(path, name))) automatic(joined(path, name), UnknownKeys::HandedOn);
    }

    // Optimizers and schedulers compute with what they are handed: "1e-4" in quotes ends in a TypeError.
    void numbersOf(const std::string& path) {
        for (const std::string& name : m_config.members(path)) {
            const std::string child = joined(path, name);
            if (std::ranges::find(kNumbersHandedOn, name) == std::end(kNumbersHandedOn) || m_config.isAuto(child) ||
                !m_config.has(child) || m_placeholders.contains(child) || value(child).is_number())
                continue;
            add(Severity::Error, "ds.wrong-type", m_config.where(child),
                {{"key", child},
                 {"expected", std::string(nameOf(DsType::Real))},
                 {"found", m_config.shown(child)},
                 {"meant", meantBy(value(child), DsType::Real)}},
                "fix.ds.wrong-type");
        }
    }

    // Models drop "auto" and use their default; dictionaries hand the word on.
    void automatic(const std::string& path, UnknownKeys policy) {
        if (std::ranges::find(kFilledByTrainer, path) != std::end(kFilledByTrainer)) {
            m_automatic.push_back(path);
            return;
        }
        const bool dropped = policy == UnknownKeys::Refused;
        add(dropped ? Severity::Info : Severity::Warning, dropped ? "ds.auto-default" : "ds.auto-nobody",
            m_config.where(path), {{"key", path}}, dropped ? "" : "fix.ds.auto-nobody");
    }

    void filledLater() {
        if (m_automatic.empty()) return;
        const std::string first = m_automatic.front();
        add(Severity::Info, "ds.auto", m_config.where(first),
            {{"keys", joinedByAnd(m_automatic)}, {"count", fmt::to_string(m_automatic.size())}}, "fix.ds.auto");
    }

    [[nodiscard]] bool typeFits(const DsKey& key) const {
        switch (key.type) {
        case DsType::Boolean:
            return m_config.boolean(key.path).has_value();
        case DsType::Whole:
            return m_config.whole(key.path).has_value();
        case DsType::Real:
            return m_config.real(key.path).has_value();
        case DsType::Text:
            return m_config.text(key.path).has_value();
        case DsType::Object:
            return value(key.path).is_object() || (key.path == "zero_optimization" && value(key.path).is_boolean());
        case DsType::List:
            return value(key.path).is_array();
        case DsType::Any:
            break;
        }
        return true;
    }

    [[nodiscard]] const Json& value(std::string_view path) const {
        return m_config.json().root.at(Json::json_pointer('/' + std::string(path)));
    }

    void illTyped(const DsKey& key) {
        add(Severity::Error, "ds.wrong-type", m_config.where(key.path),
            {{"key", std::string(key.path)},
             {"expected", std::string(nameOf(key.type))},
             {"found", m_config.shown(key.path)},
             {"meant", meantBy(value(key.path), key.type)}},
            "fix.ds.wrong-type");
    }

    // A number or truth value in quotes; empty where the value is something else.
    static std::string meantBy(const Json& written, DsType type) {
        if (!written.is_string()) return {};
        std::string text = written.get<std::string>();
        if (type == DsType::Boolean) {
            std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
            return text == "true" || text == "false" ? text : "";
        }
        const Json number = Json::parse(text, nullptr, false);  // 5e8 is a whole number to the reader
        const bool whole = number.is_number() && std::trunc(number.get<double>()) == number.get<double>();
        const bool fits = type == DsType::Real ? number.is_number() : type == DsType::Whole && whole;
        return fits ? text : "";
    }

    void choice(const DsKey& key) {
        if (key.choices.empty()) return;
        const std::vector<std::string> names = split(key.choices, '|');
        const std::string text = m_config.text(key.path).value_or("");
        if (std::ranges::find(names, text) != names.end()) return;
        const bool dtype = key.path.ends_with("communication_data_type");
        add(Severity::Error, "ds.unknown-choice", m_config.where(key.path),
            {{"key", std::string(key.path)},
             {"value", text},
             {"choices", joinedByOr(names)},
             {"meant", nearestWord(text, names).value_or("")}},
            "fix.ds.choices",
            dtype
                ? fmt::format(
                      "Invalid communication_data_type. Supported data types: ['fp16', 'bf16', 'fp32']. Got: {}", text)
                : "");
    }

    // A value that differs from the default and does nothing in this stage is worth a warning; the default is not.
    void inactive(const DsKey& key) {
        if (!m_stage || *m_stage < 0 || *m_stage > 3 || (key.stages >> *m_stage & 1) != 0) return;
        const Json& written = value(key.path);
        const bool said = m_inactiveObjects.contains(std::string(key.path.substr(0, key.path.rfind('/'))));
        if (key.type == DsType::Object) m_inactiveObjects.insert(std::string(key.path));
        const bool isDefault = !key.fallback.empty() && written == Json::parse(key.fallback, nullptr, false);
        const bool isNone = key.type == DsType::Object && m_config.text(std::string(key.path) + "/device") == "none";
        if (said) return;
        add(isDefault || isNone ? Severity::Info : Severity::Warning, "ds.key-inactive", m_config.whereKey(key.path),
            {{"key", std::string(key.path)},
             {"stages", stagesText(key.stages)},
             {"stage", fmt::to_string(*m_stage)}},
            isDefault || isNone ? "" : "fix.ds.key-inactive");
    }

    void replacedTogether() {
        for (const auto& [old, next] :
             {std::pair{"zero_optimization/cpu_offload", "zero_optimization/offload_optimizer"},
              {"zero_optimization/cpu_offload_param", "zero_optimization/offload_param"}})
            if (m_config.has(old) && m_config.has(next))
                add(Severity::Error, "ds.deprecated-and-new", m_config.whereKey(old),
                    {{"key", old}, {"instead", next}}, "fix.ds.remove-key",
                    fmt::format("Cannot provide deprecated parameter '{}' and replacing parameter '{}' together",
                                lastOf(old), lastOf(next)));
    }

    const DsConfig& m_config;
    Version m_version;
    std::optional<std::int64_t> m_stage;
    std::set<std::string> m_placeholders, m_inactiveObjects;
    std::vector<std::string> m_automatic;
    int m_unknown = 0;
    Problems m_problems;
};

}  // namespace

Problems dsKeyProblems(const DsConfig& config, Version version) { return Walk(config, version).run(); }

}  // namespace core
