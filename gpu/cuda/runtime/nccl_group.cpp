// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cuda/runtime/nccl_group.h"

#include "gpu/cuda/runtime/nccl_communicator.h"

namespace gpu::cuda {

NcclGroup::NcclGroup(std::vector<core::Rank> members, const GroupOptions& options, const CancelToken& cancel,
                     const NcclLibrary& library, std::unique_ptr<CollectiveGroup> direct)
    : m_members(std::move(members))
    , m_options(options)
    , m_cancel(cancel)
    , m_library(library)
    , m_direct(std::move(direct))
    , m_ends(library) {}

NcclId NcclGroup::id() {
    const std::lock_guard lock(m_mutex);
    if (m_id) return *m_id;
    NcclId id{};
    if (const int result = m_library.getUniqueId(&id); result != kNcclSuccess)
        throw CollectiveError(m_members.front().value,
                              m_options.name + " cannot start: NCCL: " + m_library.getErrorString(result));
    return *(m_id = id);
}

std::unique_ptr<Communicator> NcclGroup::join(int member, VirtualClock& clock, Device& device) {
    return std::make_unique<NcclCommunicator>(NcclCommunicator::Context{.nccl = m_library,
                                                                        .options = m_options,
                                                                        .rank = m_members[std::size_t(member)],
                                                                        .device = static_cast<CudaDevice&>(device),
                                                                        .direct = m_direct->join(member, clock, device),
                                                                        .id = [this] { return id(); },
                                                                        .ends = m_ends,
                                                                        .cancel = m_cancel});
}

}  // namespace gpu::cuda
