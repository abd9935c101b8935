// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/telemetry/tensorboard_log.h"

#include <limits>

namespace core {

namespace {
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
}

TensorBoardLog::TensorBoardLog(LogSettings settings, LogReader::Sink sink)
    : m_settings(std::move(settings))
    , m_sink(std::move(sink))
    , m_reader([this](const TensorBoardScalar& scalar) { take(scalar); }) {}

void TensorBoardLog::emit(EventBody body) { m_sink({m_now, std::move(body)}); }

void TensorBoardLog::take(const TensorBoardScalar& scalar) {
    const auto meaning = meaningOfTag(scalar.tag);
    if (!meaning) return;
    if (!m_greeted) {
        m_greeted = true;
        m_begun = scalar.wallTime;
        HelloEvent hello;
        hello.build = "tensorboard log";
        hello.corpus = m_settings.name;
        hello.planText = m_settings.planText;
        hello.ranks = int(std::min(1e9, std::max(0.0, m_settings.cards)));
        emit(std::move(hello));
        emit(PhaseEvent{RunPhase::Training, ""});
    }
    if (scalar.step != m_step) settle();
    m_step = scalar.step;
    m_now = std::max(m_now, scalar.wallTime - m_begun);
    if (*meaning == ScalarMeaning::ValidationLoss)
        emit(ValidationEvent{scalar.step, scalar.value});
    else
        m_values[*meaning] = scalar.value;
}

void TensorBoardLog::settle() {
    if (m_values.empty() || m_step == m_lastStep) {
        m_values.clear();
        return;
    }
    const auto value = [&](ScalarMeaning meaning, double fallback = kNone) {
        const auto found = m_values.find(meaning);
        return found == m_values.end() ? fallback : found->second;
    };
    StepEvent event;
    event.step = m_step;
    event.loss = value(ScalarMeaning::Loss);
    event.lr = value(ScalarMeaning::LearningRate);
    event.gradNorm = value(ScalarMeaning::GradientNorm);
    event.lossScale = value(ScalarMeaning::LossScale, 1);
    event.stepMs = value(ScalarMeaning::StepSeconds) * 1e3;
    event.virtualMs = event.bubbleFraction = event.mfu = kNone;
    event.tokensPerSecond = value(ScalarMeaning::TokensPerSecond);
    if (event.stepMs > 0 && event.tokensPerSecond > 0) event.tokens = std::int64_t(event.tokensPerSecond * event.stepMs / 1e3);
    m_lastStep = m_step;
    ++m_steps;
    m_values.clear();
    emit(event);
}

void TensorBoardLog::finish() {
    settle();
    if (failed()) emit(ProblemEvent{{Severity::Error, "log.tensorboard-damaged", m_settings.name,
                                     {{"records", std::to_string(records())}}, "fix.log.tensorboard-damaged"},
                                    {}, {}});
    emit(ByeEvent{failed() ? 1 : 0, failed() ? "failed" : "finished", m_steps});
}

}  // namespace core
