// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What offloading costs a virtual card: its memory and the host's are one here, so the transfers between them are charged
// to its clock by the formulas of the planner (core/cost/offload.h), as link time, and to the wall clock where the plan's
// simulated links are. Used by the rank's thread only.
#pragma once

#include "core/cost/offload.h"
#include "gpu/collectives/communicator.h"
#include "gpu/device/cancel.h"
#include "gpu/device/virtual_clock.h"

namespace gpu {

class HostTransfers {
public:
    // `charged`: timing of all links of the rank.
    HostTransfers(const core::Plan& plan, VirtualClock& clock, CallTiming& charged, const CancelToken& cancel)
        : m_plan(plan)
        , m_link(core::hostLinkOf(plan.cluster))
        , m_clock(clock)
        , m_charged(charged)
        , m_cancel(cancel) {}

    // Of so many elements that the rank owns.
    void gather(std::int64_t elements) { charge(core::gatherTransfer(m_plan, elements)); }
    void update(std::int64_t elements) {
        if (core::offloads(m_plan)) charge(core::updateTransfer(m_plan, elements));
    }

private:
    void charge(const core::HostTransfer& transfer);

    const core::Plan& m_plan;
    core::HostLink m_link;
    VirtualClock& m_clock;
    CallTiming& m_charged;
    const CancelToken& m_cancel;
};

}  // namespace gpu
