// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pause, resume, step once.
#include "gpu/training/step_gate.h"

namespace gpu {

namespace {

constexpr auto kLook = std::chrono::milliseconds(50);  // how often a paused rank looks for the end of the run
constexpr auto kFullEvery = std::chrono::seconds(1);

}  // namespace

void StepGate::command(core::Command command) {
    const std::lock_guard lock(m_mutex);
    switch (command) {
    case core::Command::Pause:
        m_paused = true;
        break;
    case core::Command::Resume:
        m_paused = false;
        m_singleSteps = 0;
        break;
    case core::Command::StepOnce:
        m_paused = true;
        ++m_singleSteps;
        break;
    case core::Command::Checkpoint:
    case core::Command::Stop:
        break;
    }
    m_changed.notify_all();
}

void StepGate::decide(std::int64_t step) {
    const auto now = std::chrono::steady_clock::now();
    const bool single = m_singleSteps > 0;
    if (single) --m_singleSteps;
    const bool full = single || step == 1 || now - m_lastFull >= kFullEvery;
    if (full) m_lastFull = now;
    m_orders[std::size_t(step % 2)] = {full ? Detail::Full : Detail::Brief, now};
    m_decided = step;
    m_changed.notify_all();
}

StepGate::Order StepGate::next(std::int64_t step) {
    std::unique_lock lock(m_mutex);
    while (m_decided < step) {
        m_cancel.throwIfCancelled();
        if (!m_paused || m_singleSteps > 0) {
            if (m_announced && !m_paused) m_announce(core::RunPhase::Training);
            if (!m_paused) m_announced = false;
            decide(step);
            break;
        }
        if (!m_announced) m_announce(core::RunPhase::Paused);
        m_announced = true;
        m_changed.wait_for(lock, kLook);
    }
    return m_orders[std::size_t(step % 2)];
}

}  // namespace gpu
