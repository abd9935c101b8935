// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which steps of the workflow are at work at an instant of a measured step, from the spans that the engine reported.
#pragma once

#include "core/telemetry/events.h"
#include "core/workflow/workflow.h"

#include <map>
#include <vector>

namespace core {

// Seconds of virtual time from the begin of the step to its last span.
[[nodiscard]] double stepLength(const std::map<int, SpansEvent>& spans);

// One entry per step of the workflow. Communication before the first optimizer span is reduction, behind it gathering.
// Spans of the engine name no group: of ops, the passes and their messages are active together.
[[nodiscard]] std::vector<bool> activeAt(const Workflow& workflow, const std::map<int, SpansEvent>& spans, double seconds);

}  // namespace core
