// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Questions are put in the order of a hash of their names and the seed.
#include "core/lesson/quiz.h"

#include <algorithm>
#include <limits>

namespace core {

std::vector<QuizItem> drawQuiz(const std::vector<Lesson>& lessons, const QuizChoice& choice) {
    struct Placed {
        std::size_t place;
        QuizItem item;
    };
    std::vector<Placed> all;
    for (const Lesson& lesson : lessons) {
        if (!choice.lessons.empty() && std::ranges::find(choice.lessons, lesson.id) == choice.lessons.end()) continue;
        for (const Question& question : lesson.quiz) {
            if (choice.level != 0 && question.level != choice.level) continue;
            const std::size_t place =
                drawIndex(lesson.id + '/' + question.id, choice.seed, std::numeric_limits<std::size_t>::max());
            all.push_back({place, {&lesson, &question, choice.seed}});
        }
    }
    std::ranges::sort(all, {}, &Placed::place);
    if (all.size() > choice.count) all.resize(choice.count);
    std::vector<QuizItem> items;
    for (const Placed& placed : all) items.push_back(placed.item);
    return items;
}

Result<PosedQuestion> poseItem(const QuizItem& item, Language language) {
    const auto draws = drawsOf(*item.question);
    if (!draws) return tl::make_unexpected(draws.error());
    const Plan start = patched(item.lesson->base, item.lesson->plan).value_or(item.lesson->base);
    auto posed = pose(*item.question, start, (*draws)[drawIndex(item.question->id, item.seed, draws->size())], language);
    if (posed) shuffleChoices(*posed, item.seed);
    return posed;
}

}  // namespace core
