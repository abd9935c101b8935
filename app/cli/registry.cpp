// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands of shardscope-cli, in the order of the help text.
#include "app/cli/commands.h"

#include "app/cli/command.h"

namespace app {

std::span<const CommandRow> commands() {
    static constexpr CommandRow rows[] = {
        {"model", "Parameter counts of a model preset", addModel},
        {"estimate", "Memory, time and whole run of one layout", addEstimate},
        {"compare", "Two plans term by term", addCompare},
        {"schedule", "Op table and replay of a pipeline schedule", addSchedule},
        {"layout", "Ranks and process groups; the groups that differ from another rank order", addLayout},
        {"lr", "Learning rate by update", addLr},
    };
    return rows;
}

}  // namespace app
