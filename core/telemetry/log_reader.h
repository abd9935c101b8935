// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A foreign training log, as it grows, → the events of our own protocol. Bytes may come cut anywhere; memory is constant:
// one line of at most 1 MiB and the shape of the run. Ranks and prefixes may be mixed; the same step printed by two ranks
// is one step, and so are the two lines of DeepSpeed about it. A loss that disappears from lines that print one is NaN and
// says so. What a log does not say is NaN in the events, never 0. The last event's reason is "failed" after an exception or
// a card without memory, "unfinished" where the log ends short of the steps that it announces, else "finished".
#pragma once

#include "core/model/model_spec.h"
#include "core/telemetry/events.h"
#include "core/telemetry/log_formats.h"

#include <functional>
#include <string>
#include <string_view>

namespace core {

struct LogSettings {
    std::string name;             // of the log, for the first event
    double sequence = 0;          // tokens of a sequence, where the log does not say it; 0 = not known
    double cards = 0;             // likewise
    double peakFlops = 0;         // of one card: the MFU is computed again from shapes; 0 = the log's own
    const ModelSpec* model = nullptr;  // for that; without it the shape is that of the dumped arguments
    std::string planText = {};         // of the first event: the plan that the run trains; empty = not known
};

class LogReader {
public:
    using Sink = std::function<void(const Event&)>;
    LogReader(LogSettings settings, Sink sink);

    void feed(std::string_view bytes);
    // A step that still waits for its other line is given out: nothing more comes for now.
    void settle();
    // The rest of an unfinished line, and the last event.
    void finish();

    [[nodiscard]] std::int64_t lines() const { return m_lines; }
    [[nodiscard]] bool recognised() const { return m_greeted; }
    [[nodiscard]] bool failed() const { return m_outOfMemory || m_traceback; }
    [[nodiscard]] std::int64_t steps() const { return m_steps; }
    [[nodiscard]] std::int64_t tooLong() const { return m_tooLong; }  // lines over 1 MiB, left out

private:
    void line(std::string_view text);
    void hold(LogRecord record);
    void step(const LogRecord& record);
    void outOfMemory(std::string_view line);
    void traceback();
    void validation(const LogRecord& record);
    void memory(const LogRecord& record);
    void overflow(const LogRecord& record);
    void shape(const LogRecord& record);
    void lossMissing(const LogRecord& record);
    void hello(std::string_view format);
    void emit(EventBody body);
    void fillTokens(StepEvent& event, const LogRecord& record);
    [[nodiscard]] double flopsPerToken() const;

    LogSettings m_settings;
    Sink m_sink;
    std::string m_partial, m_clean;
    bool m_skipping = false;  // inside a line that is too long
    bool m_greeted = false, m_sawLoss = false, m_saidMissing = false, m_skippedNext = false;
    bool m_pipelineLines = false;  // a format with losses has been seen: DeepSpeed's own step lines add nothing
    bool m_outOfMemory = false, m_traceback = false;  // since the last step
    std::optional<LogRecord> m_pending;               // one of DeepSpeed's two lines about a step
    std::int64_t m_total = 0;                         // steps of the run; 0 = not said
    std::int64_t m_lines = 0, m_steps = 0, m_tooLong = 0, m_lastStep = -1;
    double m_time = 0;                   // seconds of all steps
    double m_lastTokens = -1;            // consumed, of the step before
    double m_samplesPerSecond = 0;       // of DeepSpeed's throughput line
    double m_lossScale = 1;
    LogRecord m_shape;
};

}  // namespace core
