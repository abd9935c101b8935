// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lesson check PATH: a lesson or a folder of lessons, read and checked. lesson names: what expressions may say.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/problems.h"
#include "app/cli/table.h"
#include "core/base/resources.h"
#include "core/base/text.h"
#include "core/lesson/lesson_check.h"
#include "core/lesson/quantities.h"

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

Reply names() {
    Answer answer;
    std::vector<TableRow> rows{{"quantity", "unit", "is"}};
    for (const core::QuantityRow& row : core::quantityRows()) {
        rows.push_back({std::string(row.name), std::string(row.unit), std::string(row.meaning)});
        answer.json["quantities"].push_back({{"name", row.name}, {"unit", row.unit}, {"meaning", row.meaning}});
    }
    answer.text = table(rows) + '\n';
    rows = {{"call", "is"}};
    for (const core::CallRow& row : core::callRows()) {
        rows.push_back({std::string(row.form), std::string(row.meaning)});
        answer.json["calls"].push_back({{"form", row.form}, {"meaning", row.meaning}});
    }
    answer.text += table(rows) + "\nconstants:";
    for (const core::ConstantRow& row : core::constantRows()) {
        answer.text += fmt::format(" {} = {:g}", row.name, row.value);
        answer.json["constants"][std::string(row.name)] = row.value;
    }
    answer.text += '\n';
    return answer;
}

}  // namespace

void addLesson(CLI::App& command, int& exit) {
    command.require_subcommand(1);
    auto path = std::make_shared<std::string>();
    CLI::App* checking = command.add_subcommand("check", "Reads and checks a lesson or a folder of lessons");
    checking->add_option("PATH", *path, "The folder of a lesson (with lesson.json) or of lessons")->required();
    answerWith(*checking, exit, [path] { return check(*path); });
    CLI::App* listing = command.add_subcommand("names", "Lists what the expressions of lessons may say");
    answerWith(*listing, exit, [] { return names(); });
}

}  // namespace app
