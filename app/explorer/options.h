// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line of the explorer. What this version lacks is refused with a sentence, never ignored.
#pragma once

#include <QString>

#include <optional>

namespace app {

struct ExplorerOptions {
    QString plan;             // file; empty = the shipped default
    QString replay;           // run file; empty = none
    QString watch;            // log of another program, "-" = standard input; empty = none
    QString exportTo;         // folder for pictures; empty = an ordinary window
    double exportAfter = 20;  // seconds of training before the pictures, with --start
    QString report;           // file for a report of the plan; empty = an ordinary window
    QString workspace;        // "explore" | "plan" | "run" | "learn"; empty = explore, or run when something runs
    QString lesson;           // id of a lesson; empty = none
    QString language;         // "en" | "zh_CN"; empty = as last time, else as the system speaks
    QString theme;            // "light" | "dark"; empty = as last time
    QString engine;           // command line; empty = shardscope-cli beside the explorer
    QString settings;         // ini file; empty = the user's own
    bool start = false;
};

// No options: the program ends with `exit`; what there is to say was printed.
[[nodiscard]] std::optional<ExplorerOptions> parseOptions(int argc, char** argv, int& exit);

}  // namespace app
