// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// report PLAN --to FILE: one page about a plan, flags over its fields. HTML is written here; a PDF is printed by the
// explorer without a window, from the plan as the flags leave it.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/explorer_program.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "app/cli/resource_file.h"
#include "core/base/catalogue.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/report/report.h"

#include <filesystem>
#include <memory>

namespace app {

namespace {

namespace fs = std::filesystem;

struct Options {
    explicit Options(CLI::App& command)
        : flags(command) {}
    PlanFlags flags;
    std::string plan, file, language = "en";
    bool force = false;
};

enum class ReportKind { Html, Pdf };

core::Result<ReportKind> kindOf(const std::string& file) {
    const std::string ending = fs::path(file).extension().string();
    if (ending == ".html" || ending == ".htm") return ReportKind::Html;
    if (ending == ".pdf") return ReportKind::Pdf;
    return core::refuse(usageProblem("cli.report-ending", "--to", {{"file", file}}, "fix.cli.report-ending"));
}

core::Result<std::function<std::string(const std::string&)>> sentencesIn(core::Language language) {
    if (language == core::Language::English) return std::function<std::string(const std::string&)>();
    const auto file = resourceFile("i18n/codes_zh_CN.ts");
    if (!file) return tl::make_unexpected(file.error());
    const auto text = core::readTextFile(*file);
    if (!text) return tl::make_unexpected(text.error());
    auto codes = std::make_shared<std::map<std::string, std::string>>(core::readTranslatedCodes(*text));
    return [codes](const std::string& code) {
        const auto found = codes->find(code);
        return found != codes->end() ? found->second : std::string(core::sentence(code));
    };
}

core::Result<void> writeHtml(const core::Snapshot& snapshot, const Options& options, core::Language language) {
    auto sentences = sentencesIn(language);
    if (!sentences) return tl::make_unexpected(sentences.error());
    const core::Report report = core::makeReport(
        snapshot, {language, std::move(*sentences), core::ReportForm::WebPage, "Shardscope " SHARDSCOPE_VERSION});
    return core::writeFileAtomically(options.file, report.html);
}

Reply makeReport(const Options& options) {
    const auto kind = kindOf(options.file);
    if (!kind) return tl::make_unexpected(kind.error());
    const auto language = parseChoice<core::Language>(options.language, "--lang");
    if (!language) return tl::make_unexpected(language.error());
    std::error_code ignored;
    if (!options.force && fs::exists(options.file, ignored))
        return core::refuse(usageProblem("cli.file-exists", "--to", {{"file", options.file}}, "fix.cli.file-exists"));
    const auto flagged = options.flags.overFileOrAlone(options.plan);
    if (!flagged) return tl::make_unexpected(flagged.error());
    Answer answer{{{"file", nullptr}}, {}, {}, kYes};
    if (!flagged->settled()) {
        answer.problems = options.flags.located(flagged->problems, options.plan);
        return answer;
    }
    const core::Snapshot snapshot = core::evaluate(flagged->plan);
    const auto written = *kind == ReportKind::Html ? writeHtml(snapshot, options, *language)
                                                   : printByExplorer(flagged->plan, options.file, options.language);
    if (!written) return tl::make_unexpected(written.error());
    answer.problems = options.flags.located(snapshot.problems, options.plan);
    answer.json["file"] = options.file;
    answer.text = core::visible(options.file) + '\n';
    return answer;
}

}  // namespace

void addReport(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>(command);
    addPlanOption(command, options->plan, "A plan file (*.shardscope.json); flags override its fields")->required();
    command.add_option("--to", options->file, "File to write; its ending says what: .html or .pdf")->required();
    command.add_option("--lang", options->language, "Language of the page: en or zh_CN");
    command.add_flag("--force", options->force, "Replace the file");
    answerWith(command, exit, [options] { return makeReport(*options); });
}

}  // namespace app
