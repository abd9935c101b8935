// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A process group before its members have joined it.
#pragma once

#include "core/base/ids.h"
#include "core/cost/collectives.h"
#include "core/plan/plan.h"
#include "gpu/collectives/communicator.h"
#include "gpu/device/device.h"
#include "gpu/device/virtual_clock.h"

#include <memory>
#include <string>

namespace gpu {

struct GroupOptions {
    core::Link link{};           // all members' links are alike
    double timeoutSeconds = 60;  // a member later than this is reported missing
    core::LinkDelay delay = core::LinkDelay::Virtual;  // Wall: members also wait for the link in earnest
    std::string name{};  // "tensor group of ranks 0, 1", for what goes wrong
};

class CollectiveGroup {
public:
    virtual ~CollectiveGroup() = default;
    // The communicator of one member, once per member, in its thread; `clock` and `device` are its own. Outlived by the
    // group.
    [[nodiscard]] virtual std::unique_ptr<Communicator> join(int member, VirtualClock& clock, Device& device) = 0;
};

}  // namespace gpu
