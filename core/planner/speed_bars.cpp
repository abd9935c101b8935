// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/speed_bars.h"

#include "core/evaluate.h"
#include "core/planner/plan_scorer.h"
#include "core/planner/search.h"
#include "core/schedule/registry.h"
#include "core/schedule/table.h"

#include <ctime>
#include <functional>

namespace core {

namespace {

// Of this process: what others do on the machine meanwhile does not count.
double processorSeconds() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

// GPT-3 175B on 1,024 A100.
Plan largePlan() {
    Plan plan;
    plan.model = *findModelPreset("gpt3-175b");
    plan.framework = Framework::Megatron;
    plan.layout.tp = 8;
    plan.layout.pp = 8;
    plan.layout.dp = 16;
    plan.cluster = {"a100-80gb", 128, 8};
    plan.batch = {1, 1536};
    plan.zero.stage = 1;
    plan.recompute = Recompute::Full;
    plan.sequenceParallel = SequenceParallel::On;
    return plan;
}

double secondsOf(int calls, const std::function<void()>& body) {
    const double begin = processorSeconds();
    for (int call = 0; call < calls; ++call) body();
    return (processorSeconds() - begin) / calls;
}

// A score with the layout's part at hand, as a search asks for it.
double scoreSeconds() {
    const Plan plan = largePlan();
    const ShardMap shards(plan.model, plan.layout, plan.model.maxSequence);
    const ScoredLayout layout(plan, shards);
    const LayerBytes layers(plan);
    const PlanScorer scorer(plan, layout, layers, {});
    double sum = 0;
    return secondsOf(20'000, [&] { sum += scorer.score().mfu; }) + (sum < 0 ? 1 : 0);
}

// Rules, memory to the byte and time of a plan that nothing is known about yet; no table of ops, no texts.
double evaluateSeconds() {
    const Plan plan = largePlan();
    return secondsOf(500, [&] { (void)score(plan); });
}

double replaySeconds() {
    constexpr int kStages = 64, kMicroBatches = 512;
    Plan plan = largePlan();
    plan.model.layers = kStages;
    plan.layout = {.tp = 8, .dp = 1, .pp = kStages};
    plan.cluster.nodes = kStages;
    plan.batch.global = kMicroBatches;
    const auto schedule = planSchedule(plan);
    ReplayCosts costs;
    costs.stages.assign(kStages, {Seconds(1), Seconds(1), Seconds(1)});
    return schedule ? secondsOf(20, [&] { (void)replay(*schedule, costs); }) : 0;
}

struct SearchTime {
    double plans = 0, seconds = 0;
};
SearchTime searchAll() {
    Plan base = largePlan();
    base.zero.stage = 0;
    SearchTime time;
    time.seconds = secondsOf(1, [&] { time.plans = double(searchLayouts(base, {}).evaluated); });
    return time;
}
double searchRate() {
    const SearchTime time = searchAll();
    return time.plans / time.seconds;
}
double searchSeconds() { return searchAll().seconds; }

constexpr SpeedBar kBars[] = {
    {"score of a plan in a search", "µs", 2, 1e6, scoreSeconds, false},
    {"evaluation of 175B on 1,024 cards, without replay", "µs", 100, 1e6, evaluateSeconds, false},
    {"replay of 64 stages × 512 micro-batches", "ms", 5, 1e3, replaySeconds, false},
    {"search, plans a second and core", "", 200'000, 1, searchRate, true},
    {"search of all layouts of 175B on 1,024 cards", "s", 2, 1, searchSeconds, false},
};

}  // namespace

std::span<const SpeedBar> speedBars() { return kBars; }

}  // namespace core
