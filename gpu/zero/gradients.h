// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the gradients of a stage are summed. ZeRO 0 and 1 keep them whole, add up the micro-batches and
// reduce over the replicas once, at the boundary; ZeRO 2 and 3 reduce one unit's bucket at every micro-batch
// into the owned part. The two sums over micro-batches and replicas are therefore taken in another order:
// bitwise equal within {0, 1} and within {2, 3}, and among all four only without accumulation. Called by the
// rank's thread only.
#pragma once

#include "gpu/collectives/communicator.h"
#include "gpu/device/arena.h"
#include "gpu/zero/parameters.h"
#include "gpu/zero/stage_units.h"

#include <memory>

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

// ZeRO 0 (all-reduce, owns whole units) and 1 (reduce-scatter into the part).
[[nodiscard]] std::unique_ptr<Gradients> makeFlatGradients(const StageUnits& units, Arena& arena, DType type,
                                                           Communicator& dataGroup, Ownership ownership);
// ZeRO 2 and 3: one bucket, as large as the largest unit. One unit at a time.
[[nodiscard]] std::unique_ptr<Gradients> makeBucketGradients(const StageUnits& units, Arena& arena,
                                                             DType type, Communicator& dataGroup);

}  // namespace gpu
