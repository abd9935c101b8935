// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every legal layout of a model on a number of cards: tp, cp, ep, pp, chunks a rank, micro-batch, ZeRO stage,
// recomputation, sequence parallelism and schedule, the global batch kept. Legal is what validate() has no error against
// and what the framework would not refuse. Where pp does not divide the layers the stages in the middle take one more.
// What is found is ranked by quick scores (core/planner/plan_scorer.h); what is handed back has been scored by score().
// Pure; one thread; as fast as it is because nothing is worked out twice.
#pragma once

#include "core/evaluate.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core {

// Where a value stands it is kept; else all are tried.
struct SearchLimits {
    std::optional<int> tp, cp, ep, dp, pp, virtualStages, micro, zero;
    std::optional<Recompute> recompute;
    std::optional<SequenceParallel> sequenceParallel;
    std::optional<ScheduleKind> schedule;
    int most = 20;         // plans handed back
    int mostMicro = 64;    // largest micro-batch that is tried
    int mostChunks = 8;    // per rank
    double margin = 0;     // plans must fit with so much more memory than predicted: 0.06 = 6 %
};

// Share of a card that a search leaves free unless it is told otherwise: fragmentation may take it (SimuMax: reserved =
// allocated / 0.94).
inline constexpr double kUsualReserve = 0.06;
// SearchLimits::margin that leaves `reserve` of a card free.
[[nodiscard]] constexpr double marginFor(double reserve) { return reserve / (1 - reserve); }

struct FoundPlan {
    Plan plan;
    Score score;
    bool pareto = false;  // no other that fits is both as fast and as small
};

struct SearchResult {
    std::int64_t evaluated = 0, feasible = 0;  // scored; of these, plans that fit the cards
    double seconds = 0;
    bool cancelled = false;
    std::vector<FoundPlan> plans;  // that fit, fastest first: the first `most`
    std::vector<FoundPlan> front;  // of time against memory, fastest first
    std::optional<FoundPlan> smallest;  // where nothing fits, the plan that needs least
    // Why others were left out: the code of the first rule that a layout, or a choice on it, breaks; "search.memory" for
    // plans that were scored and do not fit.
    std::map<std::string, std::int64_t> rejected;
    std::map<std::string, Problem> examples;  // of each code but search.memory, the first case of it
};

struct SearchProgress {
    double fraction = 0;  // of the layouts
    std::int64_t evaluated = 0;
    std::optional<Seconds> best;
};
// Called every few milliseconds of work; the search ends early, with what it has, when it returns Stop.
enum class SearchStep { Go, Stop };
using SearchWatch = std::function<SearchStep(const SearchProgress&)>;

// `base` says the model, the cluster, the global batch, the sequence and how it is trained.
[[nodiscard]] SearchResult searchLayouts(const Plan& base, const SearchLimits& limits, const SearchWatch& watch = {},
                                         const Calibration& calibration = {});

// Blocks a stage where pp does not divide them: the ends, which hold embedding and head, get fewer. Empty = even.
[[nodiscard]] std::vector<int> stageSplit(int layers, int pp);
// Blocks a chunk with several chunks a rank: even (empty); or all alike but for one that the embedding and one that the loss
// takes the place of, as Megatron-LM counts them (Grattafiori et al. 2024: 126 blocks on 16 ranks of 8 chunks). None
// where neither comes out whole.
[[nodiscard]] std::optional<std::vector<int>> chunkSplit(int layers, int pp, int chunks);

}  // namespace core
