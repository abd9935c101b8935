// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The process groups of a layout on the ranks of this process, and one rank's membership in them.
#pragma once

#include "core/layout/layout.h"
#include "core/plan/plan.h"
#include "gpu/collectives/tracing.h"
#include "gpu/training/backend.h"

#include <map>
#include <memory>
#include <vector>

namespace gpu {

// One rank's communicators, traced. Used by the rank's thread only.
struct RankGroups {
    CallTiming charged;  // of all groups, since the caller reset it
    std::unique_ptr<TracingCommunicator> tensor, data, pipeline;
    std::unique_ptr<TracingCommunicator> embedding;  // null unless this rank holds a copy of the tied table
    [[nodiscard]] std::vector<TracingCommunicator*> all() const;
};

class ProcessGroups {
public:
    // Simulated links are those of the plan's accelerator, within a node or between nodes.
    ProcessGroups(const core::Plan& plan, const core::Layout& layout, Backend& backend, const CancelToken& cancel);

    // Called in the rank's thread; `clock` and `device` are its own.
    [[nodiscard]] std::unique_ptr<RankGroups> join(core::Rank rank, VirtualClock& clock, Device& device);

private:
    struct Membership {
        CollectiveGroup* group = nullptr;
        int member = 0;
    };
    void create(const core::Plan& plan, const core::Layout& layout, core::GroupKind kind, Backend& backend,
                const CancelToken& cancel);
    [[nodiscard]] std::unique_ptr<TracingCommunicator> join(core::GroupKind kind, core::Rank rank, VirtualClock& clock,
                                                            Device& device, CallTiming& charged);

    std::vector<std::unique_ptr<CollectiveGroup>> m_groups;
    std::map<std::pair<core::GroupKind, core::Rank>, Membership> m_memberships;
};

}  // namespace gpu
