// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the parameters of a stage live: whole on every replica (ZeRO 0, 1, 2) or cut into parts and gathered
// while a layer uses them (ZeRO 3). Called by the rank's thread only.
#pragma once

#include "core/memory/live_parameters.h"
#include "core/plan/plan.h"
#include "gpu/collectives/communicator.h"
#include "gpu/device/arena.h"
#include "gpu/layers/pipeline_stage.h"
#include "gpu/zero/host_transfers.h"
#include "gpu/zero/stage_units.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace gpu {

// Writes all parameters of one unit; the store rounds them to its type.
using FillUnit = std::function<void(int unit, std::span<double> whole)>;

class Parameters {
public:
    virtual ~Parameters() = default;
    [[nodiscard]] virtual ConstVector acquire(int unit) = 0;
    virtual void release(int unit) = 0;
    // What the optimizer of this rank updates.
    [[nodiscard]] virtual Vector owned(int unit) = 0;
    // The owners' updates reach everybody who holds a copy.
    virtual void publish() = 0;
    // Between these two, units are used in the order of the op table.
    virtual void beginStep() {}
    virtual void endStep() {}
    virtual void fill(const FillUnit& fillUnit) = 0;
};

enum class Ownership { Whole, Part };

// ZeRO 0 owns whole units; 1 and 2 own a part and gather the others after each update.
[[nodiscard]] std::unique_ptr<Parameters> makeWholeParameters(const StageUnits& units, Arena& arena,
                                                              DType type, Communicator& dataGroup,
                                                              Ownership ownership);
// ZeRO 3: gathered into a buffer of live parameters by the rules of core/memory/live_parameters.h.
struct PartitionContext {
    const StageUnits& units;
    Arena& arena;
    DType type{};
    Communicator& dataGroup;
    core::LiveParameters::Settings live;
    std::vector<int> uses{};  // of a step; empty: units are gathered as they are asked for
    core::ZeroSpec zero{};  // overlap of prefetched units, and where the owned parts rest
    Fault fault = Fault::None;
    HostTransfers* transfers = nullptr;  // charged where the owned parts rest on a simulated host; null: never
};
[[nodiscard]] std::unique_ptr<Parameters> makePartitionedParameters(const PartitionContext& context);

}  // namespace gpu
