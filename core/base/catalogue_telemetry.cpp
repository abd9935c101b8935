// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about the engine protocol and about run files.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> telemetrySentences() {
    static constexpr Sentence kRows[] = {
        {"telemetry.line-too-long", "a line of {bytes} bytes is longer than 1 MiB and was not read"},
        {"telemetry.not-an-object", "the line is not a JSON object: {line}"},
        {"telemetry.no-type", "the line has no text field \"type\": {line}"},
        {"telemetry.no-time", "the line has no field \"t\": {line}"},
        {"telemetry.bad-field", "the field {detail} has another type or is out of range: {line}"},
        {"telemetry.unknown-command",
         "the engine knows no command \"{detail}\"; it takes pause, resume, step_once, checkpoint and stop"},
        {"telemetry.cannot-write", "the run file cannot be written: {detail}"},
        {"telemetry.exists", "there is something of that name, and a run file is never written over"},
        {"telemetry.cannot-read", "the run file cannot be read: {detail}"},
        {"telemetry.not-a-run", "no line of the file is an event of a run"},
        {"fix.telemetry.cannot-write", "choose a folder with write permission and free space"},
        {"fix.telemetry.exists", "choose a new name"},
        {"fix.telemetry.cannot-read", "choose another file"},
        {"fix.telemetry.not-a-run", "open a file that shardscope-cli train --json or the explorer wrote"},
    };
    return kRows;
}

}  // namespace core
