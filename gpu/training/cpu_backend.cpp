// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Virtual cards.
#include "gpu/collectives/thread_group.h"
#include "gpu/device/cpu_device.h"
#include "gpu/kernels/cpu_kernels.h"
#include "gpu/training/backend.h"

#include <fmt/format.h>

#include <algorithm>

namespace gpu {

namespace {

class CpuBackend final : public Backend {
public:
    void place(int) override {}
    [[nodiscard]] core::DeviceInfo cardOf(core::Rank rank, const core::Plan& plan) const override {
        return {fmt::format("virtual card {}", rank.value), "virtual", memoryOf(plan)};
    }
    [[nodiscard]] Links links() const override { return Links::Simulated; }
    [[nodiscard]] std::unique_ptr<Device> open(core::Rank, const CancelToken&) override { return std::make_unique<CpuDevice>(); }
    [[nodiscard]] std::shared_ptr<Kernels> makeKernels(Device&, Arena&, const core::Plan& plan) override {
        return makeCpuKernels(std::max(1, plan.run.threadsPerRank));
    }
    [[nodiscard]] std::unique_ptr<CollectiveGroup> makeGroup(const std::vector<core::Rank>& members,
                                                             const GroupOptions& options,
                                                             const CancelToken& cancel) override {
        return std::make_unique<ThreadGroup>(members, options, cancel);
    }

private:
    static core::Bytes memoryOf(const core::Plan& plan) {
        if (plan.run.cardMemory.value() > 0) return plan.run.cardMemory;
        const core::Accelerator* accelerator = core::acceleratorOf(plan.cluster);
        return accelerator ? accelerator->memory : core::gibibytes(1);
    }
};

}  // namespace

std::shared_ptr<Backend> makeCpuBackend() { return std::make_shared<CpuBackend>(); }

}  // namespace gpu
