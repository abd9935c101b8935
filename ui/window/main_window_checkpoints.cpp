// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: saving checkpoints and going on from them, with their own plan or in the layout of this one.
#include "ui/window/main_window.h"

#include "core/checkpoint/find_checkpoint.h"
#include "ui/kit/format.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>

namespace ui {

namespace {

QString id(const char* text) { return QString::fromLatin1(text); }

QString checkpointsOfThisUser() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation))
        .filePath(QStringLiteral("shardscope/checkpoints"));
}

}  // namespace

void MainWindow::makeCheckpointCommands() {
    const auto kind = CommandCategory::Run;
    m_commands.add({id("run.checkpoint"),
                    kind,
                    tr("Save checkpoint now"),
                    tr("Write weights and optimizer state to disk; training goes on"),
                    {},
                    {QKeySequence(id("F8"))}},
                   [this] { saveCheckpoint(); });
    m_commands.add({id("run.resume"),
                    kind,
                    tr("Resume from checkpoint…"),
                    tr("Take the plan of a checkpoint and go on training where it was saved"),
                    {},
                    {}},
                   [this] { askForCheckpoint(ResumeWith::PlanOfCheckpoint); });
    m_commands.add({id("run.resumeHere"),
                    kind,
                    tr("Resume in another layout…"),
                    tr("Go on from a checkpoint of the same model with the layout of this plan"),
                    {},
                    {}},
                   [this] { askForCheckpoint(ResumeWith::PlanShown); });
    connect(this, &MainWindow::startRefused, this, [this] { m_resumeFrom.clear(); });
    connect(&m_run, &RunStore::tick, this, &MainWindow::tellSavedCheckpoint);
}

void MainWindow::updateCheckpointCommands() {
    const bool running = m_client.isRunning();
    const QString busy = running ? tr("A run is going on. Stop it first.") : QString();
    m_commands.setDisabledReason(id("run.checkpoint"), m_client.isWatching() ? tr("Another program trains; only its log is read here.")
                                                       : running             ? QString()
                                                                             : tr("No run is going on."));
    m_commands.setDisabledReason(id("run.resume"), busy);
    m_commands.setDisabledReason(id("run.resumeHere"), busy);
    if (!running) m_checkpointAsked = false;
}

void MainWindow::saveCheckpoint() {
    m_checkpointAsked = true;
    m_toldCheckpoint = m_run.checkpoints();
    m_client.saveCheckpoint();
}

// Only the one that was asked for: those that the plan orders go to the log.
void MainWindow::tellSavedCheckpoint() {
    if (!m_checkpointAsked || m_run.checkpoints() == m_toldCheckpoint || !m_run.lastCheckpoint()) return;
    m_checkpointAsked = false;
    const core::CheckpointEvent& saved = *m_run.lastCheckpoint();
    setBanner(BannerMessage{
        id("checkpoint"),
        Tone::Ok,
        Icon::Ok,
        tr("Checkpoint of step %1 saved, %2.")
            .arg(QLocale().toString(qlonglong(saved.step)), bytesText(saved.bytes)),
        QString::fromStdString(saved.path),
        {{tr("Dismiss"), ButtonKind::Normal, [this] { dismissBanner(id("checkpoint")); }}}});
}

void MainWindow::tellResumed(const QString& checkpoint) {
    const auto manifest = core::readManifest(checkpoint.toStdString());
    if (!manifest) return;  // the engine says what is wrong with it
    setBanner(BannerMessage{id("resumed"),
                            Tone::Ok,
                            Icon::Ok,
                            tr("Training goes on from step %1.").arg(QLocale().toString(qlonglong(manifest->position.step))),
                            checkpoint,
                            {{tr("Dismiss"), ButtonKind::Normal, [this] { dismissBanner(id("resumed")); }}}});
}

void MainWindow::askForCheckpoint(ResumeWith with) {
    QString start = m_settings.lastFolder();
    if (QFileInfo::exists(checkpointsOfThisUser())) start = checkpointsOfThisUser();
    if (const auto& last = m_run.lastCheckpoint())
        start = QFileInfo(QString::fromStdString(last->path)).absolutePath();
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder of a checkpoint, or of several: the newest is taken"),
                                          start, QFileDialog::DontUseNativeDialog | QFileDialog::ShowDirsOnly);
    if (!folder.isEmpty()) resumeFrom(folder, with);
}

// The manifest is looked at here, so that what does not fit is said at once; the engine checks every byte.
bool MainWindow::resumeFrom(const QString& folder, ResumeWith with) {
    const auto place = core::locateCheckpoint(folder.toStdString());
    auto manifest = place.and_then([](const std::filesystem::path& path) { return core::readManifest(path); });
    const QString refused = tr("This checkpoint was not resumed.");
    if (!manifest) {
        refuseFile(refused, place ? core::withRemedy(manifest.error(), *place) : manifest.error());
        return false;
    }
    if (with == ResumeWith::PlanShown) {
        if (const auto mismatch = core::modelMismatch(*manifest, m_document.plan())) {
            refuseFile(refused, {*mismatch});
            return false;
        }
    } else {
        manifest->plan.run.checkpoint.directory.clear();  // where it was then; the checkpoint may have been moved
        if (m_document.plan() != manifest->plan) m_document.replace(manifest->plan, tr("Take the plan of a checkpoint"));
    }
    m_resumeFrom = QString::fromStdString(place->string());
    startRun();
    return true;
}

}  // namespace ui
