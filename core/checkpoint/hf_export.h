// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The weights of a checkpoint as a model folder that Transformers loads: config.json and one model.safetensors. Moments
// stay behind. Tensor by tensor: no more than the largest one is in memory.
#pragma once

#include "core/checkpoint/checkpoint.h"

#include <filesystem>
#include <string>
#include <vector>

namespace core {

inline constexpr const char* kHfConfigName = "config.json";

struct HfExport {
    std::vector<StoredTensor> tensors;
    std::int64_t bytes = 0;  // of both files
};

// Reads and verifies what it needs; the checkpoint should have been verified before, so that damage is found before
// the writing begins. `folder` does not exist or is empty (refused otherwise); it appears with all its files or not at
// all. A finite number that `type` cannot hold is refused by its tensor.
[[nodiscard]] Result<HfExport> exportToHuggingFace(const Checkpoint& checkpoint, StoredType type,
                                                   const std::filesystem::path& folder);

// Its config.json: GPT2LMHeadModel or LlamaForCausalLM. `positions`: rows of the table of learned positions.
[[nodiscard]] std::string hfConfigText(const ModelSpec& model, std::int64_t positions, StoredType type);

// Nothing there, or an empty folder. Hidden files count.
[[nodiscard]] Result<void> requireEmpty(const std::filesystem::path& folder);

}  // namespace core
