// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/desk_words.h"

#include "ui/kit/to_qt.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace ui {

namespace {

// In the context that lupdate finds for a function of this namespace.
QString tr(const char* text) { return QCoreApplication::translate("ui", text); }

// The source stands by itself; sentences that name it put it into brackets.
QString withoutSource(core::Problem problem) {
    const auto source = problem.params.find("source");
    if (source == problem.params.end()) return sentence(problem);
    const QString mark = QStringLiteral("§source§");
    source->second = mark.toStdString();
    QString text = sentence(problem);
    const QStringList brackets{QStringLiteral(" (%1)").arg(mark), QStringLiteral("（%1）").arg(mark),
                               QStringLiteral("(%1)").arg(mark),  QStringLiteral("; %1").arg(mark),
                               QStringLiteral("；%1").arg(mark),  QStringLiteral(", %1").arg(mark),
                               QStringLiteral("，%1").arg(mark),  mark};
    for (const QString& bracket : brackets) text.remove(bracket);
    return text;
}

}  // namespace

std::vector<DeskProblem> deskProblems(const core::MendedReport& report) {
    std::vector<DeskProblem> problems;
    for (std::size_t i = 0; i < report.report.problems.size(); ++i) {
        const core::Problem& problem = report.report.problems[i];
        DeskProblem shown;
        shown.severity = problem.severity;
        if (const auto place = core::placeOf(problem.where)) {
            shown.file = qs(place->file);
            shown.line = place->at.line - 1;
            shown.column = place->at.column - 1;
        } else if (problem.where.starts_with('/')) {
            shown.file = qs(problem.where);
        }
        shown.title = withoutSource(problem);
        shown.remedy = fixSentence(problem);
        shown.upstream = qs(problem.upstreamMessage);
        if (const auto source = problem.params.find("source"); source != problem.params.end())
            shown.source = qs(source->second);
        shown.mends = report.mends[i];
        problems.push_back(std::move(shown));
    }
    std::ranges::stable_sort(problems, [](const DeskProblem& a, const DeskProblem& b) {
        return std::tie(a.severity, a.file, a.line) < std::tie(b.severity, b.file, b.line);
    });
    return problems;
}

QString mendWords(const core::ConfigMend& mend) {
    const QString name = qs(mend.name), value = qs(mend.value);
    switch (mend.act) {
    case core::MendAct::Set:
        return tr("Set %1 to %2").arg(name, value);
    case core::MendAct::Remove:
        return tr("Remove %1").arg(name);
    case core::MendAct::Rename:
        return tr("Rename to %1").arg(name);
    case core::MendAct::Add:
        return tr("Add %1").arg(value.isEmpty() ? name : name + QLatin1Char(' ') + value);
    }
    return {};
}

QString placeWords(const DeskProblem& problem) {
    const QString name = QFileInfo(problem.file).fileName();
    return problem.line < 0 ? name : tr("%1, line %2").arg(name).arg(problem.line + 1);
}

QString wholeWords(const DeskProblem& problem) {
    QStringList lines{problem.title};
    if (!problem.remedy.isEmpty()) lines << tr("Remedy: %1").arg(problem.remedy);
    if (!problem.upstream.isEmpty()) lines << tr("It stops with “%1”").arg(problem.upstream);
    if (!problem.source.isEmpty()) lines << tr("Source: %1").arg(problem.source);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace ui
