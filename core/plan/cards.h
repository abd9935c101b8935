// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A number of cards as nodes × cards per node.
#pragma once

#include "core/plan/plan.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace core {

[[nodiscard]] inline std::int64_t cardsOf(const ClusterSpec& cluster) {
    return std::int64_t(cluster.nodes) * cluster.gpusPerNode;
}

// Full nodes of equal size. Several nodes keep their size where it divides; a lone node may grow to 8 cards
// before a second one is taken.
inline void spreadCards(ClusterSpec& cluster, std::int64_t cards) {
    constexpr int kUsualNode = 8;
    if (cards < 1 || cards > std::numeric_limits<int>::max()) return;
    const int limit = cluster.nodes > 1 ? cluster.gpusPerNode : std::max(cluster.gpusPerNode, kUsualNode);
    int perNode = int(std::clamp<std::int64_t>(cards, 1, std::max(limit, 1)));
    while (cards % perNode != 0) --perNode;
    cluster.gpusPerNode = perNode;
    cluster.nodes = int(cards / perNode);
}

}  // namespace core
