// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pause, resume, step once, save, finish.
#include "gpu/training/step_gate.h"

namespace gpu {

namespace {

constexpr auto kLook = std::chrono::milliseconds(50);  // how often a paused rank looks for the end of the run
constexpr auto kFullEvery = std::chrono::seconds(1);

}  // namespace

StepGate::StepGate(const CancelToken& cancel, Hooks hooks, Steps steps)
    : m_cancel(cancel)
    , m_hooks(std::move(hooks))
    , m_steps(steps)
    , m_step(steps.done) {}

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
        m_saveAsked = true;
        break;
    case core::Command::Stop:
    case core::Command::Leave:
        break;
    }
    m_changed.notify_all();
}

void StepGate::saveAndFinish() {
    const std::lock_guard lock(m_mutex);
    m_saveAsked = m_finishing = true;
    m_changed.notify_all();
}

bool StepGate::wantsSave() {
    const bool due = m_steps.saveEvery > 0 && m_step > m_steps.done &&
                     (m_step % m_steps.saveEvery == 0 || m_step == m_steps.last);
    if (m_saved != m_step) return m_saveAsked || due;
    return m_saveAsked && m_hooks.savedAlready();
}

// A save can be ordered twice in a row only when the first has come to its end on every rank, and between
// other orders lies a step that all ranks take part in: two places for orders are enough.
void StepGate::decide(std::int64_t turn, Action action) {
    const auto now = std::chrono::steady_clock::now();
    const bool single = m_singleSteps > 0;
    bool full = false;
    if (action == Action::Save) m_saved = m_step;
    if (action == Action::Train) {
        if (single) --m_singleSteps;
        full = single || m_step == m_steps.done || now - m_lastFull >= kFullEvery;
        if (full) m_lastFull = now;
        ++m_step;
    }
    m_orders[std::size_t(turn % 2)] = {action, m_step, full ? Detail::Full : Detail::Brief, now};
    m_decided = turn;
    m_changed.notify_all();
}

bool StepGate::ordered(std::int64_t turn) {
    if (wantsSave()) {
        m_saveAsked = false;
        decide(turn, Action::Save);
        return true;
    }
    m_saveAsked = false;
    if (isOver()) {
        decide(turn, Action::Finish);
        return true;
    }
    if (m_paused && m_singleSteps == 0) {
        if (m_waiting < m_steps.ranks) return false;  // a step is still under way
        if (!m_announced) m_hooks.announce(core::RunPhase::Paused);
        m_announced = true;
        return false;
    }
    if (m_announced && !m_paused) m_hooks.announce(core::RunPhase::Training);
    if (!m_paused) m_announced = false;
    decide(turn, Action::Train);
    return true;
}

StepGate::Order StepGate::next(std::int64_t turn) {
    std::unique_lock lock(m_mutex);
    ++m_waiting;
    while (m_decided < turn) {
        m_cancel.throwIfCancelled();
        if (!ordered(turn)) m_changed.wait_for(lock, kLook);
    }
    --m_waiting;
    return m_orders[std::size_t(turn % 2)];
}

}  // namespace gpu
