// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One command = one file `cmd_NAME.cpp` plus one row in registry.cpp.
#pragma once

#include <CLI/CLI.hpp>

#include <span>

namespace app {

// Exit codes of every command (see README, "Command line").
enum Exit : int { kYes = 0, kNo = 1, kNotUnderstood = 2, kEngineFailed = 3 };

struct CommandRow {
    const char* name;
    const char* summary;
    // Adds options to `command`; the callback it sets stores the exit code in `exit`.
    void (*add)(CLI::App& command, int& exit);
};

[[nodiscard]] std::span<const CommandRow> commands();

}  // namespace app
