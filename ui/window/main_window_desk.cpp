// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: the configuration desk, and logs of other programs.
#include "ui/window/main_window.h"

#include "ui/desk/desk_files.h"
#include "ui/desk/desk_page.h"
#include "ui/engine/tensorboard_export.h"
#include "ui/planner/planner_view.h"
#include "ui/window/help_window.h"
#include "ui/window/watch_dialog.h"
#include "ui/window/workspaces.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSocketNotifier>
#include <QStackedWidget>

#include <unistd.h>

namespace ui {

namespace {
QString id(const char* text) { return QString::fromLatin1(text); }
}  // namespace

void MainWindow::makeDeskCommands() {
    m_commands.add({id("plan.desk"), CommandCategory::Plan, tr("Configuration desk"),
                    tr("Check, mend and write ds_config and launch scripts"), themedIcon(Icon::File),
                    {QKeySequence(id("Ctrl+D"))}},
                   [this] { showPlannerPage(id("desk")); });
    m_commands.add({id("view.workflow"),
                    CommandCategory::View,
                    tr("Order of a step"),
                    tr("How Megatron and DeepSpeed work together in one step, in the place of the timeline"),
                    themedIcon(Icon::Swap),
                    {QKeySequence(id("Ctrl+Shift+W"))}},
                   [this] {
                       if (workspace() == WorkspaceKind::Learn) showWorkspace(WorkspaceKind::Explore);
                       auto* places = front().findChild<QStackedWidget*>(
                           id(workspace() == WorkspaceKind::Run ? "runLower" : "exploreLower"));
                       places->setCurrentIndex(1 - places->currentIndex());
                       places->currentWidget()->setFocus();
                   });
    m_commands.setKeywords(id("view.workflow"),
                           tr("integration megatron deepspeed sequence step mpu engine initialize"));
    m_commands.add({id("file.openLog"), CommandCategory::File, tr("Open log…"),
                    tr("Follow the training log of another program"), {}, {QKeySequence(id("Ctrl+Alt+O"))}},
                   [this] { askForLog(); });
    m_commands.add({id("file.watch"), CommandCategory::File, tr("Watch a command…"),
                    tr("Follow a training log that a command prints, over ssh for instance"), {}, {}},
                   [this] { askForLogCommand(); });
    m_commands.add({id("run.tensorboard"), CommandCategory::Run, tr("Export for TensorBoard…"),
                    tr("Write loss, learning rate, gradient norm and speed of the run shown as an event file"),
                    themedIcon(Icon::Download), {}},
                   [this] {
                       const QString run = m_run.recording().isEmpty() ? m_client.runFile() : m_run.recording();
                       if (run.isEmpty())
                           return refuseFile(tr("There is no recorded run to export."), {});
                       const QString to = QFileDialog::getSaveFileName(
                           this, tr("Export for TensorBoard"),
                           m_settings.lastFolder() + id("/events.out.tfevents.") + QFileInfo(run).completeBaseName(),
                           tr("Event files (*tfevents*);;All files (*)"), nullptr, QFileDialog::DontUseNativeDialog);
                       if (to.isEmpty()) return;
                       if (const auto written = exportToTensorBoard(run, to); !written)
                           refuseFile(tr("The run was not exported."), written.error());
                   });
    m_commands.setKeywords(id("plan.desk"), tr("deepspeed megatron json script check validate export import slurm"));
    m_commands.setKeywords(id("file.openLog"), tr("watch tail megatron deepspeed follow import"));
    m_commands.setKeywords(id("file.watch"), tr("ssh tail log follow remote"));
}

void MainWindow::makeDesk(PlannerView& view) {
    m_desk = new DeskPage(m_hall, *m_deskFiles);
    setHelpPage(m_desk, "desk");
    view.addPage(id("desk"), tr("Configuration"), m_desk);
    connect(m_desk, &DeskPage::openPlanRequested, this, [this](const QString& file) { openPlan(file); });
    connect(m_desk, &DeskPage::openLogRequested, this,
            [this](const QString& file) { watchLog({WatchedLog::Kind::File, file}); });
}

void MainWindow::openOnDesk(const QString& file) {
    showPlannerPage(id("desk"));
    m_desk->open({file});
}

void MainWindow::askForLog() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a training log"), m_settings.lastFolder(),
                                                      tr("Logs (*.log *.txt *.out *.err *tfevents*);;All files (*)"),
                                                      nullptr, QFileDialog::DontUseNativeDialog);
    if (file.isEmpty()) return;
    m_settings.setLastFolder(QFileInfo(file).absolutePath());
    watchLog({WatchedLog::Kind::File, file});
}

void MainWindow::askForLogCommand() {
    auto* dialog = new WatchDialog(m_settings, this);
    connect(dialog, &WatchDialog::chosen, this,
            [this](const QString& line) { watchLog({WatchedLog::Kind::Command, line}); });
    dialog->open();
}

// What comes on this program's standard input goes to the engine program as it comes.
void MainWindow::forwardStandardInput() {
    auto* more = new QSocketNotifier(STDIN_FILENO, QSocketNotifier::Read, this);
    connect(more, &QSocketNotifier::activated, this, [this, more] {
        QByteArray bytes(1 << 16, Qt::Uninitialized);
        const ssize_t count = ::read(STDIN_FILENO, bytes.data(), std::size_t(bytes.size()));
        bytes.resize(std::max<qsizetype>(0, count));
        m_client.feedLog(bytes);
        if (count <= 0 || !m_client.isWatching()) more->deleteLater();
    });
}

bool MainWindow::watchLog(const WatchedLog& log) {
    if (m_client.isRunning()) {
        setBanner(BannerMessage{id("file"), Tone::Warn, Icon::Warn, tr("A run is going on."),
                                tr("Stop it before opening a log."), {}});
        return false;
    }
    dismissBanner(id("file"));
    const core::Plan& plan = m_document.plan();
    const bool evaluated = m_evaluator.serial() == m_document.serial();
    const auto prediction =
        evaluated ? m_evaluator.snapshot()
                  : std::make_shared<const core::Snapshot>(core::evaluate(plan, m_evaluator.calibration()));
    const bool started = m_client.watch(log, plan, prediction);
    if (started && log.kind == WatchedLog::Kind::StandardInput) forwardStandardInput();
    updateRunCommands();
    showWorkspace(WorkspaceKind::Run);
    return started;
}

}  // namespace ui
