// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A set of quiz questions of a course, drawn by a seed: which questions, in which order, with which numbers and which order
// of choices. The same choice gives the same set everywhere.
#pragma once

#include "core/lesson/question.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

struct QuizChoice {
    std::uint64_t seed = 0;
    std::size_t count = 10;            // at most; fewer where there are fewer
    int level = 0;                     // 1, 2, 3; 0 = all
    std::vector<std::string> lessons;  // ids; empty = all
};

struct QuizItem {
    const Lesson* lesson = nullptr;
    const Question* question = nullptr;
    std::uint64_t seed = 0;
};

// Points into `lessons`.
[[nodiscard]] std::vector<QuizItem> drawQuiz(const std::vector<Lesson>& lessons, const QuizChoice& choice);
[[nodiscard]] Result<PosedQuestion> poseItem(const QuizItem& item, Language language);

}  // namespace core
