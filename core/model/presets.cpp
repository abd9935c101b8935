// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Model presets are resources/models.json: configurations as Hugging Face Transformers writes them, each with its
// source, read by the importer of such files.
#include "core/model/model_spec.h"

#include "core/base/embedded.h"
#include "core/import/hf_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace core {

namespace {

std::vector<ModelSpec> allPresets() {
    const Result<JsonText> json = readJson(embeddedModels(), "resources/models.json");
    if (!json) throw std::runtime_error(describe(json.error().front()));
    std::vector<ModelSpec> presets;
    for (std::size_t i = 0; i < json->root.size(); ++i) {
        const auto name = json->root[i].at("name").get<std::string>();
        Result<ImportedModel> model = importHfObject(*json, fmt::format("/{}/config", i), name);
        if (!model) throw std::runtime_error(describe(model.error().front()));
        presets.push_back(std::move(model->spec));
    }
    std::ranges::stable_sort(presets, {}, [](const ModelSpec& spec) { return countParameters(spec).total; });
    return presets;
}

}  // namespace

const std::vector<ModelSpec>& modelPresets() {
    static const std::vector<ModelSpec> presets = allPresets();
    return presets;
}

const ModelSpec* findModelPreset(std::string_view name) {
    const auto found = std::ranges::find(modelPresets(), name, &ModelSpec::name);
    return found == modelPresets().end() ? nullptr : &*found;
}

}  // namespace core
