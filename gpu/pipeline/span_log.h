// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ops of one step on one rank: wall clock, CPU time and virtual time of each. Written by the rank's
// thread only.
#pragma once

#include "core/telemetry/events.h"
#include "gpu/collectives/communicator.h"
#include "gpu/device/virtual_clock.h"

#include <array>
#include <chrono>
#include <vector>

namespace gpu {

class SpanLog {
public:
    // `charged`: link and wait seconds that all communicators of the rank have put on `clock`.
    SpanLog(VirtualClock& clock, const CallTiming& charged)
        : m_clock(clock)
        , m_charged(charged) {}

    // A step begins: wall and virtual time count from here.
    void restart();

    template <class Body>
    void measure(core::SpanKind kind, int stage, int microBatch, Body&& body) {
        const Mark begin = mark();
        body();
        append(kind, stage, microBatch, begin, mark());
    }

    [[nodiscard]] const std::vector<core::OpSpan>& spans() const { return m_spans; }
    // Virtual seconds of pure computing in the ops of a kind: without link and waits.
    [[nodiscard]] double computeSeconds(core::SpanKind kind) const { return m_compute[std::size_t(kind)]; }
    // Virtual seconds: ops of the pipeline, and the end of the last of them.
    [[nodiscard]] double pipelineBusy() const { return m_busy; }
    [[nodiscard]] double pipelineEnd() const { return m_pipelineEnd; }

private:
    struct Mark {
        double wall = 0, cpu = 0, virtualTime = 0, charged = 0, waited = 0;
    };
    [[nodiscard]] Mark mark();
    void append(core::SpanKind kind, int stage, int microBatch, const Mark& begin, const Mark& end);

    VirtualClock& m_clock;
    const CallTiming& m_charged;
    std::chrono::steady_clock::time_point m_start;
    std::vector<core::OpSpan> m_spans;
    std::array<double, 6> m_compute{};
    double m_busy = 0, m_pipelineEnd = 0;
};

}  // namespace gpu
