// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Follow one weight": which rank holds the bytes of one scalar of the model, and when. From the shard map; sizes as a
// 16-bit DeepSpeed job keeps them (Rajbhandari et al. 2020, section 3.1): weight 2, gradient 2, fp32 master 4, two
// moments of 4: 16 bytes. Dense models.
//   ZeRO 0  every replica holds all of it              1  master and moments lie with one replica, the owner
//   2       the gradient, too, after its reduction     3  the weight, too; others gather it for the passes of its layer
// The owner is the data-parallel rank whose part of the unit's flat buffer has the scalar (core/layout/shard_map.h).
#pragma once

#include "core/layout/layout.h"
#include "core/layout/shard_map.h"

#include <optional>
#include <vector>

namespace core {

struct WeightPlace {
    int tensor = 0;  // index into ShardMap::tensors()
    std::int64_t row = 0, column = 0;
    bool operator==(const WeightPlace&) const = default;
};

enum class WeightPart { Weight, Gradient, Master, FirstMoment, SecondMoment };
inline constexpr int kWeightParts = 5;
[[nodiscard]] int bytesOf(WeightPart part);  // 2, 2, 4, 4, 4

enum class Holding {
    Never,
    Always,
    UntilReduced,  // its own share of the sum, in a bucket, from the backward pass of the layer to the reduction
    WhileUsed,     // gathered for the passes of its layer, then given back
};

struct WeightHolder {
    Rank rank;
    Coordinates at;
    Holding parts[kWeightParts]{};  // by WeightPart
    bool tiedCopy = false;          // of the head on the last stage, beside the embedding on the first
    [[nodiscard]] Holding of(WeightPart part) const { return parts[std::size_t(part)]; }
    [[nodiscard]] int bytesAlways() const;
    [[nodiscard]] int bytesAtMost() const;
};

struct WeightTrace {
    std::vector<WeightHolder> holders;  // by rank; ranks that never hold any of it are left out
    int stage = 0;                      // of the tensor
    bool replicated = false;            // every tensor rank holds it
    int owner = -1;                     // data-parallel rank; −1: all alike (ZeRO 0)
    [[nodiscard]] int bytesAlways() const;  // of all ranks
};

// Nothing where the place is outside the tensor.
[[nodiscard]] std::optional<WeightTrace> traceWeight(const Layout& layout, const ShardMap& shards, int zeroStage,
                                                     const WeightPlace& place);

}  // namespace core
