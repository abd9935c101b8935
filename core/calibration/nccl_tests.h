// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The output of NVIDIA's nccl-tests (all_reduce_perf and its like), and what it says about links.
#pragma once

#include "core/base/result.h"
#include "core/cost/collectives.h"

#include <string_view>
#include <vector>

namespace core {

struct SweepPoint {
    double bytes = 0;    // of the whole buffer, as collectiveSeconds() counts them
    double seconds = 0;  // out of place
};

struct CollectiveSweep {
    CollectiveKind kind{};
    int ranks = 0, nodes = 1;
    std::vector<SweepPoint> points;  // at least two of different size
};

// Refused with file and line: a row that is no row, no rows, fewer than two ranks. The collective is named in the text, or
// recognised by the ratio of bus to algorithm bandwidth.
[[nodiscard]] Result<CollectiveSweep> readNcclTests(std::string_view text, std::string_view file);

struct LinkFit {
    Link link;             // bandwidth of the bus, latency of a message
    double meanError = 0;  // |modelled / measured − 1|
};
// The link with which collectiveSeconds() meets the points best, in relative terms.
[[nodiscard]] LinkFit fitLink(const CollectiveSweep& sweep);

}  // namespace core
