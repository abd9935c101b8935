// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Benchmarks measure their contestants in turns within one run, so that whatever else the machine does meets
// all alike.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace app {

struct Contestant {
    std::string name;
    std::function<double()> turn;  // does the work once; seconds
    std::vector<double> seconds{};

    [[nodiscard]] double median() const;  // of `seconds`, which is not empty
};

// One turn of each to warm up, not counted, then `rounds` turns of each, alternating. `progress` after every
// round.
void takeTurns(std::vector<Contestant>& contestants, int rounds,
               const std::function<void(int done)>& progress);

}  // namespace app
