// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the units of one pipeline rank, of all its model chunks, lie in flat buffers, whole and cut into data-parallel parts.
// Whole: the units one after the other. Owned: this rank's part of each unit, one after the other, each
// padded to part = ceil(elements / dp) so that all ranks reserve the same.
#pragma once

#include "core/layout/shard_map.h"
#include "gpu/device/tensor.h"

#include <vector>

namespace gpu {

struct UnitPlace {
    int unit = 0;
    std::int64_t elements = 0;  // whole unit, local to the tensor rank
    std::int64_t part = 0;
    std::int64_t ownBegin = 0;     // this rank's part: [ownBegin, ownBegin + ownElements) of the unit
    std::int64_t ownElements = 0;  // `part`, less on the last ranks
    std::int64_t wholeOffset = 0;  // in a flat buffer of whole units
    std::int64_t ownOffset = 0;    // in a flat buffer of parts
};

enum class TiedHeadPlace { Leave, Append };

class StageUnits {
public:
    // The units of shards.rankUnits(stage), with the tied head appended where asked for and not there.
    StageUnits(const core::ShardMap& shards, core::Stage stage, int dataRank, TiedHeadPlace tiedHead);

    [[nodiscard]] const std::vector<UnitPlace>& places() const { return m_places; }
    [[nodiscard]] const UnitPlace& of(int unit) const;
    [[nodiscard]] bool holds(int unit) const;
    [[nodiscard]] std::int64_t wholeElements() const;
    [[nodiscard]] std::int64_t ownElements() const;  // with the padding

private:
    std::vector<UnitPlace> m_places;
};

// This rank's part of a whole unit.
template <class Byte>
[[nodiscard]] VectorView<Byte> ownPart(VectorView<Byte> wholeUnit, const UnitPlace& place) {
    return wholeUnit.part(place.ownBegin, place.ownElements);
}

}  // namespace gpu
