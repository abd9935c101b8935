// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The words that lesson files have for choices, and a step by its name.
#include "core/lesson/lesson.h"

#include <algorithm>

namespace core {

template <>
std::span<const std::pair<LessonKind, std::string_view>> enumNames<LessonKind>() {
    static constexpr std::pair<LessonKind, std::string_view> kNames[] = {
        {LessonKind::Chapter, "chapter"}, {LessonKind::Case, "case"}, {LessonKind::Misconception, "misconception"}};
    return kNames;
}
template <>
std::span<const std::pair<QuestionKind, std::string_view>> enumNames<QuestionKind>() {
    static constexpr std::pair<QuestionKind, std::string_view> kNames[] = {
        {QuestionKind::Single, "single"}, {QuestionKind::Multiple, "multiple"}, {QuestionKind::Numeric, "numeric"}};
    return kNames;
}
template <>
std::span<const std::pair<LessonView, std::string_view>> enumNames<LessonView>() {
    using enum LessonView;
    static constexpr std::pair<LessonView, std::string_view> kNames[] = {
        {Topology, "topology"}, {Memory, "memory"},     {Timeline, "timeline"}, {States, "states"},
        {Compare, "compare"},   {BrokenRules, "problems"}, {Loss, "loss"},
        {GradientNorm, "gradient-norm"}, {Throughput, "throughput"}, {LearningRate, "learning-rate"}, {StepParts, "step"}, {Matrices, "matrices"}, {Batch, "batch"}};
    return kNames;
}
template <>
std::span<const std::pair<MarkWhen, std::string_view>> enumNames<MarkWhen>() {
    static constexpr std::pair<MarkWhen, std::string_view> kNames[] = {{MarkWhen::AtOnce, "at-once"}, {MarkWhen::Answered, "answered"}};
    return kNames;
}
template <>
std::span<const std::pair<CardColour, std::string_view>> enumNames<CardColour>() {
    static constexpr std::pair<CardColour, std::string_view> kNames[] = {{CardColour::ByGroup, "groups"},
                                                                         {CardColour::ByStage, "stage"},
                                                                         {CardColour::ByMemory, "memory"},
                                                                         {CardColour::ByShard, "zero"}};
    return kNames;
}

const LessonStep* Lesson::step(std::string_view stepId) const {
    const auto found = std::ranges::find(steps, stepId, &LessonStep::id);
    return found == steps.end() ? nullptr : &*found;
}

}  // namespace core
