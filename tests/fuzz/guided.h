// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mutation fuzzing guided by coverage: an input that reaches a basic block for the first time becomes a seed. 20 seconds a
// target, or SHARDSCOPE_FUZZ_SECONDS; deterministic by SHARDSCOPE_FUZZ_SEED but for the time that it has.
#pragma once

#include "tests/fuzz/coverage.h"
#include "tests/support/mutate.h"

#include <QtGlobal>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

namespace fuzz {

struct Outcome {
    std::int64_t inputs = 0;
    std::size_t seeds = 0;             // kept, those at the beginning included
    std::size_t blocksOfSeeds = 0;     // reached before anything was mutated
    std::size_t blocks = 0;
    double slowest = 0;                // processor seconds of one input
};

template <class Read>
Outcome run(std::vector<std::string> seeds, Read read) {
    constexpr int kSeconds = 20;
    bool given = false;
    const int wanted = qEnvironmentVariableIntValue("SHARDSCOPE_FUZZ_SECONDS", &given), seconds = given ? wanted : kSeconds;
    Outcome outcome;
    const auto timed = [&](const std::string& text) {
        const std::clock_t begin = std::clock();
        read(text);
        outcome.slowest = std::max(outcome.slowest, double(std::clock() - begin) / CLOCKS_PER_SEC);
        ++outcome.inputs;
    };
    const std::size_t before = blocksReached();
    for (const std::string& seed : seeds) timed(seed);
    outcome.blocksOfSeeds = blocksReached() - before;
    support::Mutator mutator(std::move(seeds), unsigned(qEnvironmentVariableIntValue("SHARDSCOPE_FUZZ_SEED")));
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < 1000 * seconds) {
        const std::size_t reached = blocksReached();
        const std::string text = mutator.next();
        timed(text);
        if (blocksReached() > reached) mutator.keep(text);
    }
    outcome.seeds = mutator.seeds();
    outcome.blocks = blocksReached() - before;
    return outcome;
}

}  // namespace fuzz
