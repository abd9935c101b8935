// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// NDJSON codec of the engine protocol. A reader ignores and counts unknown types and refuses lines over 1 MiB.
// Numbers that are not finite travel as null and arrive as NaN. Op spans travel as rows
// [kind, stage, micro-batch, wall start, wall end, cpu, virtual start, virtual end] with times in whole nanoseconds.
// Invalid UTF-8 arrives as U+FFFD. A field missing from a line keeps its default; a field of another type is a Problem.
#pragma once

#include "core/base/result.h"
#include "core/telemetry/events.h"

#include <optional>
#include <string>
#include <string_view>

namespace core {

[[nodiscard]] std::string encode(const Event& event);      // one line, without the newline
[[nodiscard]] std::string encode(Command command);
// nullopt: a well-formed line of an unknown type.
[[nodiscard]] Result<std::optional<Event>> decodeEvent(std::string_view line);
[[nodiscard]] Result<Command> decodeCommand(std::string_view line);

}  // namespace core
