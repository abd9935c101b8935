// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A process group whose members are threads of one process: the direct algorithm. Members publish pointers,
// meet at a barrier, each reduces its slice over all inputs in blocks that stay in the cache and writes it to
// all outputs, and they meet again. Two meetings whatever the size of the group; values of a few numbers need
// one.
//
// Virtual time: on entry a member's compute is booked; at the meeting all clocks advance to the maximum plus
// the time that the modelled link would take (core/cost/collectives.h); the CPU time inside the call is
// dropped.
#pragma once

#include "core/base/ids.h"
#include "core/cost/collectives.h"
#include "core/plan/plan.h"
#include "gpu/collectives/communicator.h"
#include "gpu/collectives/wait.h"
#include "gpu/device/virtual_clock.h"

#include <memory>
#include <vector>

namespace gpu {

class ThreadGroup {
public:
    struct Options {
        core::Link link;             // all members' links are alike
        double timeoutSeconds = 60;  // a member later than this is reported missing
        core::LinkDelay delay = core::LinkDelay::Virtual;  // Wall: members also wait for the link in earnest
    };

    // `cancel` must outlive the group.
    ThreadGroup(std::vector<core::Rank> members, const Options& options, const CancelToken& cancel);
    ~ThreadGroup();
    ThreadGroup(const ThreadGroup&) = delete;
    ThreadGroup& operator=(const ThreadGroup&) = delete;

    [[nodiscard]] int size() const;
    // The communicator of one member, once per member; `clock` belongs to its thread. Outlived by the group.
    [[nodiscard]] std::unique_ptr<Communicator> join(int member, VirtualClock& clock);

private:
    friend class ThreadCommunicator;
    class Shared;
    std::unique_ptr<Shared> m_shared;
};

}  // namespace gpu
