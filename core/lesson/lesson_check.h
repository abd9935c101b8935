// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether lessons make sense: their plans keep the rules, their expressions can be computed, every draw of every question
// has the right number of right answers, in every language. What cannot be read at all is lesson_reader.h's to say.
#pragma once

#include "core/lesson/lesson_reader.h"

#include <filesystem>
#include <vector>

namespace core {

struct CourseReading {
    std::vector<Lesson> lessons;  // chapters, cases, misconceptions; each kind by number
    Problems problems;
};

// All lessons of a folder, without checking them. A lesson that cannot be read is left out; its problems are kept.
[[nodiscard]] CourseReading readCourse(const std::filesystem::path& folder, const std::filesystem::path& planFolder);

// One lesson or a folder of lessons, read and checked.
struct CourseCheck {
    int lessons = 0, steps = 0, questions = 0, draws = 0;
    Problems problems;
};
[[nodiscard]] CourseCheck checkLessons(const std::filesystem::path& path, const std::filesystem::path& planFolder);

}  // namespace core
