// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// First lesson.json, then each language, section by section in the same order. Whether what was read makes sense with
// its plans is core/lesson/lesson_check.h's.
#include "core/lesson/lesson_reader.h"

#include "core/base/file.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/lesson_text.h"
#include "core/plan/plan_codec.h"
#include "core/plan/plan_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace fs = std::filesystem;

namespace {

constexpr int kLessonVersion = 1;
constexpr std::int64_t kMostBytes = std::int64_t{1} << 20;

bool isIdentifier(std::string_view id) {
    return !id.empty() && id.front() != '-' &&
           std::ranges::all_of(id, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}
bool isName(std::string_view name) {  // as expressions have them
    return !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
           std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

class LessonReader {
public:
    LessonReader(const JsonText& json, Problems& problems, const fs::path& planFolder)
        : m_json(json)
        , m_problems(problems)
        , m_planFolder(planFolder) {}

    void read(Lesson& lesson) {
        JsonObject root(m_json, m_json.root, "", m_problems);
        lesson.where = root.place();
        version(root);
        lesson.id = root.text("id", true);
        const auto kind = root.choice<LessonKind>("kind");
        if (!root.has("kind")) root.missing("kind", "chapter, case or misconception");
        lesson.kind = kind.value_or(LessonKind::Chapter);
        lesson.number = root.integer("number").value_or(0);
        if (lesson.number < 1)
            root.refuse({Severity::Error, "course.number", root.placeOf("number"), {}, "fix.course.number"});
        if (!root.has("base")) root.missing("base", "the name of a plan such as tiny-2x2x2");
        lesson.base = base(root);
        lesson.plan = root.patch("plan");
        for (JsonObject& object : root.objects("steps")) step(object, lesson);
        for (JsonObject& object : root.objects("quiz")) quizQuestion(object, lesson);
        if (lesson.steps.empty()) root.missing("steps", "a list with at least one step");
        root.refuseUnknownKeys();
    }

private:
    void version(JsonObject& root) {
        const auto found = root.integer("version");
        if (!root.has("version")) root.missing("version", "which is 1");
        if (found && *found != kLessonVersion)
            root.refuse({Severity::Error, "course.version", root.placeOf("version"),
                         {{"found", fmt::to_string(*found)}, {"known", fmt::to_string(kLessonVersion)}},
                         "fix.plan.version"});
    }

    Plan base(JsonObject& object) {
        const std::string name = object.text("base");
        if (name.empty()) return {};
        auto plan = loadPlan(m_planFolder / (name + ".shardscope.json"));
        if (plan) return std::move(*plan);
        object.refuse({Severity::Error, "course.base", object.placeOf("base"),
                     {{"name", name}, {"reason", describe(plan.error().front())}}, "fix.course.base"});
        return {};
    }

    // True: new and well formed.
    template <class Items>
    bool identify(JsonObject& object, const Items& before, std::string& id) {
        id = object.text("id", true);
        if (id.empty()) return false;
        if (!isIdentifier(id))
            object.refuse({Severity::Error, "course.bad-id", object.placeOf("id"), {{"id", id}}, "fix.course.id"});
        const bool twice = std::ranges::any_of(before, [&](const auto& item) { return item.id == id; });
        if (twice) object.refuse({Severity::Error, "course.id-twice", object.placeOf("id"), {{"id", id}}, "fix.course.id"});
        return !twice;
    }

    void step(JsonObject& object, Lesson& lesson) {
        LessonStep step;
        identify(object, lesson.steps, step.id);
        step.where = object.place();
        if (object.has("base")) step.base = base(object);
        step.plan = object.patch("plan");
        step.others = others(object);
        for (const std::string& name : object.texts("views"))
            if (const auto view = object.choiceOf<LessonView>(name, "views")) step.views.push_back(*view);
        step.cards = object.choice<CardColour>("cards").value_or(CardColour::ByGroup);
        if (auto camera = object.object("camera")) {
            step.camera = Camera{camera->real("azimuth").value_or(-27), camera->real("elevation").value_or(25)};
            camera->refuseUnknownKeys();
        }
        step.zeroUpTo = object.integer("zero_up_to");
        step.highlight = highlight(object);
        step.controls = controls(object);
        step.expected = object.texts("expect");
        if (auto question = object.object("question")) {
            step.question = read(*question);
            step.question->id = step.id;
            question->refuseUnknownKeys();
        }
        if (auto run = object.object("run")) {
            step.run = LessonRun{run->patch("plan")};
            run->refuseUnknownKeys();
        }
        object.refuseUnknownKeys();
        lesson.steps.push_back(std::move(step));
    }

    static Highlight highlight(JsonObject& object) {
        Highlight highlight;
        auto inner = object.object("highlight");
        if (!inner) return highlight;
        highlight.when = inner->choice<MarkWhen>("when").value_or(MarkWhen::AtOnce);
        highlight.rank = inner->integer("rank");
        highlight.stage = inner->integer("stage");
        highlight.microBatch = inner->integer("micro_batch");
        highlight.category = inner->choice<MemoryCategory>("category");
        inner->refuseUnknownKeys();
        return highlight;
    }

    static std::vector<std::string> controls(JsonObject& object) {
        std::vector<std::string> known;
        for (const std::string& pointer : object.texts("controls")) {
            if (findField(pointer)) {
                known.push_back(pointer);
                continue;
            }
            std::vector<std::string> pointers;
            for (const Field& field : planFields()) pointers.push_back(field.pointer);
            const auto nearest = nearestWord(pointer, pointers);
            object.refuse({Severity::Error, "course.unknown-field", object.placeOf("controls"),
                           {{"field", pointer}, {"nearest", nearest.value_or("")}},
                           nearest ? "fix.did-you-mean" : "fix.course.fields"});
        }
        return known;
    }

    OtherPlans others(JsonObject& object) {
        OtherPlans plans;
        for (auto& [name, member] : object.members("compare")) {
            if (!isName(name))
                object.refuse({Severity::Error, "course.bad-name", member.place(), {{"name", name}}, "fix.course.name"});
            plans[name] = member.asPatch();
        }
        return plans;
    }

    void quizQuestion(JsonObject& object, Lesson& lesson) {
        std::string id;
        identify(object, lesson.quiz, id);
        Question question = read(object);
        question.id = id;
        object.refuseUnknownKeys();
        lesson.quiz.push_back(std::move(question));
    }

    Question read(JsonObject& object) {
        Question question;
        question.where = object.place();
        const auto kind = object.choice<QuestionKind>("kind");
        if (!object.has("kind")) object.missing("kind", "single, multiple or numeric");
        question.kind = kind.value_or(QuestionKind::Single);
        question.level = object.integer("level").value_or(1);
        if (question.level < 1 || question.level > 3)
            object.refuse({Severity::Error, "course.level", object.placeOf("level"), {}, "fix.course.level"});
        draw(object, question);
        question.only = object.expression("only");
        question.plan = object.patch("plan");
        question.others = others(object);
        question.answer = object.expression("answer");
        question.format = object.choice<NumberFormat>("format").value_or(NumberFormat::Number);
        question.unit = object.text("unit");
        question.tolerance = object.real("tolerance").value_or(question.tolerance);
        if (!(question.tolerance >= 0 && question.tolerance < 1))
            object.refuse({Severity::Error, "course.tolerance", object.placeOf("tolerance"), {}, "fix.course.tolerance"});
        for (JsonObject& inner : object.objects("choices")) choice(inner, question);
        shape(object, question);
        return question;
    }

    static void draw(JsonObject& object, Question& question) {
        auto inner = object.object("draw");
        if (!inner) return;
        for (const auto& [name, values] : inner->value().items()) {
            if (!isName(name))
                object.refuse({Severity::Error, "course.bad-name", inner->placeOf(name), {{"name", name}}, "fix.course.name"});
            question.draw.push_back({name, inner->numbers(name)});
        }
    }

    void choice(JsonObject& object, Question& question) {
        Choice choice;
        identify(object, question.choices, choice.id);
        choice.where = object.place();
        choice.value = object.expression("value");
        choice.right = object.expression("right");
        choice.misconception = object.text("misconception");
        object.refuseUnknownKeys();
        if (object.has("value") == object.has("right"))
            object.refuse({Severity::Error, "course.value-or-right", choice.where, {{"choice", choice.id}},
                           "fix.course.value-or-right"});
        if (object.has("value") && question.answer.empty())
            object.refuse({Severity::Error, "course.no-answer", choice.where, {{"choice", choice.id}}, "fix.course.answer"});
        question.choices.push_back(std::move(choice));
    }

    static void shape(JsonObject& object, const Question& question) {
        const bool numeric = question.kind == QuestionKind::Numeric;
        if (numeric && !object.has("answer")) object.missing("answer", "an expression");
        if (numeric && !question.choices.empty())
            object.refuse({Severity::Error, "course.numeric-choices", object.placeOf("choices"), {}, "fix.plan.remove"});
        if (!numeric && question.choices.size() < 2)
            object.refuse({Severity::Error, "course.few-choices", object.place(), {}, "fix.course.choices"});
    }

    const JsonText& m_json;
    Problems& m_problems;
    const fs::path& m_planFolder;
};

// One language of a lesson.
class LanguageReader {
public:
    LanguageReader(LessonText& text, Language language, Lesson& lesson)
        : m_text(text)
        , m_language(language)
        , m_lesson(lesson) {}

    void read() {
        m_lesson.title.in(m_language) = m_text.title();
        if (TextSection* summary = m_text.need("summary", "summary")) m_lesson.summary.in(m_language) = body(*summary);
        for (LessonStep& step : m_lesson.steps) readStep(step);
        for (Question& question : m_lesson.quiz) {
            const std::string path = "quiz/" + question.id;
            if (TextSection* section = m_text.need(path, "summary")) question.prompt.in(m_language) = body(*section);
            readAnswers(question, path);
        }
        m_text.refuseUnused();
    }

private:
    Prose parsed(const std::string& source, std::size_t at, const std::string& path) {
        Prose prose = parseProse(source, [&](Problem problem, std::size_t byte) {
            problem.where = m_text.where(at + byte, path);
            m_text.add(std::move(problem));
        });
        for (ProseBlock& block : prose)
            for (ProseSpan& span : block.spans)
                if (span.number || !span.target.empty()) span.where = m_text.where(at + span.at, path);
        return prose;
    }
    Prose body(const TextSection& section) { return parsed(section.body, section.bodyAt, section.path); }
    Prose part(const std::string& path) {
        const TextSection* section = m_text.find(path);
        return section ? body(*section) : Prose{};
    }

    void readStep(LessonStep& step) {
        const std::string path = "step/" + step.id;
        TextSection* section = m_text.need(path, "summary");
        if (section) {
            step.title.in(m_language) = section->heading;
            if (section->heading.empty())
                m_text.add({Severity::Error, "course.no-heading", m_text.where(section->lineAt, path), {{"section", path}},
                            "fix.course.heading"});
            step.text.in(m_language) = body(*section);
        }
        step.kitchen.in(m_language) = part(path + "/kitchen");
        step.formula.in(m_language) = part(path + "/formula");
        if (step.run)
            if (TextSection* run = m_text.need(path + "/run", path)) step.runText.in(m_language) = body(*run);
        if (!step.question) return;
        if (TextSection* prompt = m_text.need(path + "/question", path)) step.question->prompt.in(m_language) = body(*prompt);
        readAnswers(*step.question, path);
    }

    void readAnswers(Question& question, const std::string& path) {
        for (Choice& choice : question.choices) {
            const std::string at = path + "/choice/" + choice.id;
            TextSection* section = m_text.need(at, path);
            if (!section) continue;
            choice.label.in(m_language) = parsed(section->heading, section->headingAt, at);
            if (section->heading.empty())
                m_text.add({Severity::Error, "course.no-heading", m_text.where(section->lineAt, at), {{"section", at}},
                            "fix.course.heading"});
            choice.explanation.in(m_language) = body(*section);
        }
        if (TextSection* reason = m_text.need(path + "/right", path)) question.reason.in(m_language) = body(*reason);
        question.hint.in(m_language) = part(path + "/hint");
    }

    LessonText& m_text;
    Language m_language;
    Lesson& m_lesson;
};

void append(Problems& to, Problems more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

LessonReading readLesson(const fs::path& folder, const fs::path& planFolder) {
    LessonReading reading;
    const fs::path file = folder / "lesson.json";
    const Result<std::string> source = readTextFile(file, kMostBytes);
    if (!source) return {{}, source.error()};
    const Result<JsonText> json = readJson(*source, file.string());
    if (!json) return {{}, json.error()};
    append(reading.problems, json->duplicates);
    if (!json->root.is_object())
        return {{}, {{Severity::Error, "plan.wrong-type", json->where(""),
                      {{"key", "lesson"}, {"expected", "an object"}, {"found", shortText(json->root)}}}}};
    LessonReader(*json, reading.problems, planFolder).read(reading.lesson);
    const std::string name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    if (!reading.lesson.id.empty() && reading.lesson.id != name)
        reading.problems.push_back({Severity::Error, "course.id-is-folder", json->where("/id"),
                                    {{"id", reading.lesson.id}, {"folder", name}}, "fix.course.id-is-folder"});
    for (const Language language : kLanguages) {
        const fs::path textFile = folder / (std::string(toText(language)) + ".md");
        Result<std::string> words = readTextFile(textFile, kMostBytes);
        if (!words) {
            append(reading.problems, words.error());
            continue;
        }
        LessonText text(std::move(*words), textFile.string());
        LanguageReader(text, language, reading.lesson).read();
        append(reading.problems, text.takeProblems());
    }
    return reading;
}

std::vector<fs::path> lessonFolders(const fs::path& path) {
    std::error_code error;
    if (fs::exists(path / "lesson.json", error)) return {path};
    std::vector<fs::path> folders;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, error))
        if (fs::exists(entry.path() / "lesson.json", error)) folders.push_back(entry.path());
    std::ranges::sort(folders);
    return folders;
}

}  // namespace core
