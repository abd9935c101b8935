// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/neox.h"

#include "core/base/suggest.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxDepth = 60, kMostNodes = 100'000;

// NeoX's name → Megatron's. A value that is true becomes a flag.
constexpr std::pair<std::string_view, std::string_view> kNames[] = {
    {"pipe_parallel_size", "pipeline-model-parallel-size"},
    {"model_parallel_size", "tensor-model-parallel-size"},
    {"num_layers", "num-layers"},
    {"hidden_size", "hidden-size"},
    {"intermediate_size", "ffn-hidden-size"},
    {"num_attention_heads", "num-attention-heads"},
    {"num_kv_heads", "num-query-groups"},
    {"seq_length", "seq-length"},
    {"max_position_embeddings", "max-position-embeddings"},
    {"make_vocab_size_divisible_by", "make-vocab-size-divisible-by"},
    {"padded_vocab_size", "vocab-size"},
    {"no_weight_tying", "untie-embeddings-and-output-weights"},
    {"train_micro_batch_size_per_gpu", "micro-batch-size"},
    {"train_batch_size", "global-batch-size"},
    {"train_iters", "train-iters"},
    {"lr_decay_iters", "lr-decay-iters"},
    {"lr_decay_style", "lr-decay-style"},
    {"warmup", "lr-warmup-fraction"},
    {"min_lr", "min-lr"},
    {"weight_decay", "weight-decay"},
    {"gradient_clipping", "clip-grad"},
    {"checkpoint_activations", "checkpoint-activations"},
    {"sequence_parallel", "sequence-parallel"},
    {"moe_num_experts", "num-experts"},
    {"rotary_emb_base", "rotary-base"},
};

struct Refusal {
    YAML::Mark mark;
    std::string reason;
};

std::string underscored(std::string text) {
    std::ranges::replace(text, '-', '_');
    return text;
}

TextPosition placeOf(YAML::Mark mark) { return {mark.line + 1, mark.column + 1}; }

// YAML 1.1 truth values and numbers, as PyYAML reads them; everything else is a text.
Json scalar(const YAML::Node& node) {
    const std::string& text = node.Scalar();
    if (node.Tag() == "!") return text;  // quoted
    for (const char* yes : {"true", "True", "TRUE", "yes", "Yes", "on", "On"})
        if (text == yes) return true;
    for (const char* no : {"false", "False", "FALSE", "no", "No", "off", "Off"})
        if (text == no) return false;
    if (text.empty() || text == "null" || text == "~" || text == "None") return nullptr;
    std::int64_t whole = 0;
    const char* end = text.data() + text.size();
    if (const auto read = std::from_chars(text.data(), end, whole); read.ec == std::errc() && read.ptr == end)
        return whole;
    double real = 0;
    if (const auto read = std::from_chars(text.data(), end, real); read.ec == std::errc() && read.ptr == end)
        return real;
    return text;
}

class Reader {
public:
    Reader(std::string_view file)
        : m_file(file) {
        m_text.json.file = file;
        m_text.json.root = Json::object();
        m_args.file = file;
        m_args.place = std::string(file);
    }

    NeoX read(const YAML::Node& root) {
        m_text.json.positions[""] = {1, 1};
        for (const auto& entry : root) member(entry.first, entry.second);
        half();
        return {std::move(m_args), DsConfig(std::move(m_text)), std::move(m_problems)};
    }

private:
    void member(const YAML::Node& key, const YAML::Node& value) {
        if (!key.IsScalar()) throw Refusal{key.Mark(), "a key is no text"};
        const std::string name = underscored(key.Scalar());
        if (!m_seen.insert(name).second)
            m_problems.push_back({Severity::Error,
                                  "json.duplicate-key",
                                  placeText(m_file, placeOf(key.Mark()), "/" + name),
                                  {{"key", key.Scalar()}, {"first", "another"}},
                                  "fix.json.keep-one"});
        if (name == "precision") {
            precision(key, value);
            return;
        }
        argument(name, key, value);
        slip(name, key);
        const DsKey* known = name == "checkpoint" ? nullptr : findDsKey(name);
        if (known == nullptr) return;
        const std::string pointer = "/" + pointerToken(name);
        m_text.json.keys[pointer] = placeOf(key.Mark());
        m_text.json.root[name] = converted(value, pointer, 0);
        // NeoX keeps a switch of its own in the block.
        if (name == "fp16" && m_text.json.root[name].is_object()) m_text.json.root[name].erase("fp16");
    }

    // NeoX has some 250 keys, of which those that matter here are known: an unknown key that is a slip of the pen away
    // from one of them is no other key of NeoX, and NeoX refuses it.
    void slip(const std::string& name, const YAML::Node& key) {
        constexpr std::size_t kShort = 5, kLong = 12;
        std::string dashed = name;
        std::ranges::replace(dashed, '_', '-');
        const bool known =
            std::ranges::find(kNames, name, [](const auto& row) { return row.first; }) != std::end(kNames);
        if (known || name.size() < kShort || findDsKey(name) != nullptr || findMegaName(dashed) != nullptr) return;
        std::string nearest;
        int best = name.size() < kLong ? 2 : 3;
        const auto consider = [&](const std::string& candidate) {
            const int distance = editDistance(name, candidate);
            if (distance >= best) return;
            best = distance;
            nearest = candidate;
        };
        for (const auto& row : kNames) consider(std::string(row.first));
        for (const std::string& member : dsMembers("", kNewestDeepSpeed)) consider(member);
        if (nearest.empty()) return;
        m_problems.push_back({Severity::Warning, "neox.unknown-key", placeText(m_file, placeOf(key.Mark()), "/" + name),
                              {{"key", key.Scalar()}, {"nearest", nearest}}, "fix.neox.unknown-key"});
    }

    void argument(const std::string& name, const YAML::Node& key, const YAML::Node& value) {
        const auto row = std::ranges::find(kNames, name, [](const auto& pair) { return pair.first; });
        if (row == std::end(kNames) || !value.IsScalar()) return;
        const Json read = scalar(value);
        MegaValue argument{{}, placeText(m_file, placeOf(key.Mark()), "/" + key.Scalar())};
        if (read.is_boolean()) {
            if (read.get<bool>()) m_args.set(std::string(row->second), std::move(argument));
            return;
        }
        argument.values.emplace_back(value.Scalar(), placeOf(value.Mark()));
        m_args.set(std::string(row->second), std::move(argument));
    }

    Json converted(const YAML::Node& node, const std::string& pointer, int depth) {
        if (depth > kMaxDepth || ++m_nodes > kMostNodes)
            throw Refusal{node.Mark(), "the document is nested too deeply or too large"};
        m_text.json.positions[pointer] = placeOf(node.Mark());
        if (node.IsMap()) {
            Json object = Json::object();
            for (const auto& entry : node) {
                const YAML::Node &key = entry.first, &value = entry.second;
                if (!key.IsScalar()) throw Refusal{key.Mark(), "a key is no text"};
                const std::string child = pointer + "/" + pointerToken(key.Scalar());
                m_text.json.keys[child] = placeOf(key.Mark());
                object[key.Scalar()] = converted(value, child, depth + 1);
            }
            return object;
        }
        if (node.IsSequence()) {
            Json array = Json::array();
            for (const YAML::Node& value : node)
                array.push_back(converted(value, pointer + "/" + std::to_string(array.size()), depth + 1));
            return array;
        }
        return node.IsScalar() ? scalar(node) : Json(nullptr);
    }

    void precision(const YAML::Node& key, const YAML::Node& value) {
        m_precisionAt = placeOf(key.Mark());
        if (value.IsNull()) return;
        m_precision = value.IsScalar() ? value.Scalar() : std::string("a list or mapping");
        std::ranges::transform(m_precision, m_precision.begin(), [](unsigned char letter) { return char(std::tolower(letter)); });
        if (m_precision == "fp16" || m_precision == "fp32" || m_precision == "bfloat16") return;
        m_problems.push_back({Severity::Error, "neox.precision", placeText(m_file, m_precisionAt, "/precision"),
                              {{"value", value.IsScalar() ? value.Scalar() : m_precision}}, "fix.neox.precision"});
    }

    [[nodiscard]] bool isOn(const char* name) const {
        const Json& root = m_text.json.root;
        return root.contains(name) && root[name].is_object() && root[name].contains("enabled") && root[name]["enabled"] == true;
    }

    // NeoX makes DeepSpeed's block of "precision" (neox_args.py); the blocks stand for Megatron's flags.
    void half() {
        Json& root = m_text.json.root;
        if (isOn("fp16") && !m_precision.empty() && m_precision != "fp16")
            m_problems.push_back({Severity::Error, "neox.precision-conflict", placeText(m_file, m_precisionAt, "/precision"),
                                  {{"value", m_precision}}, "fix.neox.precision-conflict",
                                  "DeepSpeed fp16 field was set but precision conflicts"});
        const std::string block = m_precision == "bfloat16" ? "bf16" : m_precision == "fp16" ? "fp16" : "";
        if (!block.empty()) {
            if (!root.contains(block) || !root[block].is_object()) root[block] = Json::object();
            root[block]["enabled"] = true;
            m_text.json.positions.try_emplace("/" + block, m_precisionAt);
            m_text.json.keys.try_emplace("/" + block, m_precisionAt);
        }
        for (const char* name : {"fp16", "bf16"})
            if (isOn(name)) m_args.set(name, {{}, m_text.json.where("/" + std::string(name))});
    }

    std::string m_file;
    HjsonText m_text;
    MegaArgs m_args;
    Problems m_problems;
    std::set<std::string> m_seen;
    std::string m_precision;  // in small letters; empty = not given
    TextPosition m_precisionAt;
    int m_nodes = 0;
};

}  // namespace

Result<NeoX> readNeoX(std::string_view text, std::string_view file) {
    const auto refusal = [&](YAML::Mark mark, std::string reason) {
        const TextPosition at = mark.is_null() ? TextPosition{} : placeOf(mark);
        return refuse({Severity::Error,
                       "yaml.syntax",
                       placeText(file, at, ""),
                       {{"reason", std::move(reason)}},
                       "fix.yaml.syntax"});
    };
    try {
        const YAML::Node root = YAML::Load(std::string(text));
        if (!root.IsMap()) return refusal(root.Mark(), "the document is no mapping of keys to values");
        return Reader(file).read(root);
    } catch (const Refusal& problem) {
        return refusal(problem.mark, problem.reason);
    } catch (const YAML::Exception& problem) {
        return refusal(problem.mark, problem.msg);
    }
}

std::optional<std::string> neoxKey(std::string_view argument) {
    const auto row = std::ranges::find(kNames, argument, [](const auto& pair) { return pair.second; });
    return row == std::end(kNames) ? std::nullopt : std::optional(std::string(row->first));
}

bool looksLikeNeoX(const DsConfig& config) {
    int found = 0;
    for (const std::string& name : config.members("")) {
        const std::string key = underscored(name);
        if (key == "pipe_parallel_size" || key == "model_parallel_size" || key == "num_layers" ||
            key == "num_attention_heads" || key == "hidden_size" || key == "lr_decay_style" || key == "vocab_file")
            ++found;
    }
    return found >= 2;
}

}  // namespace core
