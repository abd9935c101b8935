// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/model_source.h"

#include "app/cli/problems.h"

namespace app {

bool namesFile(const std::string& word) { return word.find('/') != std::string::npos || word.ends_with(".json"); }

core::Result<core::ImportedModel> modelFromSource(const std::string& source, const std::string& where) {
    if (const core::ModelSpec* preset = core::findModelPreset(source)) return core::ImportedModel{*preset, "", {}};
    std::error_code error;
    if (namesFile(source) || std::filesystem::is_regular_file(source, error)) return core::importHfConfig(source);
    std::vector<std::string> names;
    for (const core::ModelSpec& spec : core::modelPresets()) names.push_back(spec.name);
    return core::refuse(unknownChoice(where, source, names));
}

}  // namespace app
