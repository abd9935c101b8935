// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every plan is evaluated, every draw posed, every text rendered: what passes here can be shown.
#include "core/lesson/lesson_check.h"

#include "core/lesson/lesson_json.h"
#include "core/lesson/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace core {

namespace fs = std::filesystem;

namespace {

// " with tp = 4, pp = 2"; empty where nothing is drawn.
std::string drawText(const Draw& draw) {
    std::string text;
    for (const auto& [name, value] : draw) text += fmt::format("{}{} = {:g}", text.empty() ? " with " : ", ", name, value);
    return text;
}

std::vector<std::string> namesOf(const OtherPlans& plans) {
    std::vector<std::string> names;
    for (const auto& [name, patch] : plans) names.push_back(name);
    return names;
}

class LessonCheck {
public:
    LessonCheck(const Lesson& lesson, const std::set<std::string>& course, CourseCheck& check)
        : m_lesson(lesson)
        , m_course(course)
        , m_check(check) {}

    void run() {
        ++m_check.lessons;
        const Plan start = patched(m_lesson.base, m_lesson.plan).value_or(m_lesson.base);
        texts(m_lesson.summary, scopeOf(start, {}).value_or(QuantityScope{}), {});
        for (std::size_t i = 0; i < m_lesson.steps.size(); ++i) step(m_lesson.steps[i], planOfStep(m_lesson, i));
        for (const Question& quiz : m_lesson.quiz) question(quiz, start, nullptr, {});
        if (m_lesson.kind != LessonKind::Chapter) return;
        if (std::ranges::none_of(m_lesson.steps, [](const LessonStep& s) { return s.run.has_value(); }))
            add("course.nothing-to-run", m_lesson.where, {}, "fix.course.run");
        if (std::ranges::all_of(m_lesson.steps, [](const LessonStep& s) { return s.controls.empty(); }))
            add("course.nothing-to-move", m_lesson.where, {}, "fix.course.controls");
    }

private:
    void add(const char* code, const std::string& where, std::map<std::string, std::string> params, const char* fix) {
        m_check.problems.push_back({Severity::Error, code, where, std::move(params), fix});
    }
    void add(Problems problems) {
        for (Problem& problem : problems) m_check.problems.push_back(std::move(problem));
    }

    void step(const LessonStep& step, const Plan& plan) {
        ++m_check.steps;
        const auto scope = scopeOf(plan, step.others);
        if (!scope) return add(scope.error());
        rules(*scope->plan, step.where, {}, &step);
        for (const auto& [name, snapshot] : scope->others) rules(*snapshot, step.where, " of " + name, &step);
        expectations(step, *scope);
        highlight(step, *scope->plan);
        const std::vector<std::string> others = namesOf(step.others);
        for (const auto* prose : {&step.text, &step.kitchen, &step.formula, &step.runText})
            texts(*prose, *scope, others);
        if (step.question) question(*step.question, plan, &step, others);
        if (step.run) runnable(step, plan);
    }

    // `which` is put into the sentence: of which plan, or with which draw.
    void rules(const Snapshot& snapshot, const std::string& where, const std::string& which, const LessonStep* step) {
        for (const Problem& problem : snapshot.problems) {
            if (problem.severity != Severity::Error || (step && isExpected(*step, problem))) continue;
            add("course.plan-broken", where, {{"drawn", which}, {"reason", describe(problem)}, {"code", problem.code}},
                "fix.course.expect");
        }
    }

    void expectations(const LessonStep& step, const QuantityScope& scope) {
        for (const std::string& code : step.expected) {
            const auto has = [&](const Snapshot& snapshot) {
                return std::ranges::find(snapshot.problems, code, &Problem::code) != snapshot.problems.end();
            };
            const bool somewhere = has(*scope.plan) || std::ranges::any_of(scope.others, [&](const auto& other) {
                                       return has(*other.second);
                                   });
            if (!somewhere) add("course.not-broken", step.where, {{"code", code}}, "fix.course.not-broken");
        }
    }

    void highlight(const LessonStep& step, const Snapshot& snapshot) {
        const auto within = [&](const char* part, std::optional<int> number, int count) {
            if (number && (*number < 0 || *number >= count))
                add("course.highlight", step.where,
                    {{"part", part}, {"number", fmt::to_string(*number)}, {"most", fmt::to_string(count - 1)}},
                    "fix.course.highlight");
        };
        within("rank", step.highlight.rank, snapshot.plan.layout.cards());
        within("stage", step.highlight.stage, snapshot.plan.layout.pp * snapshot.plan.layout.virtualStages);
        within("micro-batch", step.highlight.microBatch, std::max(1, snapshot.plan.microBatches()));
    }

    void runnable(const LessonStep& step, const Plan& plan) {
        const auto runPlan = patched(plan, step.run->plan);
        if (!runPlan) return add(runPlan.error());
        const Snapshot snapshot = evaluate(*runPlan);
        Problems refused = snapshot.problems;
        refused.insert(refused.end(), snapshot.engineProblems.begin(), snapshot.engineProblems.end());
        for (const Problem& problem : refused)
            if (problem.severity == Severity::Error && !isExpected(step, problem))
                add("course.cannot-run", step.where, {{"reason", describe(problem)}}, "fix.course.cannot-run");
    }

    void links(const Prose& prose) {
        for (const ProseBlock& block : prose)
            for (const ProseSpan& span : block.spans)
                if (span.target.starts_with("lesson:")) known(span.target.substr(7), span.where);
    }
    void known(const std::string& id, const std::string& where) {
        if (!m_course.contains(id)) add("course.unknown-lesson", where, {{"id", id}}, "fix.course.lesson");
    }

    // False: an unknown name was refused, so that the text need not be rendered.
    bool names(const Expression& expression, const std::string& where, std::span<const std::string> others,
               std::span<const std::string> drawn) {
        Problems unknown = unknownNames(expression, others, drawn);
        for (Problem& problem : unknown) problem.where = placeInText(where, expression.source, std::stoul(problem.where));
        const bool fine = unknown.empty();
        add(std::move(unknown));
        return fine;
    }

    void texts(const Localised<Prose>& prose, const QuantityScope& scope, std::span<const std::string> others) {
        for (const Language language : kLanguages) {
            links(prose.in(language));
            if (!proseNames(prose.in(language), others, {})) continue;
            if (const auto rendered = renderProse(prose.in(language), scope, language); !rendered) add(rendered.error());
        }
    }

    bool proseNames(const Prose& prose, std::span<const std::string> others, std::span<const std::string> drawn) {
        bool fine = true;
        for (const ProseBlock& block : prose)
            for (const ProseSpan& span : block.spans) {
                if (!span.number) continue;
                const Expression& expression = span.number->expression;
                for (Problem problem : unknownNames(expression, others, drawn)) {
                    problem.where = placeFurther(span.where, expression.source, std::stoul(problem.where));
                    add(Problems{std::move(problem)});
                    fine = false;
                }
            }
        return fine;
    }

    void question(const Question& question, const Plan& plan, const LessonStep* step, std::vector<std::string> others) {
        ++m_check.questions;
        for (const std::string& name : namesOf(question.others)) others.push_back(name);
        if (!questionNames(question, others)) return;
        for (const Choice& choice : question.choices)
            if (!choice.misconception.empty()) known(choice.misconception, choice.where);
        Question whole = question;
        if (step) whole.others.insert(step->others.begin(), step->others.end());
        const auto draws = drawsOf(whole);
        if (!draws) return add(draws.error());
        for (const Draw& draw : *draws) {
            ++m_check.draws;
            if (!drawn(whole, plan, draw, step)) return;  // the first draw that fails says it
        }
    }

    bool questionNames(const Question& question, const std::vector<std::string>& others) {
        std::vector<std::string> drawn;
        for (const DrawnNumber& number : question.draw) drawn.push_back(number.name);
        bool fine = question.only.empty() || names(question.only.expression, question.only.where, {}, drawn);
        if (!question.answer.empty()) fine &= names(question.answer.expression, question.answer.where, others, drawn);
        std::vector<std::string> wider = drawn;
        if (!question.answer.empty()) wider.emplace_back("answer");
        for (const auto* prose : {&question.prompt, &question.reason, &question.hint})
            for (const Language language : kLanguages) fine &= readable(prose->in(language), others, wider);
        for (const Choice& choice : question.choices) {
            const PlacedExpression& placed = choice.value.empty() ? choice.right : choice.value;
            if (!placed.empty()) fine &= names(placed.expression, placed.where, others, wider);
            std::vector<std::string> own = wider;
            own.emplace_back("value");
            for (const auto* prose : {&choice.label, &choice.explanation})
                for (const Language language : kLanguages) fine &= readable(prose->in(language), others, own);
        }
        return fine;
    }

    bool readable(const Prose& prose, std::span<const std::string> others, std::span<const std::string> drawn) {
        links(prose);
        return proseNames(prose, others, drawn);
    }

    bool drawn(const Question& question, const Plan& plan, const Draw& draw, const LessonStep* step) {
        const std::size_t before = m_check.problems.size();
        if (const auto own = patched(plan, question.plan, draw); own && !step)
            rules(evaluate(*own), question.where, drawText(draw), step);
        for (const Language language : kLanguages) {
            const auto posed = pose(question, plan, draw, language);
            if (!posed) {
                add(posed.error());
                return false;
            }
            if (question.kind != QuestionKind::Numeric) choices(*posed, question.where);
            if (m_check.problems.size() > before) return false;
        }
        return true;
    }

    void choices(const PosedQuestion& posed, const std::string& where) {
        const auto right = std::size_t(std::ranges::count(posed.choices, true, &PosedChoice::right));
        const bool single = posed.kind == QuestionKind::Single;
        if (single ? right != 1 : right == 0 || right == posed.choices.size())
            add("course.how-many-right", where, {{"count", fmt::to_string(right)}, {"drawn", drawText(posed.draw)}},
                single ? "fix.course.one-right" : "fix.course.some-right");
        std::set<std::string> labels;
        for (const PosedChoice& choice : posed.choices)
            if (const std::string label = plainText(choice.label); !labels.insert(label).second)
                add("course.same-labels", where, {{"label", label}, {"drawn", drawText(posed.draw)}},
                    "fix.course.same-labels");
    }

    const Lesson& m_lesson;
    const std::set<std::string>& m_course;
    CourseCheck& m_check;
};

void append(Problems& to, const Problems& more) { to.insert(to.end(), more.begin(), more.end()); }

void numberedOnce(const std::vector<Lesson>& lessons, Problems& problems) {
    for (std::size_t i = 1; i < lessons.size(); ++i)
        if (lessons[i].kind == lessons[i - 1].kind && lessons[i].number == lessons[i - 1].number)
            problems.push_back({Severity::Error, "course.number-twice", lessons[i].where,
                                {{"number", fmt::to_string(lessons[i].number)}, {"other", lessons[i - 1].id}},
                                "fix.course.number"});
}

}  // namespace

CourseReading readCourse(const fs::path& folder, const fs::path& planFolder) {
    CourseReading course;
    for (const fs::path& each : lessonFolders(folder)) {
        LessonReading reading = readLesson(each, planFolder);
        if (!hasErrors(reading.problems)) course.lessons.push_back(std::move(reading.lesson));
        append(course.problems, reading.problems);
    }
    std::ranges::sort(course.lessons, {}, [](const Lesson& lesson) { return std::pair(lesson.kind, lesson.number); });
    return course;
}

CourseCheck checkLessons(const fs::path& path, const fs::path& planFolder) {
    CourseCheck check;
    std::error_code error;
    const fs::path folder = fs::is_directory(path, error) ? path : path.parent_path();
    if (lessonFolders(folder).empty()) {
        check.problems.push_back({Severity::Error, "course.no-lessons", path.string(), {}, "fix.course.no-lessons"});
        return check;
    }
    const CourseReading course = readCourse(folder, planFolder);
    check.problems = course.problems;
    numberedOnce(course.lessons, check.problems);
    // A lesson alone may point to its neighbours.
    const bool alone = fs::exists(folder / "lesson.json", error);
    const fs::path neighbours = alone ? fs::absolute(folder).lexically_normal().parent_path() : folder;
    std::set<std::string> ids;
    for (const fs::path& each : lessonFolders(neighbours)) ids.insert(each.filename().string());
    for (const Lesson& lesson : course.lessons) {
        ids.insert(lesson.id);
        LessonCheck(lesson, ids, check).run();
    }
    return check;
}

}  // namespace core
