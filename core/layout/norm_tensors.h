// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tensors of norms: every tensor rank holds them whole, and under sequence parallelism each sees other rows of what
// they are applied to.
#pragma once

#include "core/layout/shard_map.h"

namespace core {

[[nodiscard]] inline bool isNorm(const ModelTensor& tensor) {
    return tensor.name.find("norm") != std::string::npos;
}

// Elements of them in a unit, on any tensor rank.
[[nodiscard]] inline std::int64_t normElements(const ShardMap& shards, int unit) {
    std::int64_t elements = 0;
    for (const LocalTensor& local : shards.locals(unit))
        if (isNorm(shards.tensors()[std::size_t(local.tensor)])) elements += local.elements();
    return elements;
}

}  // namespace core
