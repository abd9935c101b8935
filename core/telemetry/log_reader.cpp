// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/telemetry/log_reader.h"

#include "core/cost/step_estimate.h"
#include "core/telemetry/log_line.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace core {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::int64_t wholeOf(double value) { return value > 0 && value < 9e15 ? std::int64_t(value) : 0; }

int dimensionOf(std::optional<double> value) { return value && *value > 0 && *value < 1e9 ? int(*value) : 0; }

}  // namespace

LogReader::LogReader(LogSettings settings, Sink sink)
    : m_settings(std::move(settings))
    , m_sink(std::move(sink)) {}

void LogReader::feed(std::string_view bytes) {
    while (!bytes.empty()) {
        const void* newline = std::memchr(bytes.data(), '\n', bytes.size());
        const std::size_t length =
            newline == nullptr ? bytes.size() : std::size_t(static_cast<const char*>(newline) - bytes.data());
        const std::string_view piece = bytes.substr(0, length);
        bytes.remove_prefix(newline == nullptr ? length : length + 1);
        if (newline != nullptr && m_partial.empty() && !m_skipping && length <= kMaxLogLine) {
            line(piece);
            continue;
        }
        if (!m_skipping && m_partial.size() + length > kMaxLogLine) {
            m_skipping = true;
            ++m_tooLong;
            m_partial.clear();
        }
        if (!m_skipping) m_partial += piece;
        if (newline == nullptr) continue;
        if (!m_skipping) line(m_partial);
        m_partial.clear();
        m_skipping = false;
    }
}

void LogReader::finish() {
    if (!m_partial.empty()) line(m_partial);
    m_partial.clear();
    settle();
    if (m_tooLong > 0) emit(DroppedEvent{m_tooLong});
    if (m_traceback && !m_outOfMemory) traceback();
    const bool unfinished = m_lastStep >= 0 && m_lastStep < m_total;
    emit(ByeEvent{failed() ? 1 : 0, failed() ? "failed" : unfinished ? "unfinished" : "finished", m_steps});
}

void LogReader::settle() {
    if (!m_pending) return;
    const LogRecord record = *std::exchange(m_pending, {});
    if (record.hasLoss || !m_pipelineLines) step(record);
}

// A line that says only half of a step waits for the other half.
void LogReader::hold(LogRecord record) {
    if (m_pending && m_pending->step == record.step) {
        if (record.partial && m_pending->hasLoss == record.hasLoss) return;  // another rank's copy
        for (const auto member : {&LogRecord::loss, &LogRecord::lr, &LogRecord::gradNorm, &LogRecord::lossScale, &LogRecord::stepMs,
                                  &LogRecord::samplesPerSecond})
            if (!(record.*member)) record.*member = (*m_pending).*member;
        record.skipped = record.skipped || m_pending->skipped;
        record.hasLoss = record.hasLoss || m_pending->hasLoss;
        record.partial = false;
        m_pending.reset();
    }
    settle();
    if (record.partial && record.step != m_lastStep)
        m_pending = record;
    else if (record.hasLoss || !m_pipelineLines)
        step(record);
}

void LogReader::outOfMemory(std::string_view line) {
    constexpr std::size_t kMostShown = 160;
    settle();
    if (std::exchange(m_outOfMemory, true)) return;  // every rank says so
    const std::string_view text = trimmed(line);
    emit(ProblemEvent{{Severity::Error, "log.out-of-memory", m_settings.name,
                       {{"step", std::to_string(std::max<std::int64_t>(0, m_lastStep))},
                        {"line", std::string(text.substr(0, kMostShown))}},
                       "fix.log.out-of-memory"},
                      {}, {}});
}

void LogReader::traceback() {
    emit(ProblemEvent{{Severity::Error, "log.traceback", m_settings.name,
                       {{"step", std::to_string(std::max<std::int64_t>(0, m_lastStep))}}, "fix.log.traceback"},
                      {}, {}});
}

void LogReader::line(std::string_view text) {
    ++m_lines;
    const std::string_view clean = cleaned(text, m_clean);
    if (clean.empty()) return;
    char present = 0, absent = 0;  // the mark that was last looked for
    for (const LogFormat& format : logFormats()) {
        if (format.mark == absent) continue;
        if (format.mark != present && std::memchr(clean.data(), format.mark, clean.size()) == nullptr) {
            absent = format.mark;
            continue;
        }
        present = format.mark;
        if (!format.token.empty() && !contains(clean, format.token)) continue;
        const std::optional<LogRecord> record = format.read(clean);
        if (!record) continue;
        hello(format.name);
        switch (record->kind) {
        case LogRecord::Kind::Step:
            hold(*record);
            break;
        case LogRecord::Kind::Validation:
            validation(*record);
            break;
        case LogRecord::Kind::Memory:
            memory(*record);
            break;
        case LogRecord::Kind::Overflow:
            overflow(*record);
            break;
        case LogRecord::Kind::Shape:
            shape(*record);
            break;
        case LogRecord::Kind::OutOfMemory:
            outOfMemory(clean);
            break;
        case LogRecord::Kind::Traceback:
            settle();
            m_traceback = true;
            break;
        }
        return;
    }
}

void LogReader::emit(EventBody body) { m_sink({m_time, std::move(body)}); }

void LogReader::hello(std::string_view format) {
    if (m_greeted) return;
    m_greeted = true;
    HelloEvent event;
    event.build = std::string(format) + " log";
    event.corpus = m_settings.name;
    event.planText = m_settings.planText;
    event.ranks = int(std::min(1e9, std::max(0.0, m_settings.cards)));
    emit(std::move(event));
    emit(PhaseEvent{RunPhase::Training, ""});
}

void LogReader::step(const LogRecord& record) {
    m_pipelineLines = m_pipelineLines || record.hasLoss;
    if (record.step == m_lastStep) return;  // another rank's copy
    m_outOfMemory = m_traceback = false;    // it was started again
    m_total = record.totalSteps.value_or(m_total);
    StepEvent event;
    event.step = record.step;
    event.loss = record.loss.value_or(kNone);
    event.lr = record.lr.value_or(kNone);
    event.gradNorm = record.gradNorm.value_or(kNone);
    m_lossScale = record.lossScale.value_or(m_lossScale);
    event.lossScale = m_lossScale;
    event.skipped = record.skipped || m_skippedNext;
    m_skippedNext = false;
    event.stepMs = record.stepMs.value_or(kNone);
    event.virtualMs = event.bubbleFraction = kNone;
    fillTokens(event, record);
    if (event.stepMs > 0 && event.stepMs < 1e12) m_time += event.stepMs / 1e3;
    lossMissing(record);
    m_lastStep = record.step;
    ++m_steps;
    emit(event);
    if (record.peakBytes) memory(record);
}

// Tokens from whatever the log counts in.
void LogReader::fillTokens(StepEvent& event, const LogRecord& record) {
    const double sequence = record.sequence ? *record.sequence
                            : m_shape.sequence ? *m_shape.sequence
                                               : m_settings.sequence;
    const double cards = m_shape.worldSize.value_or(m_settings.cards);
    const double batch = record.globalBatch ? *record.globalBatch : m_shape.globalBatch.value_or(0);
    double tokens = record.stepTokens.value_or(batch * sequence);
    if (tokens <= 0 && record.consumedTokens && m_lastTokens >= 0 && record.step > m_lastStep)
        tokens = (*record.consumedTokens - m_lastTokens) / double(record.step - m_lastStep);
    if (record.consumedTokens) m_lastTokens = *record.consumedTokens;
    const double samples = record.samplesPerSecond.value_or(m_samplesPerSecond);
    double speed = 0;
    if (tokens > 0 && event.stepMs > 0) speed = tokens / event.stepMs * 1e3;
    if (speed <= 0) speed = record.tokensPerSecond.value_or(0);
    if (speed <= 0) speed = record.tokensPerSecondPerCard.value_or(0) * cards;
    if (speed <= 0) speed = samples * sequence;
    if (tokens <= 0 && event.stepMs > 0) tokens = speed * event.stepMs / 1e3;
    event.tokens = wholeOf(tokens);
    event.tokensPerSecond = std::isfinite(speed) && speed > 0 ? speed : kNone;
    event.mfu = record.mfu.value_or(kNone);
    const double flops = flopsPerToken();
    if (flops > 0 && cards > 0 && m_settings.peakFlops > 0)
        event.mfu = event.tokensPerSecond * flops / (cards * m_settings.peakFlops);
}

double LogReader::flopsPerToken() const {
    const double sequence = m_shape.sequence.value_or(m_settings.sequence);
    if (sequence <= 0 || sequence > 1e9) return 0;
    if (m_settings.model != nullptr) return modelFlopsPerToken(*m_settings.model, int(sequence)).value();
    ModelSpec model;
    model.layers = dimensionOf(m_shape.layers);
    model.hidden = dimensionOf(m_shape.hidden);
    model.heads = model.kvHeads = dimensionOf(m_shape.heads);
    model.vocabulary = dimensionOf(m_shape.vocabulary);
    model.maxSequence = int(sequence);
    if (model.layers == 0 || model.hidden == 0 || model.heads == 0 || model.vocabulary == 0 || model.hidden > 1'000'000) return 0;
    model.ffn = 4 * model.hidden;
    return modelFlopsPerToken(model, int(sequence)).value();
}

// Megatron prints the loss only while it is a number: one that disappears is NaN.
void LogReader::lossMissing(const LogRecord& record) {
    const bool nan = record.loss && !std::isfinite(*record.loss);
    const bool missing = record.hasLoss && !record.loss && m_sawLoss && !record.skipped;
    if (record.loss && std::isfinite(*record.loss)) {
        m_sawLoss = true;
        m_saidMissing = false;
    }
    if ((!nan && !missing) || m_saidMissing) return;
    m_saidMissing = true;
    Problem problem{Severity::Warning, nan ? "log.nan-loss" : "log.missing-loss", m_settings.name,
                    {{"step", std::to_string(record.step)}}, "fix.log.loss"};
    emit(ProblemEvent{std::move(problem), {}, {}});
}

void LogReader::validation(const LogRecord& record) { emit(ValidationEvent{record.step, record.loss.value_or(kNone)}); }

// A foreign log says how much, not what for: all of it counts as what the framework holds.
void LogReader::memory(const LogRecord& record) {
    if (record.samplesPerSecond) m_samplesPerSecond = *record.samplesPerSecond;
    const auto bytesOf = [](double value) { return Bytes(wholeOf(value)); };
    MemoryEvent event;
    event.rank = record.rank;
    event.peak = bytesOf(record.peakBytes.value_or(0));
    event.current[std::size_t(MemoryCategory::Framework)] = bytesOf(record.allocatedBytes.value_or(record.peakBytes.value_or(0)));
    event.atPeak[std::size_t(MemoryCategory::Framework)] = event.peak;
    emit(event);
}

void LogReader::overflow(const LogRecord& record) {
    settle();
    m_skippedNext = true;
    m_lossScale = record.lossScale.value_or(m_lossScale);
}

void LogReader::shape(const LogRecord& record) {
    for (const auto member : {&LogRecord::sequence, &LogRecord::globalBatch, &LogRecord::worldSize, &LogRecord::layers,
                              &LogRecord::hidden, &LogRecord::heads, &LogRecord::vocabulary})
        if (record.*member) m_shape.*member = record.*member;
}

}  // namespace core
