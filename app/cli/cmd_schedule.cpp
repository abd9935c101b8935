// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// schedule: the op table of a pipeline schedule, or one's own, and its replay, in the unit of the costs
// given.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/schedule/registry.h"
#include "core/schedule/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace app {

namespace {

struct Options {
    std::string kind = "1f1b", stages = "4", microBatches = "8", chunks, table;
    std::string forward = "1", inputGradient = "1", weightGradient = "1", communication = "0";
};

struct Request {
    core::ScheduleKind kind{};
    std::int64_t stages = 0, microBatches = 0, chunks = 1;
    core::ReplayCosts costs;
};

bool hasTwoChunksByDefault(core::ScheduleKind kind) {
    using enum core::ScheduleKind;
    return kind == Interleaved || kind == LoopedBfs || kind == ZbV || kind == DualPipeV;
}

constexpr double kMostCost = 1e15;  // millions of them still add up exactly enough

core::Result<core::Seconds> parseCost(const std::string& text, const char* flag) {
    const core::Result<double> cost = core::parseNumber(text, flag);
    if (!cost) return tl::make_unexpected(cost.error());
    if (*cost < 0)
        return core::refuse(usageProblem("cli.negative", flag, {{"text", text}}, "fix.number.write"));
    if (*cost > kMostCost)
        return core::refuse(usageProblem(
            "cli.cost", flag, {{"text", text}, {"most", fmt::format("{:g}", kMostCost)}}, "fix.cli.cost"));
    return core::Seconds(*cost);
}

core::Result<core::ReplayCosts> parseCosts(const Options& options) {
    const auto forward = parseCost(options.forward, "--forward");
    const auto inputGradient = parseCost(options.inputGradient, "--input-gradient");
    const auto weightGradient = parseCost(options.weightGradient, "--weight-gradient");
    const auto communication = parseCost(options.communication, "--communication");
    for (const auto* cost : {&forward, &inputGradient, &weightGradient, &communication})
        if (!*cost) return tl::make_unexpected(cost->error());
    return core::ReplayCosts{{{*forward, *inputGradient, *weightGradient}}, *communication};
}

core::Result<Request> parse(const Options& options) {
    const auto kind = parseChoice<core::ScheduleKind>(options.kind, "--kind");
    if (!kind) return tl::make_unexpected(kind.error());
    const auto stages = parseCount(options.stages, "--stages");
    const auto microBatches = parseCount(options.microBatches, "--micro-batches");
    const core::Result<std::int64_t> chunks = options.chunks.empty() ? (hasTwoChunksByDefault(*kind) ? 2 : 1)
                                                                     : parseCount(options.chunks, "--chunks");
    for (const auto* count : {&stages, &microBatches, &chunks})
        if (!*count) return tl::make_unexpected(count->error());
    auto costs = parseCosts(options);
    if (!costs) return tl::make_unexpected(costs.error());
    return Request{*kind, *stages, *microBatches, *chunks, std::move(*costs)};
}

std::string runnableKinds() {
    std::vector<std::string> names;
    for (const core::ScheduleRow& row : core::scheduleRows()) names.emplace_back(core::toText(row.kind));
    return core::joinedByOr(names);
}

// A table of more ops would fill the memory before it fills a screen.
constexpr std::int64_t kMaxOps = 4'000'000;

core::Problems sizeProblems(const Request& request) {
    const bool small = std::max(request.stages, request.chunks) <= kMaxOps &&
                       request.stages * request.chunks <= kMaxOps / 3 &&
                       request.microBatches <= kMaxOps / (3 * request.stages * request.chunks);
    if (small) return {};
    return {usageProblem("cli.too-many-ops", "--micro-batches", {{"limit", core::withThousands(kMaxOps)}},
                         "fix.cli.fewer-ops")};
}

Json numbers(const std::vector<core::Seconds>& seconds) {
    Json values = Json::array();
    for (const core::Seconds value : seconds) values.push_back(value.value());
    return values;
}

Json tableJson(const core::Schedule& schedule) {
    Json ranks = Json::array();
    for (const auto& ops : schedule.ranks) {
        Json row = Json::array();
        for (const core::Op& op : ops) row.push_back(op.toText());
        ranks.push_back(std::move(row));
    }
    return ranks;
}

Json timelineJson(const core::Schedule& schedule, const core::Timeline& timeline) {
    return {{"ranks", tableJson(schedule)},
            {"makespan", timeline.makespan.value()},
            {"bubble_fraction", timeline.bubbleFraction},
            {"idle", numbers(timeline.idle)},
            {"span_idle", numbers(timeline.spanIdle)},
            {"peak_in_flight", timeline.peakInFlight}};
}

std::string inUnitsOfCost(core::Seconds time) {
    return fmt::format("{:g} {}", time.value(), time.value() == 1 ? "unit" : "units");
}

std::string timelineText(const core::Timeline& timeline) {
    std::vector<TableRow> rows{{"rank", "○ idle", "○ idle inside its span", "○ most saved activations"}};
    for (std::size_t rank = 0; rank < timeline.idle.size(); ++rank)
        rows.push_back({std::to_string(rank), inUnitsOfCost(timeline.idle[rank]),
                        inUnitsOfCost(timeline.spanIdle[rank]),
                        core::counted(timeline.peakInFlight[rank], "chunk")});
    return core::toAscii(timeline) +
           "digits forward, small letters backward or input gradient, capitals weight gradient, . idle; each is the last "
           "digit of its micro-batch: 0 a A, 1 b B, …\n\n" +
           table(rows) +
           fmt::format("makespan {} {}, bubble {} {}\n"
                       "{} predicted: the op table replayed; a unit of time is that of the costs given\n",
                       kPredicted, inUnitsOfCost(timeline.makespan), kPredicted,
                       percent(timeline.bubbleFraction), kPredicted);
}

Json shapeJson(core::ScheduleKind kind, std::int64_t stages, std::int64_t microBatches, std::int64_t chunks) {
    return {{"kind", core::toText(kind)},
            {"stages", stages},
            {"micro_batches", microBatches},
            {"chunks", chunks}};
}

Answer replayed(const core::Result<core::Schedule>& schedule, const core::ReplayCosts& costs, Answer answer) {
    if (!schedule) {
        answer.problems = schedule.error();
        return answer;
    }
    const core::Timeline timeline = core::replay(*schedule, costs);
    answer.json.update(timelineJson(*schedule, timeline));
    answer.text = timelineText(timeline);
    return answer;
}

// A table of one's own brings its shape with it. One that cannot be read is not understood; one that breaks a
// law is answered with the law.
Reply ownTable(const Options& options) {
    const auto costs = parseCosts(options);
    if (!costs) return tl::make_unexpected(costs.error());
    const auto lines = core::readScheduleTable(options.table);
    if (!lines) return tl::make_unexpected(lines.error());
    const auto schedule = core::scheduleFromTable(*lines, options.table);
    Answer answer;
    answer.json = {{"kind", core::toText(core::ScheduleKind::Table)}};
    if (schedule)
        answer.json = shapeJson(schedule->kind, schedule->stages, schedule->microBatches, schedule->chunks);
    else if (schedule.error().front().code == "schedule.unreadable-op")
        return tl::make_unexpected(schedule.error());
    return replayed(schedule, *costs, std::move(answer));
}

Reply schedule(const Options& options) {
    if (!options.table.empty()) return ownTable(options);
    const core::Result<Request> request = parse(options);
    if (!request) return tl::make_unexpected(request.error());
    Answer answer;
    answer.json = shapeJson(request->kind, request->stages, request->microBatches, request->chunks);
    answer.problems = sizeProblems(*request);
    if (!answer.problems.empty()) return answer;
    const auto built = core::buildSchedule(request->kind, int(request->stages), int(request->microBatches),
                                           int(request->chunks));
    return replayed(built, request->costs, std::move(answer));
}

}  // namespace

void addSchedule(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    auto* table =
        command.add_option("--table", options->table,
                           "A table of one's own: a file with one line of ops a rank, or the JSON of "
                           "this command");
    command.add_option("--kind", options->kind, runnableKinds())->capture_default_str()->excludes(table);
    command.add_option("--stages", options->stages, "Pipeline ranks")->capture_default_str()->excludes(table);
    command.add_option("--micro-batches", options->microBatches, "Micro-batches of one step")
        ->capture_default_str()
        ->excludes(table);
    command
        .add_option("--chunks", options->chunks, "Model chunks per rank (1, or 2 for kinds that need them)")
        ->excludes(table);
    command.add_option("--forward", options->forward, "Cost of F, per whole stage and micro-batch")
        ->capture_default_str();
    command.add_option("--input-gradient", options->inputGradient, "Cost of the input gradient")
        ->capture_default_str();
    command.add_option("--weight-gradient", options->weightGradient, "Cost of the weight gradient")
        ->capture_default_str();
    command.add_option("--communication", options->communication, "Delay between ranks")
        ->capture_default_str();
    answerWith(command, exit, [options] { return schedule(*options); });
}

}  // namespace app
