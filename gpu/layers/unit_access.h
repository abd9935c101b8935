// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the tensors of a unit lie in its flat buffer, and scoped access to that buffer.
#pragma once

#include "core/layout/shard_map.h"
#include "gpu/layers/unit_store.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace gpu {

// Offset of the unit's tensor whose name ends in `suffix`; nothing, or std::logic_error, if there is none.
[[nodiscard]] std::optional<std::int64_t> findInUnit(const core::ShardMap& shards, int unit,
                                                     std::string_view suffix);
[[nodiscard]] std::int64_t offsetInUnit(const core::ShardMap& shards, int unit, std::string_view suffix);

// Holds the unit's parameters: under ZeRO-3 they are gathered for as long as this lives.
class UnitParameters {
public:
    UnitParameters(UnitStore& store, int unit)
        : m_store(store)
        , m_unit(unit)
        , m_data(store.acquire(unit)) {}
    ~UnitParameters() { m_store.release(m_unit); }
    UnitParameters(const UnitParameters&) = delete;
    UnitParameters& operator=(const UnitParameters&) = delete;
    // The unit's parameters from `offset` on.
    [[nodiscard]] ConstVector at(std::int64_t offset) const { return m_data.from(offset); }

private:
    UnitStore& m_store;
    int m_unit;
    ConstVector m_data;
};

}  // namespace gpu
