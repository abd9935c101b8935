// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One reader for each model_type: from the keys of its configuration to a described shape. A reader fills dimensions
// and details of a Family::Other model with the details of a LLaMA, and leaves faults in the ConfigReader.
#pragma once

#include "core/import/config_reader.h"
#include "core/model/model_spec.h"

#include <span>
#include <string_view>

namespace core {

struct HfFamily {
    std::string_view type;  // model_type
    void (*read)(ConfigReader& config, ModelSpec& spec);
};

[[nodiscard]] std::span<const HfFamily> hfGptFamilies();     // from GPT-2: LayerNorm and plain MLPs
[[nodiscard]] std::span<const HfFamily> hfLlamaFamilies();   // from LLaMA: RMSNorm, rotary positions, gated MLPs
[[nodiscard]] std::span<const HfFamily> hfExpertFamilies();  // with experts

// What the LLaMA lineage shares: widths, heads, head_dim, tied or not, rotary positions.
void readLlamaShape(ConfigReader& config, ModelSpec& spec, Embeddings byDefault = Embeddings::Untied);
void readBiases(ConfigReader& config, ModelSpec& spec);  // attention_bias, mlp_bias
void readTied(ConfigReader& config, ModelSpec& spec, Embeddings byDefault);
void readRotary(ConfigReader& config, ModelSpec& spec);
// Sliding attention by layer_types, or on all blocks but every `pattern`-th (0: on all).
void readSlidingWindow(ConfigReader& config, ModelSpec& spec, int pattern);
void readActivation(ConfigReader& config, ModelSpec& spec, const char* key, const char* byDefault);
// Whether any of these keys, which are dropout rates, is above 0; an absent one is `byDefault`.
[[nodiscard]] bool readDropout(ConfigReader& config, ConfigReader::Keys keys, double byDefault);

}  // namespace core
