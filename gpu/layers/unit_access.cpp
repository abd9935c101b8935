// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/unit_access.h"

#include <stdexcept>
#include <string>

namespace gpu {

std::optional<std::int64_t> findInUnit(const core::ShardMap& shards, int unit, std::string_view suffix) {
    for (const core::LocalTensor& local : shards.locals(unit))
        if (shards.tensors()[std::size_t(local.tensor)].name.ends_with(suffix)) return local.offset;
    return std::nullopt;
}

std::int64_t offsetInUnit(const core::ShardMap& shards, int unit, std::string_view suffix) {
    if (const auto offset = findInUnit(shards, unit, suffix)) return *offset;
    throw std::logic_error("unit " + std::to_string(unit) + " has no tensor " + std::string(suffix));
}

}  // namespace gpu
