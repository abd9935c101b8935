// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Break-even dial": where the ZeRO-3 gather of a block comes out from behind the computing of the block before it, and
// what the sums of tensor parallelism cost as their group crosses a node's edge. Forward pass of one block, with t
// tensor ranks, d replicas, n tokens of a micro-batch, h hidden, Ψ parameters of the block:
//   compute  work of the block over the card's speed (core/cost/speed.h)
//   gather   all-gather of 2·Ψ/t bytes over d                hidden while ≤ compute, exposed beyond
//   sums     2 all-reduces of 2·n·h bytes over t             nothing hides them: the block waits for each
// Times of collectives by core/cost/collectives.h over the links that core/cost/group_links.h chooses. The gather does not
// depend on n, computing grows with it: hence a point of break-even.
#pragma once

#include "core/base/units.h"
#include "core/plan/plan.h"

#include <optional>
#include <vector>

namespace core {

struct DialSetting {
    int tokens = 2048;           // of a micro-batch
    double betweenNodes = 25e9;  // bytes/s per card and direction
    int tp = 1;
    bool operator==(const DialSetting&) const = default;
};

// LLaMA-2 7B in bf16 under ZeRO-3 on 8 nodes of 8 A100; tp·dp = 64.
[[nodiscard]] Plan dialPlan(const DialSetting& setting);
[[nodiscard]] const std::vector<int>& dialTokens();             // stops, rising
[[nodiscard]] const std::vector<double>& dialLinks();           // stops, rising, bytes/s
[[nodiscard]] const std::vector<int>& dialTensorSizes();        // 1 … 16: the last crosses the node's edge

struct DialReading {
    Seconds compute, gather, exposed, sums;
    bool tensorCrossesNodes = false;
    [[nodiscard]] Seconds block() const { return compute + exposed + sums; }
};
[[nodiscard]] DialReading readDial(const DialSetting& setting);

// Fewest tokens of a micro-batch, in steps of 64, at which the gather is hidden; none up to 2^17.
[[nodiscard]] std::optional<int> breakEvenTokens(const DialSetting& setting);

}  // namespace core
