// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: the configuration desk, and logs of other programs.
#include "ui/window/main_window.h"

#include "ui/desk/desk_files.h"
#include "ui/desk/desk_page.h"
#include "ui/state/sentences.h"
#include "ui/window/help_window.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>

namespace ui {

namespace {
QString id(const char* text) { return QString::fromLatin1(text); }
}  // namespace

void MainWindow::makeDeskCommands() {
    m_commands.add({id("plan.desk"), CommandCategory::Plan, tr("Configuration desk"),
                    tr("Check, mend and write ds_config and launch scripts"), themedIcon(Icon::File),
                    {QKeySequence(id("Ctrl+D"))}},
                   [this] {
                       desk().show();
                       desk().raise();
                       desk().activateWindow();
                   });
    m_commands.add({id("file.openLog"), CommandCategory::File, tr("Open log…"),
                    tr("Follow the training log of another program"), {}, {QKeySequence(id("Ctrl+Alt+O"))}},
                   [this] { askForLog(); });
    m_commands.add({id("file.watch"), CommandCategory::File, tr("Watch a command…"),
                    tr("Follow a training log that a command prints, over ssh for instance"), {}, {}},
                   [this] { askForLogCommand(); });
    m_commands.setKeywords(id("plan.desk"), tr("deepspeed megatron json script check validate export import slurm"));
    m_commands.setKeywords(id("file.openLog"), tr("watch tail megatron deepspeed follow import"));
    m_commands.setKeywords(id("file.watch"), tr("ssh tail log follow remote"));
}

DeskPage& MainWindow::desk() {
    if (m_desk) return *m_desk;
    m_desk = new DeskPage(m_hall, *m_deskFiles, this);
    m_desk->setWindowFlag(Qt::Window);
    m_desk->setWindowTitle(tr("Configuration desk"));
    m_desk->resize(size());
    setHelpPage(m_desk, "configurations");
    connect(m_desk, &DeskPage::openPlanRequested, this, [this](const QString& file) { openPlan(file); });
    connect(m_desk, &DeskPage::openLogRequested, this,
            [this](const QString& file) { watchLog({WatchedLog::Kind::File, file}); });
    return *m_desk;
}

void MainWindow::askForLog() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a training log"), m_settings.lastFolder(),
                                                      tr("Logs (*.log *.txt *.out *.err);;All files (*)"), nullptr,
                                                      QFileDialog::DontUseNativeDialog);
    if (file.isEmpty()) return;
    m_settings.setLastFolder(QFileInfo(file).absolutePath());
    watchLog({WatchedLog::Kind::File, file});
}

void MainWindow::askForLogCommand() {
    bool given = false;
    const QString line = QInputDialog::getText(this, tr("Watch a command"), tr("Command whose output is a training log:"),
                                               QLineEdit::Normal, id("ssh host tail -F train.log"), &given);
    if (given && !line.trimmed().isEmpty()) watchLog({WatchedLog::Kind::Command, line.trimmed()});
}

bool MainWindow::watchLog(const WatchedLog& log) {
    if (m_client.isRunning()) {
        setBanner(BannerMessage{id("file"), Tone::Warn, Icon::Warn, tr("A run is going on."),
                                tr("Stop it before opening a log."), {}});
        return false;
    }
    dismissBanner(id("file"));
    const auto prediction = m_evaluator.snapshot();
    const bool started = m_client.watch(log, prediction->plan, prediction);
    updateRunCommands();
    showWorkspace(WorkspaceKind::Run);
    return started;
}

}  // namespace ui
