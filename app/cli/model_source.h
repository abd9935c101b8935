// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What people name models and accelerators by: a preset, or the path of a file.
#pragma once

#include "core/base/result.h"
#include "core/import/hf_config.h"

#include <string>

namespace app {

// A word with a slash or one that ends in .json.
[[nodiscard]] bool namesFile(const std::string& word);
// A preset, else the config.json of that path. `where`: what the refusal of an unknown name calls its place.
[[nodiscard]] core::Result<core::ImportedModel> modelFromSource(const std::string& source, const std::string& where);

}  // namespace app
