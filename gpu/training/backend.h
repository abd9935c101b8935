// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the ranks of a job run: on cards that it opens, with kernels and process groups for them. Virtual cards are here;
// NVIDIA GPUs are in a plug-in (gpu/training/cuda_plugin.h).
#pragma once

#include "core/layout/layout.h"
#include "core/plan/plan.h"
#include "core/telemetry/events.h"
#include "gpu/collectives/group.h"
#include "gpu/device/arena.h"
#include "gpu/device/cancel.h"
#include "gpu/kernels/kernels.h"

#include <memory>
#include <vector>

namespace gpu {

enum class Links { Simulated, Real };

class Backend {
public:
    virtual ~Backend() = default;
    // Before any rank starts: how many ranks the job has. Throws DeviceError where they cannot be placed.
    virtual void place(int ranks) = 0;
    // `memory`: what the rank may take at most.
    [[nodiscard]] virtual core::DeviceInfo cardOf(core::Rank rank, const core::Plan& plan) const = 0;
    [[nodiscard]] virtual Links links() const = 0;
    // The next two in the rank's thread. Kernels work in the order of `device`, which `open` has made; what they need
    // beside their operands they take from the arena, which they must not outlive. `cancel` ends every wait.
    [[nodiscard]] virtual std::unique_ptr<Device> open(core::Rank rank, const CancelToken& cancel) = 0;
    [[nodiscard]] virtual std::shared_ptr<Kernels> makeKernels(Device& device, Arena& arena, const core::Plan& plan) = 0;
    [[nodiscard]] virtual std::unique_ptr<CollectiveGroup> makeGroup(const std::vector<core::Rank>& members,
                                                                     const GroupOptions& options,
                                                                     const CancelToken& cancel) = 0;
    // Utilisation, temperature, power of the cards in use; empty where nobody measures them. From any thread.
    [[nodiscard]] virtual std::vector<core::DeviceEvent> readings() { return {}; }
    // FLOP/s that all cards in use together are made for at the plan's precision, for MFU; 0 where that is not known.
    [[nodiscard]] virtual double peakFlops(const core::Plan& /*plan*/) const { return 0; }
};

// Virtual cards: a thread and a share of the host's memory each, links simulated.
[[nodiscard]] std::shared_ptr<Backend> makeCpuBackend();

}  // namespace gpu
