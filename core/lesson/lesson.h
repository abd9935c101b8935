// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson as a value: steps on a plan, each with text in every language, views, controls, a question and a thing to
// run; and the questions of its quiz. Files: core/lesson/lesson_reader.h; plans and numbers: core/lesson/scene.h.
#pragma once

#include "core/lesson/language.h"
#include "core/lesson/prose.h"
#include "core/plan/fields.h"
#include "core/plan/plan.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core {

// A value for one field of the plan, set as an edit in the plan panel is: cards follow the layout (withField()).
struct PatchEntry {
    std::string pointer;
    std::variant<FieldValue, Expression> value;  // an expression over drawn numbers
    std::string where;
};
using PlanPatch = std::vector<PatchEntry>;  // in the order of the file
using OtherPlans = std::map<std::string, PlanPatch>;  // by name; each on top of the plan it stands beside

enum class LessonKind { Chapter, Case, Misconception };
enum class QuestionKind { Single, Multiple, Numeric };
enum class LessonView { Topology, Memory, Timeline, States, Compare, BrokenRules, Loss, GradientNorm, Throughput, LearningRate, StepParts, Matrices, Batch };
enum class CardColour { ByGroup, ByStage, ByMemory, ByShard };  // what the topology shows
// clang-format off
template <> std::span<const std::pair<LessonKind, std::string_view>> enumNames<LessonKind>();
template <> std::span<const std::pair<QuestionKind, std::string_view>> enumNames<QuestionKind>();
template <> std::span<const std::pair<LessonView, std::string_view>> enumNames<LessonView>();
template <> std::span<const std::pair<CardColour, std::string_view>> enumNames<CardColour>();
// clang-format on

// An expression of a file with the place it came from.
struct PlacedExpression {
    Expression expression;
    std::string where;
    [[nodiscard]] bool empty() const { return expression.empty(); }
};

struct Choice {
    std::string id, where;
    PlacedExpression value;     // right when equal to the question's answer
    PlacedExpression right;     // or: right when true; one of the two is given
    std::string misconception;  // id of the lesson that takes the idea behind it apart; empty = none
    Localised<Prose> label, explanation;
};

struct DrawnNumber {
    std::string name;
    std::vector<double> values;
};

struct Question {
    std::string id, where;
    QuestionKind kind{};
    int level = 1;  // 1 recall, 2 apply, 3 reason
    std::vector<DrawnNumber> draw;
    PlacedExpression only;  // draws for which it is false are left out; empty = all are used
    PlanPatch plan;
    OtherPlans others;
    PlacedExpression answer;  // the number, or what the values of choices are compared with
    NumberFormat format = NumberFormat::Number;
    std::string unit;        // of a numeric answer, beside its field: "GiB"
    double tolerance = 0.01;  // of a numeric answer, relative
    std::vector<Choice> choices;
    Localised<Prose> prompt, reason, hint;  // hint may be empty
};

struct LessonRun {
    PlanPatch plan;  // on top of the step's
};

struct Camera {
    double azimuth = 0, elevation = 0;  // degrees
};

enum class MarkWhen { AtOnce, Answered };  // Answered: the mark would give the answer of the step's question away
template <>
std::span<const std::pair<MarkWhen, std::string_view>> enumNames<MarkWhen>();

// What the views mark: each part may be absent.
struct Highlight {
    MarkWhen when = MarkWhen::AtOnce;
    std::optional<int> rank, stage, microBatch;
    std::optional<MemoryCategory> category;
    [[nodiscard]] bool empty() const { return !rank && !stage && !microBatch && !category; }
};

struct LessonStep {
    std::string id, where;
    std::optional<Plan> base;  // begins anew from this plan; the lesson's and the earlier steps' patches no longer count
    PlanPatch plan;            // on top of the steps before
    OtherPlans others;
    std::vector<LessonView> views;
    CardColour cards = CardColour::ByGroup;
    std::optional<Camera> camera;
    std::optional<int> zeroUpTo;  // model states under higher stages of ZeRO stay hidden: a later step asks for them
    Highlight highlight;
    std::vector<std::string> controls;   // pointers of fields
    std::vector<std::string> expected;   // codes of problems that the plan is meant to have
    std::optional<Question> question;
    std::optional<LessonRun> run;
    Localised<std::string> title;
    Localised<Prose> text, kitchen, formula, runText;  // kitchen, formula, runText may be empty
};

struct Lesson {
    std::string id, where;
    LessonKind kind{};
    int number = 0;  // place among its kind, from 1
    Plan base;       // before any patch
    PlanPatch plan;
    std::vector<LessonStep> steps;
    std::vector<Question> quiz;
    Localised<std::string> title;
    Localised<Prose> summary;
    [[nodiscard]] const LessonStep* step(std::string_view stepId) const;
};

}  // namespace core
