// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/model_source.h"

#include "app/cli/problems.h"
#include "core/base/suggest_words.h"

#include <filesystem>

namespace app {

bool namesFile(const std::string& word) { return word.find('/') != std::string::npos || word.ends_with(".json"); }

namespace {

// "meta-llama/Meta-Llama-3-70B" is named by its last part.
core::Problem neitherPresetNorFile(const std::string& where, const std::string& source) {
    std::vector<std::string> names;
    for (const core::ModelSpec& spec : core::modelPresets()) names.push_back(spec.name);
    const auto nearest = core::nearestWords(std::filesystem::path(source).filename().string(), names);
    return usageProblem("cli.model-source", where, {{"text", source}, {"nearest", nearest.value_or("")}},
                        nearest ? "fix.cli.nearest-preset" : "fix.cli.preset-or-file");
}

}  // namespace

core::Result<core::ImportedModel> modelFromSource(const std::string& source, const std::string& where) {
    if (const core::ModelSpec* preset = core::findModelPreset(source)) return core::ImportedModel{*preset, "", {}};
    std::error_code error;
    if (std::filesystem::exists(source, error) || source.ends_with(".json")) return core::importHfConfig(source);
    if (namesFile(source)) return core::refuse(neitherPresetNorFile(where, source));
    std::vector<std::string> names;
    for (const core::ModelSpec& spec : core::modelPresets()) names.push_back(spec.name);
    return core::refuse(unknownChoice(where, source, names));
}

}  // namespace app
