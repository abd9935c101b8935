// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: the Plan workspace and the report of a plan.
#include "ui/window/main_window.h"

#include "ui/planner/planner_view.h"
#include "ui/planner/search_form.h"
#include "ui/planner/search_page.h"
#include "ui/report/report_file.h"
#include "ui/state/pinned_plan.h"
#include "ui/window/help_window.h"
#include "ui/window/languages.h"
#include "ui/window/workspaces.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>

namespace ui {

void MainWindow::makePlanner() {
    auto* view = new PlannerView(m_hall, m_settings);
    m_planSpace = new PlannerWorkspace(view);
    makeDesk(*view);
    setHelpPage(m_planSpace, "planner");
    connect(view, &PlannerView::pageShown, this,
            [this](const QString& page) { setHelpPage(m_planSpace, page == QLatin1String("desk") ? "desk" : "planner"); });
    connect(view, &PlannerView::reportRequested, this, &MainWindow::askForReport);
}

PlannerView& MainWindow::planner() { return m_planSpace->view(); }

void MainWindow::showPlannerPage(const QString& page) {
    planner().showPage(page);
    showWorkspace(WorkspaceKind::Plan);
}

void MainWindow::makePlannerCommands() {
    const auto id = [](const char* text) { return QString::fromLatin1(text); };
    const auto keys = [&](const char* text) { return QList<QKeySequence>{QKeySequence(id(text))}; };
    const auto kind = CommandCategory::Plan;
    m_commands.add({id("plan.search"), kind, tr("Search layouts"), tr("All layouts of this model on its cards, scored"),
                    themedIcon(Icon::Search), keys("Ctrl+Shift+F")},
                   [this, id] {
                       showPlannerPage(id("search"));
                       planner().search().form().begin();
                   });
    m_commands.add({id("plan.pin"), kind, tr("Pin this plan as A, or unpin it"),
                    tr("Compare what is changed with the plan as it is now, in every view"), themedIcon(Icon::Pin), keys("Ctrl+Shift+P")},
                   [this] { PinnedPlan::of(m_evaluator).toggle(); });
    m_commands.add({id("plan.compare"), kind, tr("Compare plans"), tr("Two plans term by term"), themedIcon(Icon::Swap), {}},
                   [this, id] { showPlannerPage(id("compare")); });
    m_commands.add({id("plan.trial"), kind, tr("Trial runs"), tr("The best layouts as short runs, ranked by what they measured"), {}, {}},
                   [this, id] { showPlannerPage(id("trial")); });
    m_commands.add({id("plan.formulas"), kind, tr("Formulas"), tr("Every number of this plan and where it comes from"), {}, {}},
                   [this, id] { showPlannerPage(id("formulas")); });
    m_commands.add({id("plan.rivals"), kind, tr("Other tools"), tr("What other calculators say for this plan, and why"), {}, {}},
                   [this, id] { showPlannerPage(id("rivals")); });
    m_commands.add({id("plan.validation"), kind, tr("Validation"), tr("Published tables, recomputed"), {}, {}},
                   [this, id] { showPlannerPage(id("validation")); });
    m_commands.setKeywords(id("plan.search"), tr("optimise find best layout pareto fastest smallest planner"));
    m_commands.setKeywords(id("plan.pin"), tr("compare a b ghost baseline hold difference end comparison"));
    m_commands.setKeywords(id("plan.compare"), tr("difference two plans a b versus"));
    m_commands.setKeywords(id("plan.trial"), tr("measure benchmark short runs logs rank again export best"));
    m_commands.setKeywords(id("plan.formulas"), tr("provenance explain derivation why numbers"));
    m_commands.setKeywords(id("plan.rivals"), tr("deepspeed megatron eleuther accelerate estimator calculator memory"));
    m_commands.setKeywords(id("plan.validation"), tr("accuracy error published papers trust"));
}

void MainWindow::askForReport() {
    const QString name = QString::fromStdString(m_document.plan().name).replace(QLatin1Char('/'), QLatin1Char('-'));
    QString chosen;
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Report of this plan"), m_settings.lastFolder() + QLatin1Char('/') + name + QStringLiteral(".html"),
        tr("Web page (*.html);;PDF (*.pdf)"), &chosen, QFileDialog::DontUseNativeDialog);
    if (file.isEmpty()) return;
    const bool pdf = chosen.contains(QLatin1String("*.pdf"));
    saveReport(isReportFile(file) ? file : file + (pdf ? QStringLiteral(".pdf") : QStringLiteral(".html")));
}

bool MainWindow::saveReport(const QString& file) {
    const core::Snapshot snapshot = core::evaluate(m_document.plan(), m_evaluator.calibration());
    if (const auto written = writeReport(snapshot, file, m_languages.current()); !written) {
        refuseFile(tr("The report was not written."), written.error());
        return false;
    }
    m_settings.setLastFolder(QFileInfo(file).absolutePath());
    setBanner(BannerMessage{
        QStringLiteral("file"),
        Tone::Ok,
        Icon::Ok,
        tr("The report is written."),
        file,
        {{tr("Open it"), ButtonKind::Normal, [file] { QDesktopServices::openUrl(QUrl::fromLocalFile(file)); }},
         {tr("Dismiss"), ButtonKind::Normal, [this] { dismissBanner(QStringLiteral("file")); }}}});
    return true;
}

}  // namespace ui
