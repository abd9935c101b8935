// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The escalation of stop.
#include "ui/engine/engine_link.h"

namespace ui {

EngineLink::EngineLink(Timing timing)
    : m_timing(timing)
    , m_escalation(this) {
    m_escalation.setSingleShot(true);
    connect(&m_escalation, &QTimer::timeout, this, &EngineLink::escalate);
}

void EngineLink::beginRun() { m_stopSent = m_terminated = m_forced = m_saving = false; }

void EngineLink::endRun() { m_escalation.stop(); }

void EngineLink::stop() {
    if (!isAlive() || m_escalation.isActive() || m_terminated) return;
    m_stopSent = true;
    send(core::Command::Stop);
    m_escalation.start(m_timing.terminateAfter);
}

void EngineLink::heed(const core::Event& event) {
    const auto* phase = std::get_if<core::PhaseEvent>(&event.body);
    if (phase && phase->phase == core::RunPhase::Saving && !m_terminated) {
        if (!m_saving) m_escalation.stop();
        m_saving = true;
    }
    const bool saved = std::holds_alternative<core::CheckpointEvent>(event.body) ||
                       (phase && phase->phase == core::RunPhase::Finished);
    if (saved && m_saving && m_stopSent && !m_terminated) m_escalation.start(m_timing.terminateAfter);
}

void EngineLink::escalate() {
    if (!isAlive()) return;
    m_forced = true;
    push(m_terminated ? Push::Kill : Push::Terminate);
    if (m_terminated) return;
    m_terminated = true;
    m_escalation.start(m_timing.killAfter);
}

}  // namespace ui
