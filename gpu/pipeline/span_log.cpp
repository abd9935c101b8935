// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Marks in three times, and in a card's.
#include "gpu/pipeline/span_log.h"

#include <algorithm>
#include <cstdio>

namespace gpu {

void SpanLog::restart() {
    m_clock.restart();
    m_device.restartTimes();
    m_points.clear();
    m_start = std::chrono::steady_clock::now();
    m_spans.clear();
    m_compute = {};
    m_busy = m_pipelineEnd = 0;
}

SpanLog::Mark SpanLog::mark() {
    m_clock.addCompute();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(),
            threadCpuSeconds(), m_clock.now(), m_charged.linkSeconds + m_charged.virtualWaitSeconds,
            m_charged.virtualWaitSeconds, m_device.timePoint()};
}

void SpanLog::append(core::SpanKind kind, int stage, int microBatch, const Mark& begin, const Mark& end) {
    // At the end of a step the other replicas are waited for first: that is idle time, not communication.
    const bool waitsFirst = kind == core::SpanKind::Communication && microBatch < 0;
    const double waited = waitsFirst ? end.waited - begin.waited : 0;
    m_spans.push_back({kind, stage, microBatch, begin.wall, end.wall, end.cpu - begin.cpu,
                       begin.virtualTime + waited, end.virtualTime});
    if (begin.point >= 0) m_points.emplace_back(begin.point, end.point);
    const double duration = end.virtualTime - begin.virtualTime;
    m_compute[std::size_t(kind)] += duration - (end.charged - begin.charged);
    if (microBatch < 0) return;
    m_busy += duration;
    m_pipelineEnd = end.virtualTime;
}

void SpanLog::settle() {
    if (!byDevice()) return;
    m_compute = {};
    m_busy = m_pipelineEnd = 0;
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
        core::OpSpan& span = m_spans[i];
        span.wallStart = span.virtualStart = m_device.secondsOf(m_points[i].first);
        span.wallEnd = span.virtualEnd = m_device.secondsOf(m_points[i].second);
        const double duration = span.virtualEnd - span.virtualStart;
        m_compute[std::size_t(span.kind)] += duration;
        if (span.microBatch < 0) continue;
        m_busy += duration;
        m_pipelineEnd = std::max(m_pipelineEnd, span.virtualEnd);
    }
}

void SpanLog::beginRange(core::SpanKind kind, int stage, int microBatch) {
    if (m_device.isDirect()) return;
    char name[48];
    const auto word = core::toText(kind);
    if (microBatch < 0)
        std::snprintf(name, sizeof name, "%.*s", int(word.size()), word.data());
    else
        std::snprintf(name, sizeof name, "%d %.*s %d", stage, int(word.size()), word.data(), microBatch);
    m_device.beginRange(name);
}

void SpanLog::endRange() {
    if (!m_device.isDirect()) m_device.endRange();
}

}  // namespace gpu
