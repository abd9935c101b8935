// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The batch triple: global = micro · accumulation · data-parallel size, all in sequences.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>

namespace core {

struct BatchTriple {
    std::int64_t global = 0, micro = 0, accumulation = 0;
    [[nodiscard]] std::int64_t samplesPerCard() const { return micro * accumulation; }
    bool operator==(const BatchTriple&) const = default;
};

// Any two give the third; three are checked; fewer, or a contradiction, is a Problem with the legal pairs. What a Problem
// proposes has an accumulation in whole multiples of `step`, which the schedule asks for.
[[nodiscard]] Result<BatchTriple> resolveBatch(std::optional<std::int64_t> global, std::optional<std::int64_t> micro,
                                               std::optional<std::int64_t> accumulation, std::int64_t dataParallel,
                                               std::int64_t step = 1);

}  // namespace core
