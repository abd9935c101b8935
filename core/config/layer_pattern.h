// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Megatron's --moe-layer-freq: which blocks have experts, as a number (one block in N) or as a list in Python's words,
// "([0]*3+[1]*58)".
#pragma once

#include "core/model/model_spec.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// One entry a block; nothing where the text is neither, or its list is not of that length.
[[nodiscard]] std::optional<std::vector<bool>> layerPattern(std::string_view text, int layers);

// Sets firstDense, every and offset; false where no such three numbers make the pattern.
[[nodiscard]] bool takePattern(ExpertSpec& experts, const std::vector<bool>& pattern);

// The list of a model's blocks, in runs.
[[nodiscard]] std::string layerPatternText(const ModelSpec& model);

}  // namespace core
