// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bytes of an event stream → events, off the UI thread. Lines over 1 MiB and lines that are no event are
// dropped and counted, never trusted.
#pragma once

#include "core/telemetry/events.h"

#include <QByteArray>
#include <QStringList>

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace ui {

class EventReader {
public:
    // Called for every line that holds an event, before the event is queued.
    using LineSink = std::function<void(std::string_view line, const core::Event& event)>;
    explicit EventReader(LineSink sink = {})
        : m_sink(std::move(sink)) {}

    void feed(const QByteArray& bytes);
    void finish();  // the last line may lack its newline

    [[nodiscard]] std::vector<core::Event> takeEvents() { return std::exchange(m_events, {}); }
    [[nodiscard]] std::int64_t takeUnknown() {
        return std::exchange(m_unknown, 0);
    }  // unknown or broken lines
    [[nodiscard]] QStringList takeComplaints() { return std::exchange(m_complaints, {}); }

private:
    void line(const char* begin, qsizetype size);

    LineSink m_sink;
    QByteArray m_rest;        // an unfinished line
    bool m_skipping = false;  // inside a line that is too long
    std::vector<core::Event> m_events;
    std::int64_t m_unknown = 0;
    QStringList m_complaints;  // about broken lines; the first few
    int m_complained = 0;
};

}  // namespace ui
