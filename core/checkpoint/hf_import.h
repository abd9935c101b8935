// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A Hugging Face model folder (config.json of type gpt2 or llama; model.safetensors, or model.safetensors.index.json
// and the files it names; F32, BF16, F16 or F64) as a checkpoint of step 0 of a plan. Weights only: no update was made,
// so the moments are zero, and a checkpoint of step 0 may leave them out.
#pragma once

#include "core/checkpoint/checkpoint_folder.h"

#include <filesystem>

namespace core {

struct HfImport {
    Manifest manifest;  // without build, id, savedAt and files
    std::vector<RankShard> shards;
    Problems warnings;
};

// All weights in memory. `plan` is valid and of the family Gpt or Llama. Refused: files that are missing or damaged,
// every tensor that is missing, of another shape or without a place in the plan's model, a model that computes
// otherwise with the same tensors (heads, rotary positions, activation).
[[nodiscard]] Result<HfImport> importFromHuggingFace(const std::filesystem::path& folder, const Plan& plan);

// Whether there is a config.json, and no checkpoint.
[[nodiscard]] bool isHuggingFaceFolder(const std::filesystem::path& folder);

}  // namespace core
