// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Faults are told as those of lesson files are.
#include "core/lesson/quiz_file.h"

#include "core/base/file.h"
#include "core/lesson/lesson_json.h"

#include <algorithm>

namespace core {

namespace {

constexpr int kVersion = 1;

struct Range {
    int least, most;
};

// The number, or `otherwise` where it is not given; refused outside its range.
int numberIn(JsonObject& json, const std::string& key, Range range, int otherwise) {
    const int value = json.integer(key).value_or(otherwise);
    if (value >= range.least && value <= range.most) return value;
    json.refuse({Severity::Error, "quiz.range", json.placeOf(key),
                 {{"key", key},
                  {"value", std::to_string(value)},
                  {"least", std::to_string(range.least)},
                  {"most", std::to_string(range.most)}},
                 "fix.quiz.range"});
    return otherwise;
}

}  // namespace

Result<QuizFile> readQuizFile(const std::filesystem::path& file, const std::vector<Lesson>& course) {
    const auto text = readTextFile(file);
    if (!text) return tl::make_unexpected(text.error());
    const auto json = readJson(*text, file.string());
    if (!json) return tl::make_unexpected(json.error());
    Problems problems = json->duplicates;
    JsonObject root(*json, json->root, "", problems);
    QuizFile quiz;
    constexpr int kMostSeed = 1'000'000'000;
    if (!json->root.is_object()) return refuse({.code = "quiz.not-a-set", .where = file.string(), .fix = "fix.quiz.not-a-set"});
    const auto version = root.integer("version");
    if (!version) root.missing("version", "1");
    if (version && *version != kVersion)
        root.refuse({Severity::Error, "quiz.version", root.placeOf("version"),
                     {{"found", std::to_string(*version)}, {"known", std::to_string(kVersion)}}});
    if (!root.has("seed")) root.missing("seed", "a whole number");
    quiz.name = root.text("name");
    quiz.choice.seed = std::uint64_t(numberIn(root, "seed", {0, kMostSeed}, 0));
    quiz.choice.count = std::size_t(numberIn(root, "count", {1, int(kMostQuizQuestions)}, int(QuizChoice{}.count)));
    quiz.choice.level = numberIn(root, "level", {0, 3}, 0);
    quiz.choice.lessons = root.texts("lessons");
    for (const std::string& id : quiz.choice.lessons)
        if (std::ranges::find(course, id, &Lesson::id) == course.end())
            root.refuse({Severity::Error, "course.unknown-lesson", root.placeOf("lessons"), {{"id", id}}, "fix.course.lesson"});
    root.refuseUnknownKeys();
    if (!problems.empty()) return tl::make_unexpected(std::move(problems));
    return quiz;
}

std::string toJsonText(const QuizFile& quiz) {
    const nlohmann::ordered_json json{{"version", kVersion},
                                      {"name", quiz.name},
                                      {"seed", quiz.choice.seed},
                                      {"count", quiz.choice.count},
                                      {"level", quiz.choice.level},
                                      {"lessons", quiz.choice.lessons}};
    return json.dump(2) + '\n';
}

}  // namespace core
