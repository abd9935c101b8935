// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rotary positions (Su et al. 2021) in LLaMA's arrangement: feature i and i + d/2 of a head of size d are turned by
// position · frequency(i), frequency(i) = θ^(−2i/d).
// Llama 3.1 divides slow frequencies by a factor: those whose wavelength exceeds 8192 tokens entirely, those below
// 8192/4 not at all, and what lies between in proportion (Grattafiori et al. 2024 and its published configuration).
#pragma once

#include "core/model/model_spec.h"

#include <vector>

namespace core {

// Radians per token, headSize / 2 of them.
[[nodiscard]] std::vector<double> rotaryFrequencies(const ModelSpec& model);

}  // namespace core
