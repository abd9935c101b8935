// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Manifests as JSON.
#include "core/checkpoint/manifest.h"

#include "core/checkpoint/coverage.h"
#include "core/checkpoint/crc32c.h"
#include "core/plan/plan_codec.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <tuple>

namespace core {

template <>
std::span<const std::pair<StateKind, std::string_view>> enumNames<StateKind>() {
    static constexpr std::array<std::pair<StateKind, std::string_view>, 3> kNames{
        {{StateKind::Parameters, "parameters"},
         {StateKind::FirstMoments, "first_moments"},
         {StateKind::SecondMoments, "second_moments"}}};
    return kNames;
}

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "shardscope-checkpoint";
constexpr const char* kChecksumKey = "manifest_crc32c";

std::string canonical(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Why a manifest is not one; becomes a problem where it is caught.
struct Unfit {
    const char* code;
    std::map<std::string, std::string> params;
};

std::uint32_t fromHex(const std::string& text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (error != std::errc() || end != text.data() + text.size())
        throw Unfit{"checkpoint.bad-manifest", {{"detail", "\"" + text + "\" is no checksum"}}};
    return value;
}

template <class E>
E choice(const Json& json) {
    const auto text = json.get<std::string>();
    if (const auto value = fromText<E>(text)) return *value;
    throw Unfit{"checkpoint.bad-manifest", {{"detail", "\"" + text + "\" is not known"}}};
}

Json tensorJson(const ModelTensor& tensor) {
    Json json{{"name", tensor.name},
              {"shape", tensor.columns > 1 ? Json{tensor.rows, tensor.columns} : Json{tensor.rows}},
              {"unit", tensor.unit},
              {"split", toText(tensor.split)}};
    for (std::size_t part = 0; part < tensor.parts.size(); ++part)
        json["parts"].push_back({{"name", partName(part)}, {"rows", tensor.parts[part]}});
    return json;
}

ModelTensor tensorFrom(const Json& json) {
    const auto shape = json.at("shape").get<std::vector<std::int64_t>>();
    if (shape.empty() || shape.size() > 2 || std::ranges::any_of(shape, [](std::int64_t n) { return n < 1; }))
        throw Unfit{"checkpoint.bad-manifest", {{"detail", "a tensor has no shape"}}};
    ModelTensor tensor{json.at("name").get<std::string>(), json.at("unit").get<int>(),     shape[0],
                       shape.size() > 1 ? shape[1] : 1,    choice<TensorSplit>(json.at("split")), {}};
    if (json.contains("parts"))
        for (const Json& part : json["parts"]) tensor.parts.push_back(part.at("rows").get<std::int64_t>());
    return tensor;
}

Json fileJson(const StoredFile& file, const std::vector<ModelTensor>& tensors) {
    Json slices = Json::array();
    for (const StoredSlice& slice : file.slices)
        slices.push_back({{"name", sliceName(slice.id, tensors)},
                          {"dtype", toText(slice.type)},
                          {"crc32c", toHex(slice.checksum)}});
    return {{"name", file.name},
            {"rank", file.rank},
            {"bytes", file.bytes},
            {"header_crc32c", toHex(file.headerChecksum)},
            {"slices", std::move(slices)}};
}

using TensorIndex = std::map<std::string, int, std::less<>>;

SliceId idFrom(const std::string& name, const TensorIndex& index) {
    const std::size_t slash = name.find('/'), bracket = name.rfind('[');
    if (slash != name.npos && bracket != name.npos && slash < bracket) {
        const auto kind = fromText<StateKind>(name.substr(0, slash));
        const auto tensor = index.find(name.substr(slash + 1, bracket - slash - 1));
        const auto box = boxFromText(std::string_view(name).substr(bracket));
        if (kind && tensor != index.end() && box) return {*kind, tensor->second, *box};
    }
    throw Unfit{"checkpoint.bad-manifest", {{"detail", "\"" + name + "\" is no slice of a tensor of this model"}}};
}

StoredFile fileFrom(const Json& json, const TensorIndex& index) {
    StoredFile file{json.at("name").get<std::string>(), json.at("rank").get<int>(),
                    json.at("bytes").get<std::int64_t>(), fromHex(json.at("header_crc32c").get<std::string>()), {}};
    if (file.name.empty() || file.name.find('/') != file.name.npos)  // a manifest names files of its own folder only
        throw Unfit{"checkpoint.bad-manifest", {{"detail", "\"" + file.name + "\" is no name of a file here"}}};
    for (const Json& slice : json.at("slices"))
        file.slices.push_back({idFrom(slice.at("name").get<std::string>(), index),
                               choice<StoredType>(slice.at("dtype")),
                               fromHex(slice.at("crc32c").get<std::string>())});
    return file;
}

Json lossScaleJson(const LossScaleState& state) {
    return {{"scale", state.scale}, {"chances", state.chances}, {"stable", state.stable}};
}

std::optional<LossScaleState> lossScaleFrom(const Json& json) {
    if (json.is_null()) return std::nullopt;
    return LossScaleState{json.at("scale").get<double>(), json.at("chances").get<int>(),
                          json.at("stable").get<std::int64_t>()};
}

Json toJson(const Manifest& manifest) {
    Json tensors = Json::array(), files = Json::array();
    for (const ModelTensor& tensor : manifest.tensors) tensors.push_back(tensorJson(tensor));
    for (const StoredFile& file : manifest.files) files.push_back(fileJson(file, manifest.tensors));
    const TrainingPosition& position = manifest.position;
    return {{"format", kFormat},
            {"version", kCheckpointVersion},
            {"id", manifest.id},
            {"saved_at", manifest.savedAt},
            {"build", manifest.build},
            {"step", position.step},
            {"samples", position.samples},
            {"skipped", position.skipped},
            {"loss_scale", position.lossScale ? lossScaleJson(*position.lossScale) : Json()},
            {"optimizer",
             {{"kind", toText(manifest.plan.optimizer.kind)}, {"updates", position.step - position.skipped}}},
            {"text",
             {{"description", manifest.text.description},
              {"bytes", manifest.text.bytes},
              {"crc32c", toHex(manifest.text.checksum)}}},
            {"plan", planToJson(manifest.plan)},
            {"tensors", std::move(tensors)},
            {"files", std::move(files)}};
}

Manifest fromJson(const Json& json, const std::string& file) {
    Manifest manifest;
    manifest.id = json.at("id").get<std::string>();
    manifest.savedAt = json.at("saved_at").get<std::string>();
    manifest.build = json.at("build").get<std::string>();
    manifest.position = {json.at("step").get<std::int64_t>(), json.at("samples").get<std::int64_t>(),
                         json.value("skipped", std::int64_t{0}), lossScaleFrom(json.value("loss_scale", Json()))};
    const Json& text = json.at("text");
    manifest.text = {text.at("description").get<std::string>(), text.at("bytes").get<std::int64_t>(),
                     fromHex(text.at("crc32c").get<std::string>())};
    const Result<Plan> plan = planFromText(json.at("plan").dump(), file);
    if (!plan) throw Unfit{"checkpoint.bad-manifest", {{"detail", "its plan: " + message(plan.error().front())}}};
    manifest.plan = *plan;
    TensorIndex index;
    for (const Json& tensor : json.at("tensors")) {
        manifest.tensors.push_back(tensorFrom(tensor));
        index[manifest.tensors.back().name] = int(manifest.tensors.size()) - 1;
    }
    for (const Json& entry : json.at("files")) manifest.files.push_back(fileFrom(entry, index));
    return manifest;
}

// Format, version and checksum come first: what another version writes is not called damaged.
void checkOutside(Json& json) {
    if (!json.is_object() || json.value("format", "") != kFormat) throw Unfit{"checkpoint.not-a-manifest", {}};
    const int version = json.at("version").get<int>();
    if (version != kCheckpointVersion)
        throw Unfit{"checkpoint.other-version",
                    {{"version", std::to_string(version)}, {"known", std::to_string(kCheckpointVersion)}}};
    const auto stated = fromHex(json.at(kChecksumKey).get<std::string>());
    json.erase(kChecksumKey);
    if (const std::uint32_t found = crc32c(canonical(json)); found != stated)
        throw Unfit{"checkpoint.altered-manifest", {{"stated", toHex(stated)}, {"found", toHex(found)}}};
}

}  // namespace

std::int64_t Manifest::bytes() const {
    std::int64_t sum = 0;
    for (const StoredFile& file : files) sum += file.bytes;
    return sum;
}

std::string_view partName(std::size_t part) {
    constexpr std::string_view kNames[] = {"q", "k", "v"};
    return part < std::size(kNames) ? kNames[part] : "";
}

std::string sliceName(const SliceId& id, const std::vector<ModelTensor>& tensors) {
    return fmt::format("{}/{}{}", toText(id.kind), tensors[std::size_t(id.tensor)].name, toText(id.box));
}

std::string encode(const Manifest& manifest) {
    Json json = toJson(manifest);
    const std::uint32_t checksum = crc32c(canonical(json));
    json[kChecksumKey] = toHex(checksum);
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Manifest> decodeManifest(std::string_view text, const std::filesystem::path& file) {
    const auto unfit = [&](const char* code, std::map<std::string, std::string> params) {
        return refuse({Severity::Error, code, file.string(), std::move(params), {}});
    };
    try {
        Json json = Json::parse(text);
        checkOutside(json);
        Manifest manifest = fromJson(json, file.string());
        if (const auto gap = coverageFault(manifest)) return unfit("checkpoint.not-covered", {{"detail", *gap}});
        return manifest;
    } catch (const Unfit& reason) {
        return unfit(reason.code, reason.params);
    } catch (const Json::parse_error& error) {
        return unfit("checkpoint.truncated-manifest", {{"byte", std::to_string(error.byte)}});
    } catch (const Json::exception& error) {
        return unfit("checkpoint.bad-manifest", {{"detail", error.what()}});
    }
}

std::optional<Problem> modelMismatch(const Manifest& manifest, const Plan& plan) {
    const ModelSpec &stored = manifest.plan.model, &asked = plan.model;
    const auto number = [](auto value) { return fmt::to_string(value); };
    const auto word = [](auto value) { return std::string(toText(value)); };
    const std::tuple<const char*, std::string, std::string> fields[] = {
        {"family", word(stored.family), word(asked.family)},
        {"layers", number(stored.layers), number(asked.layers)},
        {"hidden", number(stored.hidden), number(asked.hidden)},
        {"heads", number(stored.heads), number(asked.heads)},
        {"kv_heads", number(stored.kvHeads), number(asked.kvHeads)},
        {"ffn", number(stored.ffn), number(asked.ffn)},
        {"vocabulary", number(stored.vocabulary), number(asked.vocabulary)},
        {"max_sequence", number(stored.maxSequence), number(asked.maxSequence)},
        {"embeddings", word(stored.embeddings), word(asked.embeddings)},
        {"rope_theta", number(stored.ropeTheta), number(asked.ropeTheta)},
        {"rope_factor", number(stored.ropeFactor), number(asked.ropeFactor)},
    };
    for (const auto& [name, there, here] : fields)
        if (there != here)
            return Problem{Severity::Error,
                           "checkpoint.other-model",
                           std::string("/model/") + name,
                           {{"name", name}, {"checkpoint", there}, {"plan", here}},
                           "fix.checkpoint.other-model"};
    // What the optimizer keeps has to be there.
    if (manifest.plan.optimizer.states() != plan.optimizer.states())
        return Problem{Severity::Error,
                       "checkpoint.other-optimizer",
                       "/optimizer/kind",
                       {{"checkpoint", word(manifest.plan.optimizer.kind)}, {"plan", word(plan.optimizer.kind)}},
                       "fix.checkpoint.other-optimizer"};
    return std::nullopt;
}

}  // namespace core
