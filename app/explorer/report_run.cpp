// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/explorer/report_run.h"

#include "core/evaluate.h"
#include "ui/report/report_file.h"

#include <cstdio>

namespace app {

namespace {
constexpr int kWritten = 0, kNotWritten = 2;

void say(const std::string& line) { std::fputs((line + '\n').c_str(), stderr); }
}  // namespace

int runReport(const core::Plan& plan, const QString& file, core::Language language) {
    if (!ui::isReportFile(file)) {
        say("--report: \"" + file.toStdString() + "\" ends neither in .html nor in .pdf. Name a file such as plan.pdf");
        return kNotWritten;
    }
    const auto written = ui::writeReport(core::evaluate(plan), file, language);
    if (!written)
        for (const core::Problem& problem : written.error()) say(core::describe(problem));
    return written ? kWritten : kNotWritten;
}

}  // namespace app
