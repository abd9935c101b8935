// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// --save FILE and --force: a plan as a file that the explorer and every command open.
#pragma once

#include "app/cli/answer.h"
#include "core/base/result.h"
#include "core/plan/plan.h"

#include <CLI/CLI.hpp>

#include <string>

namespace app {

class PlanOutput {
public:
    // Adds the two flags to `command`. Must outlive it at a fixed address. `which`: "the best plan", for the help.
    PlanOutput(CLI::App& command, const std::string& which);
    PlanOutput(const PlanOutput&) = delete;
    PlanOutput& operator=(const PlanOutput&) = delete;

    // Before anything is computed: a file that exists is refused without --force.
    [[nodiscard]] core::Result<void> check() const;
    // Adds the line that says so to the answer; nothing without --save. A file that cannot be written leaves the answer as
    // it is, with the problem and the exit code of a program that failed.
    void save(const core::Plan& plan, Answer& answer) const;

private:
    std::string m_file;
    bool m_force = false;
};

}  // namespace app
