// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Offsets of units and parts.
#include "gpu/zero/stage_units.h"

#include <algorithm>
#include <stdexcept>

namespace gpu {

StageUnits::StageUnits(const core::ShardMap& shards, core::Stage stage, int dataRank,
                       TiedHeadPlace tiedHead) {
    std::vector<int> units = shards.rankUnits(stage.value);
    const bool present = std::find(units.begin(), units.end(), core::ShardMap::kTiedHead) != units.end();
    if (tiedHead == TiedHeadPlace::Append && !present) units.push_back(core::ShardMap::kTiedHead);
    std::int64_t whole = 0, own = 0;
    for (const int unit : units) {
        const std::int64_t elements = shards.unitElements(unit), part = shards.partElements(unit);
        const std::int64_t begin = std::min(elements, part * dataRank);
        m_places.push_back({unit, elements, part, begin, std::min(part, elements - begin), whole, own});
        whole += elements;
        own += part;
    }
}

bool StageUnits::holds(int unit) const {
    return std::any_of(m_places.begin(), m_places.end(),
                       [unit](const UnitPlace& p) { return p.unit == unit; });
}

const UnitPlace& StageUnits::of(int unit) const {
    for (const UnitPlace& place : m_places)
        if (place.unit == unit) return place;
    throw std::logic_error("this stage does not hold unit " + std::to_string(unit));
}

std::int64_t StageUnits::wholeElements() const {
    return m_places.empty() ? 0 : m_places.back().wholeOffset + m_places.back().elements;
}

std::int64_t StageUnits::ownElements() const {
    return m_places.empty() ? 0 : m_places.back().ownOffset + m_places.back().part;
}

}  // namespace gpu
