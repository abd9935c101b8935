// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workflow/live.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

double firstUpdate(const SpansEvent& event) {
    double first = std::numeric_limits<double>::infinity();
    for (const OpSpan& span : event.spans)
        if (span.kind == SpanKind::Optimizer) first = std::min(first, span.virtualStart);
    return first;
}

bool shows(const WorkflowStep& step, const OpSpan& span, double update) {
    if (std::ranges::find(step.spans, span.kind) == step.spans.end()) return false;
    if (span.kind != SpanKind::Communication) return true;
    const bool behind = span.virtualStart >= update, inside = span.microBatch >= 0;
    if (step.title == "workflow.gather") return inside;
    if (step.title == "workflow.gather-after") return behind;
    return !behind;
}

}  // namespace

double stepLength(const std::map<int, SpansEvent>& spans) {
    double end = 0;
    for (const auto& [rank, event] : spans)
        for (const OpSpan& span : event.spans) end = std::max(end, span.virtualEnd);
    return end;
}

std::vector<bool> activeAt(const Workflow& workflow, const std::map<int, SpansEvent>& spans, double seconds) {
    std::vector<bool> active(workflow.steps.size(), false);
    for (const auto& [rank, event] : spans) {
        const double update = firstUpdate(event);
        for (const OpSpan& span : event.spans) {
            if (seconds < span.virtualStart || seconds >= span.virtualEnd) continue;
            for (std::size_t i = 0; i < active.size(); ++i)
                if (workflow.isOwn(workflow.steps[i]) && shows(workflow.steps[i], span, update)) active[i] = true;
        }
    }
    return active;
}

}  // namespace core
