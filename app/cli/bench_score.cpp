// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_score.h"

#include "app/cli/bench_turns.h"
#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/text.h"
#include "core/evaluate.h"
#include "core/planner/plan_scorer.h"
#include "core/planner/search.h"
#include "core/schedule/registry.h"
#include "core/schedule/table.h"

#include <fmt/format.h>

#include <ctime>

namespace app {

namespace {

// Of this process: what others do on the machine meanwhile does not count.
double processorSeconds() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

// GPT-3 175B on 1,024 A100.
core::Plan largePlan() {
    core::Plan plan;
    plan.model = *core::findModelPreset("gpt3-175b");
    plan.framework = core::Framework::Megatron;
    plan.layout.tp = 8;
    plan.layout.pp = 8;
    plan.layout.dp = 16;
    plan.cluster = {"a100-80gb", 128, 8};
    plan.batch = {1, 1536};
    plan.zero.stage = 1;
    plan.recompute = core::Recompute::Full;
    plan.sequenceParallel = core::SequenceParallel::On;
    return plan;
}

double secondsOf(int calls, const std::function<void()>& body) {
    const double begin = processorSeconds();
    for (int call = 0; call < calls; ++call) body();
    return (processorSeconds() - begin) / calls;
}

// A score with the layout's part at hand, as a search asks for it.
double scoreSeconds() {
    const core::Plan plan = largePlan();
    const core::ShardMap shards(plan.model, plan.layout, plan.model.maxSequence);
    const core::ScoredLayout layout(plan, shards);
    const core::LayerBytes layers(plan);
    const core::PlanScorer scorer(plan, layout, layers, {});
    double sum = 0;
    return secondsOf(20'000, [&] { sum += scorer.score().mfu; }) + (sum < 0 ? 1 : 0);
}

// Rules, memory to the byte and time of a plan that nothing is known about yet; no table of ops, no texts.
double evaluateSeconds() {
    const core::Plan plan = largePlan();
    return secondsOf(500, [&] { (void)core::score(plan); });
}

double replaySeconds() {
    constexpr int kStages = 64, kMicroBatches = 512;
    core::Plan plan = largePlan();
    plan.model.layers = kStages;
    plan.layout = {.tp = 8, .dp = 1, .pp = kStages};
    plan.cluster.nodes = kStages;
    plan.batch.global = kMicroBatches;
    const auto schedule = core::planSchedule(plan);
    core::ReplayCosts costs;
    costs.stages.assign(kStages, {core::Seconds(1), core::Seconds(1), core::Seconds(1)});
    return schedule ? secondsOf(20, [&] { (void)core::replay(*schedule, costs); }) : 0;
}

struct Row {
    const char* name;
    const char* unit;
    double limit;
    double scale;           // from seconds, or plans a second
    double (*measure)();
    bool more;              // the more the better
};

struct SearchTime {
    double plans = 0, seconds = 0;
};
SearchTime searchAll() {
    core::Plan base = largePlan();
    base.zero.stage = 0;
    SearchTime time;
    time.seconds = secondsOf(1, [&] { time.plans = double(core::searchLayouts(base, {}).evaluated); });
    return time;
}
double searchRate() {
    const SearchTime time = searchAll();
    return time.plans / time.seconds;
}
double searchSeconds() { return searchAll().seconds; }

constexpr Row kRows[] = {
    {"score of a plan in a search", "µs", 2, 1e6, scoreSeconds, false},
    {"evaluation of 175B on 1,024 cards, without replay", "µs", 100, 1e6, evaluateSeconds, false},
    {"replay of 64 stages × 512 micro-batches", "ms", 5, 1e3, replaySeconds, false},
    {"search, plans a second and core", "", 200'000, 1, searchRate, true},
    {"search of all layouts of 175B on 1,024 cards", "s", 2, 1, searchSeconds, false},
};

}  // namespace

Reply benchScore(int rounds) {
    std::vector<Contestant> contestants;
    for (const Row& row : kRows) contestants.push_back({row.name, [&row] { return row.measure() * row.scale; }});
    takeTurns(contestants, rounds, [](int) {});
    Answer answer;
    answer.json = {{"name", "score"}, {"value", nullptr}, {"unit", "µs"}, {"ratio", nullptr}, {"peer", "limit"},
                   {"peer_version", SHARDSCOPE_VERSION}, {"rounds", rounds}, {"rows", Json::array()}};
    std::vector<TableRow> lines{{"", "● median", "limit", "limit / median"}};
    double least = 0;
    for (std::size_t i = 0; i < contestants.size(); ++i) {
        const Row& row = kRows[i];
        const double value = contestants[i].median();
        const double ratio = row.more ? value / row.limit : row.limit / value;
        least = i == 0 ? ratio : std::min(least, ratio);
        answer.json["rows"].push_back({{"name", row.name}, {"value", value}, {"unit", row.unit}, {"limit", row.limit}, {"ratio", ratio}});
        lines.push_back({row.name, fmt::format("{:.4g} {}", value, row.unit), fmt::format("{:g} {}", row.limit, row.unit),
                         fmt::format("{:.2f} ×", ratio)});
    }
    answer.json["value"] = contestants.front().median();
    answer.json["ratio"] = least;
    answer.text = fmt::format("Processor time of one core, medians of {}\n\n", core::counted(rounds, "round")) + table(lines);
    return answer;
}

}  // namespace app
