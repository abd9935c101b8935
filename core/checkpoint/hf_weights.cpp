// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/hf_weights.h"

#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/checkpoint/file_io.h"

#include <set>

namespace core {

namespace {

namespace fs = std::filesystem;

tl::unexpected<Problems> badIndex(const JsonText& json, const std::string& pointer, std::string detail) {
    return refuse({Severity::Error, "checkpoint.hf-index", json.where(pointer), {{"detail", std::move(detail)}}, {}});
}

// Names in the index's own folder only.
Result<std::set<std::string>> filesOf(const fs::path& index) {
    const Result<std::string> text = readTextFile(index);
    if (!text) return tl::make_unexpected(text.error());
    const Result<JsonText> json = readJson(*text, index.string());
    if (!json) return tl::make_unexpected(json.error());
    const auto map = json->root.is_object() ? json->root.find("weight_map") : json->root.end();
    if (!json->root.is_object() || map == json->root.end() || !map->is_object() || map->empty())
        return badIndex(*json, "", "it has no weight_map");
    std::set<std::string> files;
    for (const auto& [tensor, file] : map->items()) {
        const std::string name = file.is_string() ? file.get<std::string>() : std::string();
        if (name.empty() || name.find('/') != name.npos)
            return badIndex(*json, "/weight_map/" + pointerToken(tensor), file.dump() + " is no name of a file beside it");
        files.insert(name);
    }
    return files;
}

}  // namespace

Result<HfWeights> HfWeights::open(const fs::path& folder) {
    HfWeights weights;
    std::error_code ignored;
    std::set<std::string> files{kHfWeightsName};
    if (!fs::exists(folder / kHfWeightsName, ignored)) {
        if (!fs::exists(folder / kHfIndexName, ignored))
            return refuse({Severity::Error, "checkpoint.hf-no-weights", folder.string(), {}, "fix.checkpoint.hf-no-weights"});
        auto named = filesOf(folder / kHfIndexName);
        if (!named) return tl::make_unexpected(named.error());
        files = std::move(*named);
    }
    Problems problems;
    for (const std::string& file : files)
        if (const auto added = weights.add(folder / file); !added)
            problems.insert(problems.end(), added.error().begin(), added.error().end());
    if (!problems.empty()) return tl::make_unexpected(std::move(problems));
    return weights;
}

Result<void> HfWeights::add(const fs::path& file) {
    const Result<OpenedSafetensors> opened = openSafetensors(file);
    if (!opened) return tl::make_unexpected(opened.error());
    std::error_code ignored;
    const auto bytes = std::int64_t(fs::file_size(file, ignored));
    if (bytes != opened->fileBytes)
        return refuse({Severity::Error, "checkpoint.truncated", file.string(),
                       {{"bytes", std::to_string(bytes)}, {"expected", std::to_string(opened->fileBytes)}}, {}});
    for (const StoredTensor& tensor : opened->header.tensors)
        m_places.emplace(tensor.name, Place{file, opened->dataBegin + tensor.begin, tensor});
    return {};
}

Result<std::vector<double>> HfWeights::read(const Place& place) {
    const Result<InputFile> file = InputFile::open(place.file);
    if (!file) return tl::make_unexpected(file.error());
    std::vector<std::byte> bytes(std::size_t(place.tensor.bytes));
    if (const auto read = file->readAt(place.begin, bytes); !read) return tl::make_unexpected(read.error());
    std::vector<double> values(bytes.size() / std::size_t(bytesOf(place.tensor.type)));
    toDoubles(place.tensor.type, bytes, values);
    return values;
}

}  // namespace core
