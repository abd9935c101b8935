// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a table stands still: how far each rank comes when ops take no time, and who then waits for whom. Also of a
// table that is not whole yet; its ops must lie on their own ranks, each once.
#pragma once

#include "core/schedule/schedule.h"

#include <string>
#include <vector>

namespace core {

// A rank that has stopped: its next op waits for one that has not run.
struct Wait {
    int rank = 0;
    Op blocked, awaited;
    bool operator==(const Wait&) const = default;
};

struct Standstill {
    std::vector<std::size_t> ran;  // by rank: ops that ran before it stopped or came to its end
    // Ranks in a circle: what each awaits lies on the next one's rank, at or behind its blocked op. Empty: no deadlock.
    std::vector<Wait> cycle;
    // Ranks that wait for an op that the table does not have.
    std::vector<Wait> missing;
};

[[nodiscard]] Standstill findStandstill(const Schedule& schedule);
// "0B1 on rank 0 waits for 1B1, behind 1F2 on rank 1, which waits for 0F2, behind 0B1 on rank 0"
[[nodiscard]] std::string cycleText(const std::vector<Wait>& cycle);

}  // namespace core
