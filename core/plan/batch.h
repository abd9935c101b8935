// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The batch triple: global = micro · accumulation · data-parallel size, all in sequences.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace core {

struct BatchTriple {
    std::int64_t global = 0, micro = 0, accumulation = 0;
    [[nodiscard]] std::int64_t samplesPerCard() const { return micro * accumulation; }
    bool operator==(const BatchTriple&) const = default;
};

// Numbers of micro-batches that a schedule takes: multiples of `unit`, from `least` on.
struct MicroBatchRule {
    std::int64_t least = 1, unit = 1;
    [[nodiscard]] bool accepts(std::int64_t microBatches) const { return microBatches >= least && microBatches % unit == 0; }
};

// "62 or 64": the multiples of `round` nearest to `global` whose number of rounds the rule accepts.
[[nodiscard]] std::string nearestBatches(std::int64_t global, std::int64_t round, const MicroBatchRule& rule);

// What is offered in a refusal obeys `rule`; whether the triple itself does is for the schedule's own rules to say.
// Any two give the third; three are checked; fewer, or a contradiction, is a Problem with the legal pairs.
[[nodiscard]] Result<BatchTriple> resolveBatch(std::optional<std::int64_t> global, std::optional<std::int64_t> micro,
                                               std::optional<std::int64_t> accumulation, std::int64_t dataParallel,
                                               const MicroBatchRule& rule = {});

}  // namespace core
