// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the object that describes the language model, lets its family read it, and checks what came out.
#include "core/import/hf_config.h"

#include "core/base/file.h"
#include "core/base/suggest.h"
#include "core/import/hf_families.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kMostBytes = std::int64_t{4} << 20;
constexpr int kDeepestWrapping = 3;

const HfFamily* findFamily(std::string_view type) {
    for (const auto& rows : {hfGptFamilies(), hfLlamaFamilies(), hfExpertFamilies()})
        for (const HfFamily& row : rows)
            if (row.type == type) return &row;
    return nullptr;
}

std::string typeOf(const Json& object) {
    const auto at = object.find("model_type");
    return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// Places of objects below that say a known type. Those inside another one describe a part of it.
void findWrapped(const Json& object, const std::string& pointer, int depth, std::vector<std::string>& found) {
    if (depth == 0) return;
    for (const auto& [key, value] : object.items()) {
        if (!value.is_object()) continue;
        const std::string below = pointer + "/" + pointerToken(key);
        if (findFamily(typeOf(value)))
            found.push_back(below);
        else
            findWrapped(value, below, depth - 1, found);
    }
}

Problem problemAt(const JsonText& json, const std::string& pointer, const char* code,
                  std::map<std::string, std::string> params, const char* fix = "") {
    return {Severity::Error, code, json.where(pointer), std::move(params), fix};
}

Problem notUnderstood(const JsonText& json, const std::string& pointer, const Json& object) {
    const std::string type = typeOf(object);
    const std::vector<std::string> known = hfModelTypes();
    if (type.empty())
        return problemAt(json, pointer, "hf.no-model-type", {{"choices", joinedByOr(known)}}, "fix.hf.model-type");
    const auto nearest = nearestWord(type, known);
    return problemAt(json, pointer + "/model_type", "hf.unknown-model-type",
                     {{"found", type}, {"nearest", nearest.value_or("")}, {"choices", joinedByOr(known)}},
                     nearest ? "fix.did-you-mean" : "fix.hf.dimensions");
}

void checkLayerTypes(ConfigReader& config, const ModelSpec& spec) {
    if (!config.has("layer_types")) return;
    const std::vector<std::string> kinds = config.texts("layer_types");
    if (int(kinds.size()) != spec.layers)
        config.refuse("hf.layer-types-count", "layer_types",
                      {{"entries", fmt::to_string(kinds.size())}, {"layers", fmt::to_string(spec.layers)}});
    static const std::set<std::string> known{"full_attention", "sliding_attention", "chunked_attention"};
    for (const std::string& kind : kinds)
        if (!known.contains(kind)) {
            config.refuse("hf.unknown-layer", "layer_types", {{"found", kind}});
            break;
        }
}

void checkShape(ConfigReader& config, const ModelSpec& spec) {
    const std::map<std::string, std::string> params{{"heads", fmt::to_string(spec.heads)},
                                                    {"kv_heads", fmt::to_string(spec.kvHeads)},
                                                    {"hidden", fmt::to_string(spec.hidden)}};
    if (spec.details.headSize == 0 && spec.hidden % spec.heads != 0) config.refuse("hf.heads-divide-hidden", "", params);
    if (spec.heads % spec.kvHeads != 0) config.refuse("hf.kv-heads-divide-heads", "", params);
    if (spec.details.globalLayers > spec.layers)
        config.refuse("hf.too-many-global", "",
                      {{"found", fmt::to_string(spec.details.globalLayers)}, {"layers", fmt::to_string(spec.layers)}});
    const double share = spec.details.rotaryShare;
    if (!(share > 0 && share <= 1)) config.refuse("hf.rotary-share", "", {{"found", fmt::to_string(share)}});
    if (spec.ropeTheta <= 1 || spec.ropeFactor < 1)
        config.refuse("hf.rotary-base", "",
                      {{"base", fmt::to_string(spec.ropeTheta)}, {"factor", fmt::to_string(spec.ropeFactor)}});
    constexpr double kLimit = 0x1p62 / 32;  // bytes of their training states fit 64 bits too
    if (approximateParameters(spec) >= kLimit) config.refuse("hf.too-large", "", {});
    if (config.flagOr("is_encoder_decoder", false))
        config.refuse("hf.unsupported", "is_encoder_decoder", {{"what", "an encoder beside the decoder"}});
}

// A head size that follows from the widths, experts that no block has, and the two families that have a name.
void normalise(ModelSpec& spec) {
    ModelDetails& d = spec.details;
    if (d.latent.kvRank == 0 && std::int64_t(d.headSize) * spec.heads == spec.hidden) d.headSize = 0;
    if (d.experts.count > 0 && spec.expertBlocks() == 0) d.experts = {};
    if (spec.slidingWindow == 0) d.globalLayers = 0;
    for (const Family family : {Family::Gpt, Family::Llama}) {
        const ModelSpec named{.family = family};
        if (d != detailsOf(named)) continue;
        spec.family = family;
        d = {};
        if (family == Family::Gpt) spec.slidingWindow = 0;
        return;
    }
}

std::string nameFor(const std::filesystem::path& file) {
    const auto whole = std::filesystem::path(file).lexically_normal();
    std::string stem = whole.stem().string();
    if (const auto suffix = stem.rfind(".config"); suffix != stem.npos && suffix > 0) stem.resize(suffix);
    const std::string folder = whole.parent_path().filename().string();
    return stem == "config" && !folder.empty() ? folder : stem;
}

}  // namespace

std::vector<std::string> hfModelTypes() {
    std::vector<std::string> types;
    for (const auto& rows : {hfGptFamilies(), hfLlamaFamilies(), hfExpertFamilies()})
        for (const HfFamily& row : rows) types.emplace_back(row.type);
    std::ranges::sort(types);
    return types;
}

Result<ImportedModel> importHfObject(const JsonText& json, const std::string& pointer, std::string name) {
    const Json& object = json.root.at(Json::json_pointer(pointer));
    if (!object.is_object())
        return refuse(problemAt(json, pointer, "hf.not-an-object", {{"choices", joinedByOr(hfModelTypes())}},
                                "fix.hf.model-type"));
    ImportedModel model;
    std::string at = pointer;
    if (!findFamily(typeOf(object))) {
        std::vector<std::string> wrapped;
        findWrapped(object, pointer, kDeepestWrapping, wrapped);
        if (wrapped.empty()) return refuse(notUnderstood(json, pointer, object));
        if (wrapped.size() > 1)
            return refuse(problemAt(json, pointer, "hf.several-models", {{"choices", joinedByAnd(wrapped)}}, "fix.hf.several-models"));
        at = wrapped.front();
        model.notes.push_back({Severity::Info, "hf.unwrapped", json.where(at), {{"pointer", at}}, ""});
    }
    model.modelType = typeOf(json.root.at(Json::json_pointer(at)));
    model.spec.name = std::move(name);
    model.spec.family = Family::Other;
    ConfigReader config(json, at);
    findFamily(model.modelType)->read(config, model.spec);
    if (config.problems().empty()) checkLayerTypes(config, model.spec);
    if (config.problems().empty()) checkShape(config, model.spec);
    if (!config.problems().empty()) return tl::make_unexpected(config.takeProblems());
    normalise(model.spec);
    return model;
}

Result<ImportedModel> importHfText(std::string_view text, std::string_view fileName) {
    const Result<JsonText> json = readJson(text, fileName);
    if (!json) return tl::make_unexpected(json.error());
    if (!json->duplicates.empty()) return tl::make_unexpected(json->duplicates);
    return importHfObject(*json, "", nameFor(std::filesystem::path(fileName)));
}

Result<ImportedModel> importHfConfig(const std::filesystem::path& file) {
    const Result<std::string> text = readTextFile(file, kMostBytes);
    if (!text) return tl::make_unexpected(text.error());
    return importHfText(*text, file.string());
}

}  // namespace core
