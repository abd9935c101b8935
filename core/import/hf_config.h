// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the `config.json` of a decoder-only model as Hugging Face Transformers writes it. A configuration that is
// wrapped into another (text_config and the like) is unwrapped and said so. An unknown model type, a kind of layer that
// is not described here, sizes that contradict each other or a count beyond 64 bits are refused by name, with their
// place; no size is guessed. Which keys a family has, and what an absent one means: its reader in core/import/hf_*.cpp,
// written from the configuration classes of Transformers 4.57 and from the code that is published with the checkpoints.
#pragma once

#include "core/base/json_text.h"
#include "core/base/result.h"
#include "core/model/model_spec.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct ImportedModel {
    ModelSpec spec;  // Family::Gpt or Llama where the model is exactly one of these, else Other
    std::string modelType;
    Problems notes;  // nothing of them is an error
};

// Named after the file's folder where the file has no name of its own ("gpt2/config.json"), else after the file.
[[nodiscard]] Result<ImportedModel> importHfConfig(const std::filesystem::path& file);
[[nodiscard]] Result<ImportedModel> importHfText(std::string_view text, std::string_view fileName);
// The object at `pointer` of a document that is read already; the model is called `name`.
[[nodiscard]] Result<ImportedModel> importHfObject(const JsonText& json, const std::string& pointer,
                                                   std::string name);

// Every model_type that is understood, in alphabetical order.
[[nodiscard]] std::vector<std::string> hfModelTypes();

}  // namespace core
