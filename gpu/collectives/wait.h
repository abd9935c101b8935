// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Waiting for another rank thread when there are more threads than cores: a few loads, a few sched_yield,
// then a futex in short slices, so that a cancelled run is noticed within one slice. Never an unbounded spin.
#pragma once

#include "gpu/device/cancel.h"

#include <atomic>
#include <chrono>
#include <cstdint>

namespace gpu {

using WallClock = std::chrono::steady_clock;  // as in communicator.h

enum class WaitResult { Changed, TimedOut };

// A word that one side advances and others wait for.
class WaitWord {
public:
    [[nodiscard]] std::uint32_t value() const { return m_word.load(std::memory_order_acquire); }
    void advance();
    // Until value() differs from `old`. Throws Cancelled.
    [[nodiscard]] WaitResult waitWhile(std::uint32_t old, const CancelToken& cancel,
                                       WallClock::time_point deadline);

private:
    void sleepWhile(std::uint32_t old);

    alignas(64) std::atomic<std::uint32_t> m_word{0};
    std::atomic<int> m_sleepers{0};
};

}  // namespace gpu
