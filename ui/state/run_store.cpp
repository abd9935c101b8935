// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// RunStore: one method per kind of event; bounded where a long run would otherwise grow without end.
#include "ui/state/run_store.h"

#include "ui/state/sentences.h"

#include <cmath>

namespace ui {

namespace {

constexpr int kFrameMilliseconds = 33;
constexpr std::size_t kMaxSamples = 200;
constexpr std::size_t kMaxLogLines = 2000;

std::optional<EngineState> stateOf(core::RunPhase phase) {
    switch (phase) {
    case core::RunPhase::Starting:
        return EngineState::Starting;
    case core::RunPhase::Training:
        return EngineState::Training;
    case core::RunPhase::Paused:
        return EngineState::Paused;
    case core::RunPhase::Validating:
        return EngineState::Validating;
    case core::RunPhase::Stopping:
    case core::RunPhase::Saving:
        return EngineState::Stopping;
    case core::RunPhase::Left:
    case core::RunPhase::Finished:
    case core::RunPhase::Failed:
        break;  // the engine client says so, once the process has ended
    }
    return std::nullopt;
}

}  // namespace

RunStore::RunStore(QObject* parent)
    : QObject(parent) {
    m_frame.setSingleShot(true);
    m_frame.setInterval(kFrameMilliseconds);
    connect(&m_frame, &QTimer::timeout, this, &RunStore::tick);
}

void RunStore::begin(const core::Plan& plan, std::shared_ptr<const core::Snapshot> prediction) {
    m_validationTime = m_sampleTime = {};
    m_detail.clear();
    m_recording.clear();
    m_watched.clear();
    m_plan = plan;
    m_prediction = std::move(prediction);
    m_hello.reset();
    m_series = {};
    m_lastStep.reset();
    m_lastValidation.reset();
    m_bye.reset();
    m_devices.clear();
    m_memory.clear();
    m_spans.clear();
    m_incomingSpans.clear();
    m_samples.clear();
    m_collectives.clear();
    m_problem.reset();
    m_lastCheckpoint.reset();
    m_checkpoints = 0;
    m_log.clear();
    m_unknown = m_dropped = 0;
    m_lastMessage.invalidate();
    m_frame.start();
}

void RunStore::setPrediction(std::shared_ptr<const core::Snapshot> prediction) {
    if (!prediction || !hasRun()) return;
    m_prediction = std::move(prediction);
    if (!m_frame.isActive()) m_frame.start();
}

void RunStore::setWatched(const QString& log) { m_watched = log; }

void RunStore::setRecording(const QString& file) { m_recording = file; }

void RunStore::add(const std::vector<core::Event>& events) {
    if (events.empty()) return;
    for (const core::Event& event : events) {
        m_now = event.t;
        std::visit([this](const auto& body) { addOne(body); }, event.body);
    }
    m_lastMessage.start();
    if (!m_frame.isActive()) m_frame.start();
}

void RunStore::addLog(const QString& line) {
    m_log.push_back(line);
    if (m_log.size() > kMaxLogLines) m_log.erase(m_log.begin(), m_log.begin() + kMaxLogLines / 10);
}

void RunStore::setState(EngineState state, const QString& detail) {
    if (state == m_state && detail == m_detail) return;
    m_state = state;
    m_detail = detail;
    emit stateChanged(m_state);
}

double RunStore::secondsSinceLastMessage() const {
    return m_lastMessage.isValid() ? double(m_lastMessage.elapsed()) / 1e3 : 0;
}

void RunStore::addOne(const core::HelloEvent& hello) { m_hello = hello; }

void RunStore::addOne(const core::PhaseEvent& event) {
    const QString detail = event.phase == core::RunPhase::Saving
                               ? tr("A checkpoint is being saved. Stop again to end without it.")
                               : QString::fromStdString(event.detail);
    if (event.phase == core::RunPhase::Validating) m_evaluationBegan = m_now;
    if (const auto state = stateOf(event.phase)) setState(*state, detail);
}

void RunStore::addOne(const core::StepEvent& event) {
    const double x = double(event.step);
    if (!event.skipped || std::isfinite(event.loss)) m_series.loss.append(x, event.loss);
    const auto known = [x](core::Series& series, double value) {  // the log of another framework leaves some out
        if (!std::isnan(value)) series.append(x, value);
    };
    known(m_series.tokensPerSecond, event.tokensPerSecond);
    if (!event.skipped) known(m_series.gradNorm, event.gradNorm);  // an overflow has none
    known(m_series.learningRate, event.lr);
    known(m_series.stepMs, event.stepMs);
    known(m_series.virtualMs, event.virtualMs);
    known(m_series.bubble, event.bubbleFraction);
    m_lastStep = event;
    m_evaluationBegan = m_now;
}

void RunStore::addOne(const core::ValidationEvent& event) {
    m_series.validation.append(double(event.step), event.loss);
    m_lastValidation = event;
    m_validationTime.add(m_now - m_evaluationBegan);
    m_evaluationBegan = m_now;
}

void RunStore::addOne(const core::MemoryEvent& event) { m_memory[event.rank] = event; }

void RunStore::addOne(const core::SpansEvent& event) {
    if (!m_incomingSpans.empty() && m_incomingSpans.begin()->second.step != event.step)
        m_incomingSpans.clear();
    m_incomingSpans[event.rank] = event;
    const int ranks = m_hello ? m_hello->ranks : m_plan.layout.cards();
    if (int(m_incomingSpans.size()) == ranks) m_spans = std::exchange(m_incomingSpans, {});
}

void RunStore::addOne(const core::CollectiveEvent& event) {
    if (!m_collectives.empty() && m_collectives.back().step != event.step) m_collectives.clear();
    m_collectives.push_back(event);
}

void RunStore::addOne(const core::DeviceEvent& event) { m_devices[event.device] = event; }

void RunStore::addOne(const core::SampleEvent& event) {
    m_sampleTime.add(m_now - m_evaluationBegan);
    m_evaluationBegan = m_now;
    m_samples.push_front(event);
    if (m_samples.size() > kMaxSamples) m_samples.pop_back();
}

void RunStore::addOne(const core::CheckpointEvent& event) {
    m_lastCheckpoint = event;
    ++m_checkpoints;
    addLog(tr("Checkpoint of step %1: %2").arg(event.step).arg(QString::fromStdString(event.path)));
}

void RunStore::addOne(const core::LogEvent& event) { addLog(QString::fromStdString(event.text)); }

void RunStore::addOne(const core::ProblemEvent& event) {
    addLog(wholeSentence(event.problem));
    if (event.problem.severity == core::Severity::Error && !m_problem) m_problem = event;
    if (event.problem.severity == core::Severity::Warning) emit warned(event.problem);
}

void RunStore::addOne(const core::DroppedEvent& event) { m_dropped += event.events; }

void RunStore::addOne(const core::ByeEvent& event) { m_bye = event; }

}  // namespace ui
