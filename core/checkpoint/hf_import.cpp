// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Configuration first, then shapes, then numbers.
#include "core/checkpoint/hf_import.h"

#include "core/base/file.h"
#include "core/checkpoint/hf_export.h"
#include "core/checkpoint/hf_tensors.h"
#include "core/checkpoint/hf_weights.h"
#include "core/import/config_reader.h"
#include "core/import/hf_config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNamed = 20;  // tensors that do not fit
constexpr int kByteValues = 256;
constexpr double kEpsilon = 1e-5;  // of the norms here

// What differs in the same tensors: error where the function is another, warning where only its rounding term is.
Problems computesOtherwise(const JsonText& json, const std::string& type) {
    ConfigReader config(json, "");
    const bool gpt = type == "gpt2";
    const auto refuse = [&](const char* key, std::string found, const char* expected) {
        config.refuse("checkpoint.hf-computes", key, {{"key", key}, {"found", std::move(found)}, {"expected", expected}});
    };
    static const std::set<std::string> kTanh{"gelu_new", "gelu_pytorch_tanh", "gelu_fast"};
    if (const std::string name = config.textOr("activation_function", "gelu_new"); gpt && !kTanh.contains(name))
        refuse("activation_function", name, "gelu_new");
    if (gpt && !config.flagOr("scale_attn_weights", true)) refuse("scale_attn_weights", "false", "true");
    if (gpt && config.flagOr("scale_attn_by_inverse_layer_idx", false))
        refuse("scale_attn_by_inverse_layer_idx", "true", "false");
    const char* key = gpt ? "layer_norm_epsilon" : "rms_norm_eps";
    const double epsilon = config.numberOr(key, gpt ? 1e-5 : 1e-6);
    Problems problems = config.takeProblems();
    if (epsilon != kEpsilon)
        problems.push_back({Severity::Warning, "checkpoint.hf-epsilon", json.where(std::string("/") + key),
                            {{"found", fmt::format("{:g}", epsilon)}, {"here", fmt::format("{:g}", kEpsilon)}}, {}});
    return problems;
}

// Dropout leaves no trace in weights; the engine has none.
ModelSpec withoutDropout(ModelSpec spec) {
    for (const Family family : {Family::Gpt, Family::Llama}) {
        const ModelDetails& named = detailsOf({.family = family});
        spec.details.dropout = named.dropout;
        if (spec.family != Family::Other || spec.details != named) continue;
        spec.family = family;
        spec.details = {};
    }
    return spec;
}

// Fields that no shape tells.
Problems otherModel(const ModelSpec& there, const ModelSpec& plan, const fs::path& config) {
    const auto number = [](auto value) { return fmt::to_string(value); };
    const auto word = [](auto value) { return std::string(toText(value)); };
    const std::tuple<const char*, std::string, std::string> fields[] = {
        {"family", word(there.family), word(plan.family)},
        {"heads", number(there.heads), number(plan.heads)},
        {"kv_heads", number(there.kvHeads), number(plan.kvHeads)},
        {"embeddings", word(there.embeddings), word(plan.embeddings)},
        {"rope_theta", number(there.ropeTheta), number(plan.ropeTheta)},
        {"rope_factor", number(there.ropeFactor), number(plan.ropeFactor)},
        {"sliding_window", number(there.slidingWindow), number(plan.slidingWindow)},
    };
    Problems problems;
    for (const auto& [name, found, asked] : fields) {
        const bool rotary = std::string_view(name).starts_with("rope_");
        if (found == asked || (rotary && plan.family == Family::Gpt)) continue;
        problems.push_back({Severity::Error, "checkpoint.hf-field", std::string("/model/") + name,
                            {{"name", name}, {"found", found}, {"plan", asked}, {"file", config.string()}},
                            "fix.checkpoint.hf-field"});
    }
    return problems;
}

std::string shapeText(const std::vector<std::int64_t>& shape) { return fmt::format("{}", fmt::join(shape, " × ")); }

using Places = std::map<std::string, HfWeights::Place>;  // by bare name

// Every tensor of the plan's model is there in its shape, and nothing else.
Problems shapeProblems(const std::vector<HfTensor>& wanted, const Places& places, const Plan& plan, const fs::path& folder) {
    Problems problems;
    const auto add = [&](const char* code, const std::string& where, std::map<std::string, std::string> params) {
        params["model"] = plan.model.name;
        problems.push_back({Severity::Error, code, where, std::move(params), "fix.checkpoint.hf-shape"});
    };
    std::set<std::string> known;
    for (const HfTensor& tensor : wanted) {
        const std::string bare = bareHfName(plan.model.family, tensor.name);
        known.insert(bare);
        const auto place = places.find(bare);
        if (place == places.end())
            add("checkpoint.hf-missing", folder.string(), {{"tensor", tensor.name}, {"expected", shapeText(tensor.shape())}});
        else if (place->second.tensor.shape != tensor.shape())
            add("checkpoint.hf-shape", place->second.file.string(),
                {{"tensor", tensor.name},
                 {"found", shapeText(place->second.tensor.shape)},
                 {"expected", shapeText(tensor.shape())}});
    }
    // A tied head that was saved as well is the table of tokens once more.
    if (plan.model.embeddings == Embeddings::Tied) known.insert("lm_head.weight");
    for (const auto& [name, place] : places)
        if (!known.contains(name) && !isHfBuffer(name))
            add("checkpoint.hf-extra", place.file.string(),
                {{"tensor", place.tensor.name}, {"found", shapeText(place.tensor.shape)}});
    if (problems.size() > kMostNamed) {
        const std::size_t further = problems.size() - kMostNamed;
        problems.resize(kMostNamed);
        add("checkpoint.hf-more", folder.string(), {{"count", fmt::to_string(further)}});
    }
    return problems;
}

// One tensor of ours, row-major, from the one or the three there.
struct Values {
    std::vector<double> all;
    StoredType type = StoredType::F32;
};

Result<void> place(const HfTensor& tensor, const HfWeights::Place& from, Values& into) {
    const auto values = HfWeights::read(from);
    if (!values) return tl::make_unexpected(values.error());
    if (from.tensor.type == StoredType::F64) into.type = StoredType::F64;
    double* const to = into.all.data() + tensor.row * tensor.columns;
    for (std::int64_t r = 0; r < tensor.rows; ++r)
        for (std::int64_t c = 0; c < tensor.columns; ++c)
            to[r * tensor.columns + c] = tensor.orientation == Orientation::Transposed
                                             ? (*values)[std::size_t(c * tensor.rows + r)]
                                             : (*values)[std::size_t(r * tensor.columns + c)];
    return {};
}

void append(RankShard& shard, const SliceId& id, const Values& values, std::int64_t columns) {
    std::vector<double> box;
    for (std::int64_t r = id.box.row; r < id.box.row + id.box.rows; ++r) {
        const auto row = values.all.begin() + r * columns + id.box.column;
        box.insert(box.end(), row, row + id.box.columns);
    }
    const std::int64_t bytes = id.box.elements() * bytesOf(values.type), begin = std::int64_t(shard.data.size());
    shard.entries.push_back({id, values.type, begin, bytes});
    shard.data.resize(std::size_t(begin + bytes));
    (void)fromDoubles(values.type, box, std::span(shard.data).subspan(std::size_t(begin)));  // every stored type fits
}

Result<RankShard> shardOf(const ShardMap& map, const std::vector<HfTensor>& wanted, const Places& places, Family family) {
    RankShard shard;
    for (const int unit : map.units(Stage(0)))
        for (const LocalTensor& local : map.locals(unit)) {
            Values values;
            values.all.resize(std::size_t(local.elements()));
            for (const HfTensor& tensor : wanted) {
                if (tensor.tensor != local.tensor) continue;
                if (const auto placed = place(tensor, places.at(bareHfName(family, tensor.name)), values); !placed)
                    return tl::make_unexpected(placed.error());
            }
            for (const Slice& slice : slicesOf(map, local, 0, 0, local.elements(), Copies::Single))
                append(shard, {StateKind::Parameters, local.tensor, slice.box}, values, local.columns);
        }
    return shard;
}

struct Config {
    ImportedModel model;
    Problems problems;  // of what it computes
};

Result<Config> readConfig(const fs::path& file) {
    const Result<std::string> text = readTextFile(file);
    if (!text) return tl::make_unexpected(text.error());
    const Result<JsonText> json = readJson(*text, file.string());
    if (!json) return tl::make_unexpected(json.error());
    auto model = importHfText(*text, file.string());
    if (!model) return tl::make_unexpected(model.error());
    if (model->modelType != "gpt2" && model->modelType != "llama")
        return refuse({Severity::Error, "checkpoint.hf-type", json->where("/model_type"), {{"found", model->modelType}}, {}});
    model->spec = withoutDropout(std::move(model->spec));
    Problems problems = computesOtherwise(*json, model->modelType);
    return Config{std::move(*model), std::move(problems)};
}

}  // namespace

bool isHuggingFaceFolder(const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(folder / kHfConfigName, ignored) && !fs::exists(folder / kManifestName, ignored);
}

Result<HfImport> importFromHuggingFace(const fs::path& folder, const Plan& plan) {
    const auto config = readConfig(folder / kHfConfigName);
    if (!config) return tl::make_unexpected(config.error());
    const auto weights = HfWeights::open(folder);
    if (!weights) return tl::make_unexpected(weights.error());
    const Family family = plan.model.family;
    if (config->model.spec.family != family)
        return tl::make_unexpected(otherModel(config->model.spec, plan.model, folder / kHfConfigName));
    const ShardMap map(plan.model, LayoutSpec{}, plan.model.maxSequence);
    const std::vector<HfTensor> wanted = hfTensors(family, map.tensors());
    Places places;
    for (const auto& [name, place] : weights->places()) places.emplace(bareHfName(family, name), place);
    Problems problems = shapeProblems(wanted, places, plan, folder);
    if (problems.empty()) problems = otherModel(config->model.spec, plan.model, folder / kHfConfigName);
    problems.insert(problems.end(), config->problems.begin(), config->problems.end());
    if (plan.model.vocabulary > kByteValues)
        problems.push_back({Severity::Warning, "checkpoint.hf-tokens", folder.string(),
                            {{"vocabulary", fmt::to_string(plan.model.vocabulary)}}, {}});
    if (hasErrors(problems)) return tl::make_unexpected(std::move(problems));
    auto shard = shardOf(map, wanted, places, family);
    if (!shard) return tl::make_unexpected(shard.error());
    HfImport imported{{}, {}, std::move(problems)};
    imported.manifest.plan = plan;
    imported.manifest.tensors = map.tensors();
    imported.manifest.text.description = "none yet";
    imported.shards.push_back(std::move(*shard));
    return imported;
}

}  // namespace core
