// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Marks in three times.
#include "gpu/pipeline/span_log.h"

namespace gpu {

void SpanLog::restart() {
    m_clock.restart();
    m_start = std::chrono::steady_clock::now();
    m_spans.clear();
    m_compute = {};
    m_busy = m_pipelineEnd = 0;
}

SpanLog::Mark SpanLog::mark() {
    m_clock.addCompute();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(),
            threadCpuSeconds(), m_clock.now(), m_charged.linkSeconds + m_charged.virtualWaitSeconds,
            m_charged.virtualWaitSeconds};
}

void SpanLog::append(core::SpanKind kind, int stage, int microBatch, const Mark& begin, const Mark& end) {
    // At the end of a step the other replicas are waited for first: that is idle time, not communication.
    const bool waitsFirst = kind == core::SpanKind::Communication && microBatch < 0;
    const double waited = waitsFirst ? end.waited - begin.waited : 0;
    m_spans.push_back({kind, stage, microBatch, begin.wall, end.wall, end.cpu - begin.cpu,
                       begin.virtualTime + waited, end.virtualTime});
    const double duration = end.virtualTime - begin.virtualTime;
    m_compute[std::size_t(kind)] += duration - (end.charged - begin.charged);
    if (microBatch < 0) return;
    m_busy += duration;
    m_pipelineEnd = end.virtualTime;
}

}  // namespace gpu
