// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trial loop: the best plans of a search as short runs, their logs read back, the plans ranked again by what was measured.
//
//   FOLDER/trial.json                    the candidates, with what was predicted of each
//   FOLDER/01/trial.shardscope.json      a candidate that stops after a few updates, and its launch kit
//   FOLDER/01/anything else              what its run printed: our own events, or any training log that watch reads
//
// Nothing here starts a program. Files are read and written, otherwise pure; one thread.
#pragma once

#include "core/base/result.h"
#include "core/planner/search.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace core {

inline constexpr std::int64_t kTrialUpdates = 20;

struct TrialCandidate {
    std::string folder;  // inside the trial's: "01"
    Plan plan;           // as it is tried: the layout that was found, and few updates
    std::string script;  // what starts it, inside its folder; empty where no kit of its framework is written
    Seconds predicted;   // of a step
    Bytes memory;        // of the heaviest card, predicted
};

// Whether what its framework can start today includes this plan: the engine only plans context and expert parallelism.
[[nodiscard]] bool canTry(const Plan& plan);

// The first `most` of the plans that can be tried.
[[nodiscard]] std::vector<FoundPlan> worthTrying(const std::vector<FoundPlan>& plans, std::int64_t most);

// `updates` of each plan, in the order given. A folder that holds anything is refused; so is a plan that its kit refuses.
[[nodiscard]] Result<std::vector<TrialCandidate>> writeTrial(const std::vector<FoundPlan>& plans, const std::filesystem::path& folder,
                                                             std::int64_t updates = kTrialUpdates);

enum class TrialEnd { NotRun, Ran, Failed };  // Failed: ended by an error, such as a card out of memory, before an update counted
template <>
std::span<const std::pair<TrialEnd, std::string_view>> enumNames<TrialEnd>();  // "not-run" ...

struct TrialRun {
    TrialCandidate candidate;
    TrialEnd end = TrialEnd::NotRun;
    std::string log;           // the file that was read
    std::int64_t updates = 0;  // that count: the first fifth warms up
    Seconds measured;          // the median of them
    bool simulated = false;    // by the virtual clock, from measured costs
    Bytes peak;                // of the fullest card; 0 where the log does not say it
    Seconds expected;          // measured, or predicted and corrected by what the others measured
};

struct TrialRanking {
    std::vector<TrialRun> runs;    // by `expected`, fastest first; failed ones last
    double ratio = 1;              // measured / predicted, geometric mean of those that ran
    double meanError = 0;          // |predicted / measured − 1| of them
    double meanErrorCorrected = 0; // the same with all predictions times `ratio`
    double agreement = 1;          // share of the pairs that ran which lie in the predicted order
};

// Of each candidate the log with most updates counts. Refused where the folder holds no trial, or what it says is not sound.
[[nodiscard]] Result<TrialRanking> rankTrial(const std::filesystem::path& folder);

}  // namespace core
