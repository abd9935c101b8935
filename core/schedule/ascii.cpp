// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A timeline as text: one row a rank, one column a tick of time.
#include "core/schedule/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr int kMaxColumns = 160;

// The shortest op gets one column, unless the picture would grow too wide.
double tickOf(const Timeline& timeline, double end) {
    double shortest = end;
    for (const auto& rank : timeline.ranks)
        for (const TimedSpan& span : rank) {
            const double length = (span.end - span.start).value();
            if (length > 0) shortest = std::min(shortest, length);
        }
    return std::max(shortest, end / kMaxColumns);
}

char letterOf(const TimedSpan& span) {
    const int digit = span.microBatch.value % 10;
    switch (span.kind) {
    case SpanKind::Forward:
        return char('0' + digit);
    case SpanKind::Backward:
    case SpanKind::InputGradient:
        return char('a' + digit);
    case SpanKind::WeightGradient:
        return char('A' + digit);
    case SpanKind::Communication:
    case SpanKind::Optimizer:
        break;
    }
    return '=';
}

}  // namespace

std::string toAscii(const Timeline& timeline) {
    const double end = std::max(timeline.makespan, timeline.stepEnd).value();
    if (!(end > 0)) return {};
    const double tick = tickOf(timeline, end);
    const auto columns = std::size_t(std::lround(end / tick));
    std::string text;
    for (std::size_t r = 0; r < timeline.ranks.size(); ++r) {
        std::string row(columns, '.');
        for (const TimedSpan& span : timeline.ranks[r]) {
            const auto first = std::size_t(std::lround(span.start.value() / tick));
            const auto last = std::max(first + 1, std::size_t(std::lround(span.end.value() / tick)));
            for (std::size_t c = first; c < std::min(last, columns); ++c) row[c] = letterOf(span);
        }
        text += fmt::format("r{:<3}{}\n", r, row);
    }
    return text + fmt::format("bubble {:.1f} %\n", 100 * timeline.bubbleFraction);
}

}  // namespace core
