// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which tensors weight decay acts on. Vectors are norms and biases; embeddings are the token and position tables
// (a tied head is the token table, an untied one is a matrix like any other).
#pragma once

#include "core/layout/shard_map.h"
#include "core/plan/plan.h"

namespace core {

[[nodiscard]] inline bool decays(const ModelTensor& tensor, DecayExempt exempt) {
    if (exempt == DecayExempt::Nothing) return true;
    if (tensor.columns == 1) return false;
    return exempt == DecayExempt::NormsAndBiases || !tensor.name.starts_with("embedding.");
}

}  // namespace core
