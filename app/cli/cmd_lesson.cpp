// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lesson check PATH: a lesson or a folder of lessons, read and checked. lesson show PATH: its text with its numbers, and
// its answers where they are asked for. lesson names: what expressions may say. lesson hunt: app/cli/lesson_hunt.h.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/lesson_hunt.h"
#include "app/cli/problems.h"
#include "app/cli/resource_file.h"
#include "core/base/resources.h"
#include "core/base/text.h"
#include "core/lesson/lesson_check.h"
#include "core/lesson/unit_text.h"
#include "core/lesson/quantities.h"
#include "core/lesson/question.h"

#include <fmt/format.h>

#include <cstdlib>
#include <memory>

namespace app {

namespace fs = std::filesystem;

namespace {

constexpr char kKnownPlan[] = "plans/tiny-2x2x2.shardscope.json";

// Plans that a lesson begins with: a folder "plans" beside the lessons' folder, else the product's own.
core::Result<fs::path> planFolder(const fs::path& lessons) {
    std::error_code error;
    for (fs::path folder = fs::absolute(lessons, error).lexically_normal(); folder.has_relative_path();
         folder = folder.parent_path())
        if (fs::is_directory(folder / "plans", error)) return folder / "plans";
    const char* environment = std::getenv("SHARDSCOPE_RESOURCES");
    const auto roots = core::resourceRoots(environment ? environment : "", fs::read_symlink("/proc/self/exe", error),
                                           SHARDSCOPE_SOURCE_DIR);
    const auto plan = core::findResource(roots, kKnownPlan);
    if (!plan) return tl::make_unexpected(plan.error());
    return plan->parent_path();
}

Reply check(const std::string& path) {
    std::error_code error;
    if (!fs::exists(path, error))
        return core::refuse({core::Severity::Error, "file.cannot-read", path,
                             {{"reason", "it does not exist"}}, "fix.file.check-path"});
    const auto plans = planFolder(path);
    if (!plans) return tl::make_unexpected(plans.error());
    const core::CourseCheck check = core::checkLessons(path, *plans);
    if (check.lessons == 0 && core::lessonFolders(path).empty()) return tl::make_unexpected(check.problems);
    Answer answer{{{"lessons", check.lessons},
                   {"steps", check.steps},
                   {"questions", check.questions},
                   {"draws", check.draws}},
                  fmt::format("{} with {}, {} in {}\n", core::counted(check.lessons, "lesson"),
                              core::counted(check.steps, "step"), core::counted(check.questions, "question"),
                              core::counted(check.draws, "draw")),
                  check.problems, kYes};
    return answer;
}

std::string row(std::string_view form, std::string_view unit, std::string_view meaning) {
    return fmt::format("{:<58}{:<12}{}\n", form, unit, meaning);
}

Reply names() {
    Answer answer;
    for (const core::QuantityRow& quantity : core::quantityRows()) {
        answer.text += row(quantity.name, quantity.unit, quantity.meaning);
        answer.json["quantities"].push_back(
            {{"name", quantity.name}, {"unit", quantity.unit}, {"meaning", quantity.meaning}});
    }
    answer.text += '\n';
    for (const core::CallRow& call : core::callRows()) {
        answer.text += row(call.form, "", call.meaning);
        answer.json["calls"].push_back({{"form", call.form}, {"meaning", call.meaning}});
    }
    answer.text += '\n';
    for (const core::ConstantRow& constant : core::constantRows()) {
        answer.text += row(constant.name, "", fmt::format("{:.10g}", constant.value));
        answer.json["constants"][std::string(constant.name)] = constant.value;
    }
    return answer;
}

enum class Answers { Hidden, Shown };

struct Words {
    std::string_view english, chinese;
};

// Texts of a lesson with their numbers, under headings.
class Telling {
public:
    Telling(core::Language language, Answers answers)
        : m_language(language)
        , m_answers(answers) {}

    void part(Words heading, const core::Localised<core::Prose>& prose, const core::QuantityScope& scope) {
        if (prose.in(m_language).empty()) return;
        const auto rendered = core::renderProse(prose.in(m_language), scope, m_language);
        if (const auto word = in(heading); !word.empty()) m_text += fmt::format("[{}]\n", word);
        m_text += (rendered ? core::plainText(*rendered) : core::describe(rendered.error().front())) + "\n\n";
    }

    void question(const core::Question& question, const core::Plan& plan, const core::OtherPlans& others) {
        core::Question whole = question;
        whole.others.insert(others.begin(), others.end());
        const auto draws = core::drawsOf(whole);
        if (!draws) return;
        const auto posed = core::pose(whole, plan, draws->front(), m_language);
        if (!posed) return;
        m_text += fmt::format("[{} {}]\n{}\n", in({"question", "问题"}), posed->id, core::plainText(posed->prompt));
        if (posed->choices.empty())
            m_text += "  " + core::withUnit(std::string(in({"a number: …", "填一个数：…"})), posed->unit, m_language) + '\n';
        for (const core::PosedChoice& choice : posed->choices) {
            m_text += fmt::format("  - {}\n", core::plainText(choice.label));
            if (m_answers == Answers::Shown)
                m_text += fmt::format("    {} {}\n", rightOrWrong(choice), core::plainText(choice.explanation));
        }
        if (!posed->hint.empty()) m_text += fmt::format("  {}{}\n", in({"Hint: ", "提示："}), core::plainText(posed->hint));
        if (m_answers == Answers::Shown) {
            if (posed->choices.empty()) m_text += answerLine(*posed);
            m_text += core::plainText(posed->reason) + '\n';
        }
        m_text += '\n';
    }

    void line(std::string text) { m_text += std::move(text) + '\n'; }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    [[nodiscard]] std::string_view in(Words words) const {
        return m_language == core::Language::Chinese ? words.chinese : words.english;
    }
    [[nodiscard]] std::string rightOrWrong(const core::PosedChoice& choice) const {
        return std::string(choice.right ? in({"Right.", "正确。"}) : in({"Wrong.", "错误。"}));
    }
    [[nodiscard]] std::string answerLine(const core::PosedQuestion& posed) const {
        return fmt::format("  {}{}\n", in({"Answer: ", "答案："}),
                           core::withUnit(posed.answerText, posed.unit, m_language));
    }

    core::Language m_language;
    Answers m_answers;
    std::string m_text;
};

std::string told(const core::Lesson& lesson, core::Language language, Answers answers) {
    Telling telling(language, answers);
    telling.line(lesson.title.in(language) + '\n');
    const core::Plan start = core::patched(lesson.base, lesson.plan).value_or(lesson.base);
    if (const auto scope = core::scopeOf(start, {})) telling.part({}, lesson.summary, *scope);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const core::LessonStep& step = lesson.steps[i];
        const core::Plan plan = core::planOfStep(lesson, i);
        const auto scope = core::scopeOf(plan, step.others);
        if (!scope) continue;
        telling.line(fmt::format("{}. {}", i + 1, step.title.in(language)));
        telling.part({}, step.text, *scope);
        telling.part({"kitchen", "厨房"}, step.kitchen, *scope);
        if (step.question) telling.question(*step.question, plan, step.others);
        if (!step.question || answers == Answers::Shown) telling.part({"formula", "公式"}, step.formula, *scope);
        telling.part({"run", "运行"}, step.runText, *scope);
    }
    for (const core::Question& question : lesson.quiz) telling.question(question, start, {});
    return telling.take();
}

Reply show(const std::string& path, const std::string& language, Answers answers) {
    const auto chosen = parseChoice<core::Language>(language, "--lang");
    if (!chosen) return tl::make_unexpected(chosen.error());
    const auto plans = planFolder(path);
    if (!plans) return tl::make_unexpected(plans.error());
    const core::LessonReading reading = core::readLesson(path, *plans);
    if (core::hasErrors(reading.problems)) return tl::make_unexpected(reading.problems);
    const std::string text = told(reading.lesson, *chosen, answers);
    return Answer{{{"id", reading.lesson.id}, {"text", text}}, text, {}, kYes};
}

}  // namespace

void addLesson(CLI::App& command, int& exit) {
    command.require_subcommand(1);
    auto path = std::make_shared<std::string>();
    CLI::App* checking = command.add_subcommand("check", "Reads and checks a lesson or a folder of lessons");
    checking->add_option("PATH", *path, "The folder of a lesson (with lesson.json) or of lessons, or a shipped lesson's id")
        ->required();
    answerWith(*checking, exit, [path] { return check(shippedOr(*path, "lessons", "")); });
    auto language = std::make_shared<std::string>("en");
    CLI::App* showing = command.add_subcommand("show", "Prints a lesson with its numbers");
    showing->add_option("PATH", *path, "The folder of a lesson, or a shipped lesson's id")->required();
    showing->add_option("--lang", *language, "en or zh_CN");
    auto answers = std::make_shared<bool>(false);
    showing->add_flag("--answers", *answers, "Say of every answer whether it is right, and why");
    answerWith(*showing, exit, [path, language, answers] {
        return show(shippedOr(*path, "lessons", ""), *language, *answers ? Answers::Shown : Answers::Hidden);
    });
    auto seed = std::make_shared<std::uint64_t>(1);
    auto reveal = std::make_shared<bool>(false);
    CLI::App* hunting = command.add_subcommand("hunt", "Trains with a planted fault drawn by a seed and prints the instruments");
    hunting->add_option("--seed", *seed, "Which fault, layout and weights");
    hunting->add_flag("--reveal", *reveal, "Name the fault");
    answerWith(*hunting, exit, [seed, reveal] { return huntBug(*seed, *reveal ? Culprit::Named : Culprit::Hidden); });
    CLI::App* listing = command.add_subcommand("names", "Lists what the expressions of lessons may say");
    answerWith(*listing, exit, [] { return names(); });
}

}  // namespace app
