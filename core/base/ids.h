// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Identities that must not be mixed up: a rank is not a stage, a stage is not a micro-batch.
#pragma once

#include <compare>

namespace core {

template <class Tag>
struct Id {
    int value = 0;
    constexpr Id() = default;
    constexpr explicit Id(int v) : value(v) {}
    constexpr auto operator<=>(const Id&) const = default;
};

using Rank = Id<struct RankTag>;              // global rank, 0-based
using Stage = Id<struct StageTag>;            // model chunk, 0-based; equals the pipeline rank without virtual stages
using MicroBatch = Id<struct MicroBatchTag>;  // index inside one step, 0-based

}  // namespace core
