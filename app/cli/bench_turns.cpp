// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_turns.h"

#include <algorithm>

namespace app {

double Contestant::median() const {
    std::vector<double> sorted = seconds;
    std::ranges::sort(sorted);
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

void takeTurns(std::vector<Contestant>& contestants, int rounds,
               const std::function<void(int done)>& progress) {
    for (Contestant& contestant : contestants) (void)contestant.turn();
    for (int round = 0; round < rounds; ++round) {
        for (Contestant& contestant : contestants) contestant.seconds.push_back(contestant.turn());
        progress(round + 1);
    }
}

}  // namespace app
