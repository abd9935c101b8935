// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/zero/host_transfers.h"

#include <algorithm>
#include <thread>

namespace gpu {

void HostTransfers::charge(const core::HostTransfer& transfer) {
    const double seconds = core::transferSeconds(transfer, m_link).value();
    if (seconds <= 0) return;
    m_clock.addCompute();
    m_clock.add(seconds);
    m_charged.linkSeconds += seconds;
    if (m_plan.run.simulatedLinks.delay == core::LinkDelay::Virtual) return;
    constexpr auto kSlice = std::chrono::milliseconds(50);  // a cancelled run is noticed within one
    const auto end = WallClock::now() + std::chrono::duration_cast<WallClock::duration>(std::chrono::duration<double>(seconds));
    for (auto now = WallClock::now(); now < end; now = WallClock::now()) {
        m_cancel.throwIfCancelled();
        std::this_thread::sleep_until(std::min<WallClock::time_point>(end, now + kSlice));
    }
    m_clock.skip();
}

}  // namespace gpu
