// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A question put to somebody: drawn numbers chosen, the right answer computed, every text in one language. And its marking.
#pragma once

#include "core/lesson/scene.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

inline constexpr std::size_t kMostDraws = 400;

// Every combination of the drawn numbers that `only` lets pass; one empty draw where nothing is drawn.
[[nodiscard]] Result<std::vector<Draw>> drawsOf(const Question& question);
// The draw of a seed: the same seed, the same question.
[[nodiscard]] std::size_t drawIndex(std::string_view questionId, std::uint64_t seed, std::size_t draws);

struct PosedChoice {
    std::string id;
    Prose label, explanation;
    bool right = false;
    std::string misconception;
};

struct PosedQuestion {
    std::string id;
    QuestionKind kind{};
    int level = 1;
    Draw draw;
    Prose prompt, reason, hint;
    std::vector<PosedChoice> choices;
    std::optional<double> answer;  // numeric questions
    std::string answerText, unit;  // as the language writes them
    double tolerance = 0;
};

// `plan` is that of the step, or the lesson's for its quiz; the question's own patch comes on top.
[[nodiscard]] Result<PosedQuestion> pose(const Question& question, const Plan& plan, const Draw& draw, Language language);
// The choices in an order of the seed.
void shuffleChoices(PosedQuestion& question, std::uint64_t seed);

struct GivenAnswer {
    std::vector<std::string> chosen;
    std::optional<double> number;
};
struct Mark {
    bool right = false;
    std::vector<std::string> wronglyChosen, missed;  // ids of choices
};
[[nodiscard]] Mark mark(const PosedQuestion& question, const GivenAnswer& answer);

}  // namespace core
