// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory of one pipeline rank over a step and what holds it at any moment: the walk over the rank's row of ops that also
// finds its peak (core/memory/liveness.h), placed in time by a timeline. States, buffers and overhead stay all step long,
// the optimizer's own buffers among them; activations come and go. While an op runs the curve stands at the most that the
// op holds, so its highest moment is the total of the rank's ledger (core/memory/memory_model.h). Pure.
#pragma once

#include "core/layout/shard_map.h"
#include "core/memory/ledger.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

struct MemoryMoment {
    Seconds from;       // until the next moment, the last one until the end of the step
    Bytes activations;  // at the most
    std::optional<Op> op;                // that runs; none: between two ops
    std::vector<int> inFlight, pending;  // by chunk, as in ActivationPeak
};

// By time, beginning at 0. Empty where the timeline has no such rank.
[[nodiscard]] std::vector<MemoryMoment> memoryOverTime(const Plan& plan, const ShardMap& shards, const Schedule& schedule,
                                                       const Timeline& timeline, int rank);

// A state, a buffer, or a tensor that the backward pass waits for.
struct HeldTensor {
    MemoryCategory category{};
    std::string label;  // code of the catalogue
    std::string name;   // of a saved tensor, "attention.output"; empty: the label says all
    std::string formula, numbers;
    Bytes bytes;
};

// What a card of the rank holds at the moment, largest first. `ledger` is the rank's, of the same plan; the bytes sum to
// those of its states, buffers and overhead and of the moment's activations.
[[nodiscard]] std::vector<HeldTensor> heldAt(const Plan& plan, const ShardMap& shards, const Ledger& ledger, int rank,
                                             const MemoryMoment& moment);

}  // namespace core
