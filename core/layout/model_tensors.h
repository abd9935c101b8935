// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tensors of a model, unit by unit (see core/layout/shard_map.h). Weights are (out, in), row-major.
#pragma once

#include "core/layout/shard_map.h"

namespace core {

[[nodiscard]] std::vector<ModelTensor> modelTensors(const ModelSpec& model, int positions);

}  // namespace core
