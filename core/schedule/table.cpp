// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reader of op tables.
#include "core/schedule/table.h"

#include "core/base/file.h"
#include "core/base/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace core {

namespace {

constexpr std::string_view kSeparators = " ,;\t\r";
constexpr int kLargestNumber = 999'999;

std::vector<std::string_view> wordsOf(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = line.find_first_not_of(kSeparators); at != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(kSeparators, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(kSeparators, end);
    }
    return words;
}

std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, std::min(end, text.find('#', at)) - at);
        if (line.find_first_not_of(kSeparators) != line.npos) lines.emplace_back(line);
        at = end + 1;
    }
    return lines;
}

Problem notATable(const std::string& where) {
    return {.code = "schedule.not-a-table", .where = where, .fix = "fix.schedule.not-a-table"};
}

std::optional<std::string> lineOf(const nlohmann::ordered_json& row) {
    if (row.is_string()) return row.get<std::string>();
    if (!row.is_array()) return std::nullopt;
    std::string line;
    for (const auto& op : row) {
        if (!op.is_string()) return std::nullopt;
        line += (line.empty() ? "" : " ") + op.get<std::string>();
    }
    return line;
}

Result<std::vector<std::string>> linesOfJson(const JsonText& json) {
    const bool wrapped = json.root.is_object() && json.root.contains("ranks");
    const auto& rows = wrapped ? json.root["ranks"] : json.root;
    if (!rows.is_array()) return refuse(notATable(json.where("")));
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto line = lineOf(rows[i]);
        if (!line) return refuse(notATable(json.where(fmt::format("{}/{}", wrapped ? "/ranks" : "", i))));
        lines.push_back(*line);
    }
    return lines;
}

Problem unreadableOp(std::string_view word, std::size_t rank, const std::string& where) {
    return {.code = "schedule.unreadable-op",
            .where = where,
            .params = {{"op", std::string(word)}, {"rank", std::to_string(rank)}},
            .fix = "fix.schedule.unreadable-op"};
}

// Largest stage and micro-batch decide the shape.
void inferShape(Schedule& schedule) {
    schedule.stages = int(schedule.ranks.size());
    int stages = 1;
    schedule.microBatches = 1;
    for (const auto& ops : schedule.ranks)
        for (const Op& op : ops) {
            stages = std::max(stages, op.stage.value + 1);
            schedule.microBatches = std::max(schedule.microBatches, op.microBatch.value + 1);
        }
    schedule.chunks = (stages + schedule.stages - 1) / schedule.stages;
}

Problems tooFewOps(const Schedule& schedule, const std::string& where) {
    std::size_t ops = 0;
    for (const auto& rank : schedule.ranks) ops += rank.size();
    const std::size_t stages = std::size_t(schedule.lastStage()) + 1;
    if (2 * stages * std::size_t(schedule.microBatches) <= ops) return {};
    return {Problem{.code = "schedule.too-few-ops",
                    .where = where,
                    .params = {{"ops", std::to_string(ops)},
                               {"stages", std::to_string(stages)},
                               {"micro_batches", std::to_string(schedule.microBatches)}},
                    .fix = "fix.schedule.too-few-ops"}};
}

Result<Schedule> ownSchedule(const Plan& plan) {
    constexpr const char* kWhere = "/schedule_table";
    if (plan.scheduleTable.empty())
        return refuse({.code = "schedule.no-table", .where = kWhere, .fix = "fix.schedule.no-table"});
    auto schedule = scheduleFromTable(plan.scheduleTable, kWhere);
    if (!schedule) return schedule;
    const int m = plan.microBatches();
    if (schedule->stages == plan.layout.pp && schedule->chunks == plan.layout.virtualStages &&
        schedule->microBatches == m)
        return schedule;
    return refuse({.code = "schedule.table-shape",
                   .where = kWhere,
                   .params = {{"ranks", std::to_string(schedule->stages)},
                              {"chunks", std::to_string(schedule->chunks)},
                              {"micro_batches", std::to_string(schedule->microBatches)},
                              {"pp", std::to_string(plan.layout.pp)},
                              {"virtual_stages", std::to_string(plan.layout.virtualStages)},
                              {"plan_micro_batches", std::to_string(m)}},
                   .fix = "fix.schedule.table-shape"});
}

}  // namespace

std::optional<Op> parseOp(std::string_view text) {
    int stage = 0, microBatch = 0;
    const char* const end = text.data() + text.size();
    const auto [letter, stageError] = std::from_chars(text.data(), end, stage);
    if (stageError != std::errc() || letter == end) return std::nullopt;
    const auto kind = fromText<OpKind>(std::string_view(letter, 1));
    const auto [rest, microBatchError] = std::from_chars(letter + 1, end, microBatch);
    if (!kind || microBatchError != std::errc() || rest != end) return std::nullopt;
    if (std::min(stage, microBatch) < 0 || std::max(stage, microBatch) > kLargestNumber) return std::nullopt;
    return Op{*kind, Stage(stage), MicroBatch(microBatch)};
}

Result<std::vector<std::string>> readScheduleTable(const std::filesystem::path& file) {
    const Result<std::string> text = readTextFile(file);
    if (!text) return tl::make_unexpected(text.error());
    const std::size_t first = text->find_first_not_of(" \t\r\n");
    if (first != text->npos && ((*text)[first] == '[' || (*text)[first] == '{'))
        return readJson(*text, file.string()).and_then(linesOfJson);
    std::vector<std::string> lines = linesOf(*text);
    if (lines.empty()) return refuse(notATable(file.string()));
    return lines;
}

Result<Schedule> scheduleFromTable(const std::vector<std::string>& lines, const std::string& where) {
    Schedule schedule{.kind = ScheduleKind::Table, .ranks = {lines.size(), std::vector<Op>()}};
    Problems problems;
    for (std::size_t rank = 0; rank < lines.size(); ++rank)
        for (const std::string_view word : wordsOf(lines[rank])) {
            if (const auto op = parseOp(word))
                schedule.ranks[rank].push_back(*op);
            else
                problems.push_back(unreadableOp(word, rank, where));
        }
    if (lines.empty()) problems.push_back(notATable(where));
    if (!problems.empty()) return tl::make_unexpected(std::move(problems));
    inferShape(schedule);
    problems = tooFewOps(schedule, where);
    if (problems.empty()) problems = checkSchedule(schedule);
    if (problems.empty()) return schedule;
    for (Problem& problem : problems) problem.where = where;
    return tl::make_unexpected(std::move(problems));
}

Result<Schedule> planSchedule(const Plan& plan) {
    if (plan.schedule == ScheduleKind::Table) return ownSchedule(plan);
    return buildSchedule(plan.schedule, plan.layout.pp, plan.microBatches(), plan.layout.virtualStages);
}

}  // namespace core
