// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A class set: which questions a class answers, as a file that a teacher writes or saves.
//   {"version": 1, "name": "Week 3", "seed": 42, "count": 12, "level": 2, "lessons": ["pipeline-parallel"]}
// `version` and `seed` must be there; count 10, level 0 (all) and no lessons (all) by default.
#pragma once

#include "core/lesson/quiz.h"

#include <filesystem>

namespace core {

struct QuizFile {
    std::string name;  // for people and in exported results
    QuizChoice choice;
};

inline constexpr std::size_t kMostQuizQuestions = 60;

// Refused, with the place: unknown keys, numbers out of range, lessons that the course does not have.
[[nodiscard]] Result<QuizFile> readQuizFile(const std::filesystem::path& file, const std::vector<Lesson>& course);
[[nodiscard]] std::string toJsonText(const QuizFile& quiz);

}  // namespace core
