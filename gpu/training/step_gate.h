// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where rank threads ask before every step whether to go on: the first to ask decides for all, after what the
// commands say. Pausing takes effect here; stopping does not wait for it (the cancel token ends a step from
// within).
#pragma once

#include "core/telemetry/events.h"
#include "gpu/device/cancel.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace gpu {

class StepGate {
public:
    // Brief: the step's numbers only. Full: its spans and collective totals too (one step a second, and
    // single steps).
    enum class Detail { Brief, Full };
    struct Order {
        Detail detail{};
        std::chrono::steady_clock::time_point start;
    };
    // `announce` is called by a rank thread when the run pauses and when it goes on.
    StepGate(const CancelToken& cancel, std::function<void(core::RunPhase)> announce)
        : m_cancel(cancel)
        , m_announce(std::move(announce)) {}

    // From any thread. Pause, Resume and StepOnce.
    void command(core::Command command);
    // Blocks while paused. Throws Cancelled.
    [[nodiscard]] Order next(std::int64_t step);

private:
    void decide(std::int64_t step);

    const CancelToken& m_cancel;
    std::function<void(core::RunPhase)> m_announce;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_paused = false, m_announced = false;
    int m_singleSteps = 0;
    std::int64_t m_decided = 0;
    std::array<Order, 2> m_orders;  // no rank is more than one step ahead of another
    std::chrono::steady_clock::time_point m_lastFull{};
};

}  // namespace gpu
