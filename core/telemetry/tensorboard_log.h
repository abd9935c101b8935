// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// TensorBoard's scalars of a training run → the events of our own protocol, as LogReader makes them of text. The scalars of
// one step are one event; a step is given out when the next one begins. What has no scalar is NaN.
#pragma once

#include "core/telemetry/log_reader.h"
#include "core/telemetry/tensorboard.h"

#include <map>

namespace core {

class TensorBoardLog {
public:
    TensorBoardLog(LogSettings settings, LogReader::Sink sink);

    void feed(std::string_view bytes) { m_reader.feed(bytes); }
    void settle();  // the step so far is given out: nothing more comes for now
    void finish();

    [[nodiscard]] bool recognised() const { return m_greeted; }
    [[nodiscard]] bool failed() const { return m_reader.isDamaged(); }
    [[nodiscard]] std::int64_t records() const { return m_reader.records(); }

private:
    void take(const TensorBoardScalar& scalar);
    void emit(EventBody body);

    LogSettings m_settings;
    LogReader::Sink m_sink;
    TensorBoardReader m_reader;
    bool m_greeted = false;
    double m_begun = 0, m_now = 0;
    std::int64_t m_step = -1, m_lastStep = -1, m_steps = 0;
    std::map<ScalarMeaning, double> m_values;  // of m_step
};

}  // namespace core
