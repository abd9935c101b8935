// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ops of one step on one rank: wall clock, CPU time and virtual time of each. On a card with a clock of its own wall
// and virtual time are that clock's, known after settle(). Written by the rank's thread only.
#pragma once

#include "core/telemetry/events.h"
#include "gpu/collectives/communicator.h"
#include "gpu/device/device.h"
#include "gpu/device/virtual_clock.h"

#include <array>
#include <chrono>
#include <utility>
#include <vector>

namespace gpu {

class SpanLog {
public:
    // `charged`: link and wait seconds that all communicators of the rank have put on `clock`.
    SpanLog(VirtualClock& clock, const CallTiming& charged, Device& device)
        : m_clock(clock)
        , m_charged(charged)
        , m_device(device) {}

    // A step begins: wall and virtual time count from here.
    void restart();

    template <class Body>
    void measure(core::SpanKind kind, int stage, int microBatch, Body&& body) {
        const Mark begin = mark();
        beginRange(kind, stage, microBatch);
        body();
        endRange();
        append(kind, stage, microBatch, begin, mark());
    }
    // A step ends: waits for the card and reads its clock, where it has one.
    void settle();
    // Whether the times of the spans are the card's own.
    [[nodiscard]] bool byDevice() const { return !m_points.empty(); }

    [[nodiscard]] const std::vector<core::OpSpan>& spans() const { return m_spans; }
    // Virtual seconds of pure computing in the ops of a kind: without link and waits.
    [[nodiscard]] double computeSeconds(core::SpanKind kind) const { return m_compute[std::size_t(kind)]; }
    // Virtual seconds: ops of the pipeline, and the end of the last of them.
    [[nodiscard]] double pipelineBusy() const { return m_busy; }
    [[nodiscard]] double pipelineEnd() const { return m_pipelineEnd; }

private:
    struct Mark {
        double wall = 0, cpu = 0, virtualTime = 0, charged = 0, waited = 0;
        int point = -1;  // of the card's clock
    };
    [[nodiscard]] Mark mark();
    void beginRange(core::SpanKind kind, int stage, int microBatch);
    void endRange();
    void append(core::SpanKind kind, int stage, int microBatch, const Mark& begin, const Mark& end);

    VirtualClock& m_clock;
    const CallTiming& m_charged;
    Device& m_device;
    std::chrono::steady_clock::time_point m_start;
    std::vector<core::OpSpan> m_spans;
    std::vector<std::pair<int, int>> m_points;  // of the spans, on the card's clock; empty without one
    std::array<double, 6> m_compute{};
    double m_busy = 0, m_pipelineEnd = 0;
};

}  // namespace gpu
