// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where rank threads ask between steps what to do next: train, save a checkpoint or finish. The first to ask
// decides for all, after what plan and commands say. Pausing takes effect here; a stop that does not save
// first does not wait for it (the cancel token ends a step from within).
#pragma once

#include "core/telemetry/events.h"
#include "gpu/device/cancel.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>

namespace gpu {

class StepGate {
public:
    struct Steps {
        std::int64_t done = 0;  // before this run
        std::int64_t last = std::numeric_limits<std::int64_t>::max();
        std::int64_t saveEvery = 0;  // and after the last; 0 = on command only
        int ranks = 1;               // that ask; the run is paused when all of them wait
    };
    struct Hooks {
        // By a rank thread, when the run pauses and when it goes on.
        std::function<void(core::RunPhase)> announce;
        // A checkpoint is asked for of the state that was saved last. True: save it again.
        std::function<bool()> savedAlready = [] { return false; };
    };
    // Brief: the step's numbers only. Full: its spans and collective totals too (one step a second, single
    // steps and the first).
    enum class Detail { Brief, Full };
    enum class Action { Train, Save, Finish };
    struct Order {
        Action action{};
        std::int64_t step = 0;  // to train, or the last one trained
        Detail detail{};
        std::chrono::steady_clock::time_point start;
    };
    StepGate(const CancelToken& cancel, Hooks hooks, Steps steps);

    // From any thread. Pause, Resume, StepOnce and Checkpoint.
    void command(core::Command command);
    // Ends the run after the step that is under way and a checkpoint of it.
    void saveAndFinish();
    // Each rank counts its turns from 1. Blocks while paused. Throws Cancelled.
    [[nodiscard]] Order next(std::int64_t turn);

private:
    void decide(std::int64_t turn, Action action);
    [[nodiscard]] bool wantsSave();
    [[nodiscard]] bool isOver() const { return m_finishing || m_step >= m_steps.last; }
    // Orders something unless the run is paused; says when it pauses and when it goes on.
    [[nodiscard]] bool ordered(std::int64_t turn);

    const CancelToken& m_cancel;
    Hooks m_hooks;
    Steps m_steps;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_paused = false, m_announced = false, m_saveAsked = false, m_finishing = false;
    int m_singleSteps = 0, m_waiting = 0;
    std::int64_t m_step, m_saved = -1;  // ordered last
    std::int64_t m_decided = 0;
    std::array<Order, 2> m_orders;  // no rank is more than one turn ahead of another
    std::chrono::steady_clock::time_point m_lastFull{};
};

}  // namespace gpu
