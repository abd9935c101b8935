// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A process group whose ranks have a card each: sums and gathers by NCCL on a stream beside the computing, so that what is
// marked as overlapping does overlap. Before each call the members meet on the host and compare what they are about to do:
// one that is missing or out of step is named and no card waits in vain. Messages of the pipeline and numbers of the host
// go the direct way (gpu/collectives/thread_group.h): NCCL's own would need both ends at once, which schedules do not give.
// NCCL adds 16-bit numbers in 16 bits on the way, in an order of its own: not the bits of the other groups.
#pragma once

#include "gpu/collectives/group.h"
#include "gpu/cuda/runtime/nccl_ends.h"
#include "gpu/cuda/runtime/nccl_library.h"
#include "gpu/device/cancel.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace gpu::cuda {

class NcclGroup final : public CollectiveGroup {
public:
    // `direct`: the same members. `library` outlives the group.
    NcclGroup(std::vector<core::Rank> members, const GroupOptions& options, const CancelToken& cancel,
              const NcclLibrary& library, std::unique_ptr<CollectiveGroup> direct);
    // `device`: a CudaDevice.
    [[nodiscard]] std::unique_ptr<Communicator> join(int member, VirtualClock& clock, Device& device) override;

private:
    [[nodiscard]] NcclId id();

    std::vector<core::Rank> m_members;
    GroupOptions m_options;
    const CancelToken& m_cancel;
    const NcclLibrary& m_library;
    std::unique_ptr<CollectiveGroup> m_direct;
    NcclEnds m_ends;
    std::mutex m_mutex;
    std::optional<NcclId> m_id;
};

}  // namespace gpu::cuda
