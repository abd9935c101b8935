// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pause before the first step, then one step at a time.
#include "gpu/bench/stepper.h"

#include "core/base/problem.h"

#include <limits>
#include <stdexcept>
#include <utility>
#include <variant>

namespace gpu {

namespace {

core::Plan bare(core::Plan plan) {
    plan.run.steps = std::numeric_limits<std::int32_t>::max();
    plan.run.validateEvery = 0;
    plan.run.sample.every = 0;
    plan.run.checkpoint = {};
    return plan;
}

}  // namespace

Stepper::Stepper(core::Plan plan, Corpus corpus)
    : m_recorder(plan.layout.cards(), [this](const core::Event& event, std::string_view) { see(event); })
    , m_trainer(bare(std::move(plan)), std::move(corpus), m_recorder) {
    m_trainer.command(core::Command::Pause);
    m_thread = std::thread([this] { (void)m_trainer.run(); });
}

Stepper::~Stepper() {
    m_trainer.command(core::Command::Stop);
    m_thread.join();
    m_recorder.finish();
}

void Stepper::see(const core::Event& event) {
    const std::lock_guard lock(m_mutex);
    if (const auto* step = std::get_if<core::StepEvent>(&event.body))
        m_times = Times{step->stepMs / 1e3, step->virtualMs / 1e3};
    if (const auto* problem = std::get_if<core::ProblemEvent>(&event.body))
        m_ended = core::message(problem->problem);
    if (std::holds_alternative<core::ByeEvent>(event.body) && m_ended.empty()) m_ended = "the run has ended";
    m_changed.notify_all();
}

Stepper::Times Stepper::step() {
    std::unique_lock lock(m_mutex);
    m_times.reset();
    m_trainer.command(core::Command::StepOnce);
    m_changed.wait(lock, [this] { return m_times || !m_ended.empty(); });
    if (!m_times) throw std::runtime_error(m_ended);
    return *m_times;
}

}  // namespace gpu
