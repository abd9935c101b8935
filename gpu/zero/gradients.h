// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the gradients of a stage are summed. ZeRO 0 and 1 keep them whole, add up the micro-batches and
// reduce over the replicas once, at the boundary; ZeRO 2 and 3 reduce buckets at every micro-batch into the owned
// part. The two sums over micro-batches and replicas are therefore taken in another order:
// bitwise equal within {0, 1} and within {2, 3}, and among all four only without accumulation. Called by the
// rank's thread only.
#pragma once

#include "core/plan/plan.h"
#include "gpu/collectives/communicator.h"
#include "gpu/device/arena.h"
#include "gpu/zero/parameters.h"
#include "gpu/zero/stage_units.h"

#include <cstdint>
#include <memory>
#include <set>

namespace gpu {

enum class ReplicaSum { Once, Twice };  // Twice is the planted fault GradientSummedTwice

class Gradients {
public:
    virtual ~Gradients() = default;
    [[nodiscard]] virtual Vector accumulator(int unit) = 0;
    virtual void ready(int unit) = 0;
    // End of the step's backward passes: what is not reduced over the replicas yet is now.
    virtual void reduce(ReplicaSum sum) = 0;
    // After reduce(): this rank's part, for the optimizer.
    [[nodiscard]] virtual Vector owned(int unit) = 0;
    virtual void clear() = 0;
};

struct GradientContext {
    const StageUnits& units;
    Arena& arena;
    DType type{};
    Communicator& dataGroup;
    // Elements: of a bucket under ZeRO 2 and 3, at least the largest unit; under 0 and 1 of the units that go in one
    // call, in place.
    std::int64_t bucket = 0;
    std::set<int> lastOfPass{};  // units whose gradients end the backward pass of a model chunk
    core::Overlap overlap = core::Overlap::Off;
    Fault fault = Fault::None;
};

// ZeRO 0 (all-reduce, owns whole units) and 1 (reduce-scatter into the part).
[[nodiscard]] std::unique_ptr<Gradients> makeFlatGradients(const GradientContext& context, Ownership ownership);
// ZeRO 2 and 3: one bucket, or two with overlap. Gradients of one unit at a time.
[[nodiscard]] std::unique_ptr<Gradients> makeBucketGradients(const GradientContext& context);

}  // namespace gpu
