// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// bench train: a 10.84 M parameter GPT, batch 32 by default, on this machine's cores: one rank against
// PyTorch with the same number of threads and against its own matrix products; then several virtual cards
// against the best single one.
#pragma once

#include "app/cli/answer.h"

#include <string>
#include <vector>

namespace app {

struct TrainBench {
    int rounds = 5;
    int sequences = 32;                // of a step; a multiple of 8
    std::vector<int> threads;          // of one rank; empty = 1 and all cores
    std::vector<std::string> pythons;  // asked for torch; empty = those of app::pythons()
};

[[nodiscard]] Reply benchTrain(const TrainBench& bench);

}  // namespace app
