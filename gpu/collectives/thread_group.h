// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A process group whose members are threads of one process: the direct algorithm. Members publish pointers,
// meet at a barrier, each reduces its slice over all inputs in blocks that stay in the cache and writes it to
// all outputs, and they meet again. Two meetings whatever the size of the group; values of a few numbers need
// one. Members whose devices work behind them (several ranks on one GPU) publish a mark as well at each meeting, and let
// their own device wait for the others': nobody waits for a device on the host.
//
// Virtual time: on entry a member's compute is booked; at the meeting all clocks advance to the maximum plus
// the time that the modelled link would take (core/cost/collectives.h); the CPU time inside the call is
// dropped.
#pragma once

#include "gpu/collectives/group.h"
#include "gpu/collectives/wait.h"

#include <memory>
#include <vector>

namespace gpu {

class ThreadGroup final : public CollectiveGroup {
public:
    using Options = GroupOptions;

    // `cancel` must outlive the group.
    ThreadGroup(std::vector<core::Rank> members, const Options& options, const CancelToken& cancel);
    ~ThreadGroup() override;
    ThreadGroup(const ThreadGroup&) = delete;
    ThreadGroup& operator=(const ThreadGroup&) = delete;

    [[nodiscard]] int size() const;
    [[nodiscard]] std::unique_ptr<Communicator> join(int member, VirtualClock& clock, Device& device) override;
    // On host memory.
    [[nodiscard]] std::unique_ptr<Communicator> join(int member, VirtualClock& clock);

private:
    friend class ThreadCommunicator;
    class Shared;
    std::unique_ptr<Shared> m_shared;
};

}  // namespace gpu
