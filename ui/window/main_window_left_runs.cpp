// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: closing it during a run, leaving the run running, and finding it again.
#include "ui/window/main_window.h"

#include "ui/window/workspaces.h"

#include <QLocale>

#include <utility>

namespace ui {

namespace {

QString id(const char* text) { return QString::fromLatin1(text); }

QString whenStarted(const LeftRun& run) { return QLocale().toString(run.started, QLocale::ShortFormat); }

}  // namespace

void MainWindow::makeAttachCommand() {
    m_commands.add({id("run.attach"),
                    CommandCategory::Run,
                    tr("Attach to a run left running"),
                    tr("Look for runs that go on without a window"),
                    {},
                    {}},
                   [this] {
                       offerLeftRuns();
                       if (!m_banner || m_banner->id != id("left"))
                           setBanner(BannerMessage{
                               id("left"),
                               Tone::Accent,
                               Icon::Info,
                               tr("No run was left running."),
                               tr("Closing the window during a run offers to leave it running."),
                               {{tr("Dismiss"), ButtonKind::Normal, [this] { dismissBanner(id("left")); }}}});
                   });
}

void MainWindow::askAboutClosing() {
    BannerMessage message{id("close"),
                          Tone::Warn,
                          Icon::Warn,
                          tr("Training is still running."),
                          m_client.canLeave() ? tr("Left running, it can be attached to again.")
                                              : tr("Closing the window stops it; the recorded run stays."),
                          {}};
    message.actions << BannerAction{tr("Keep training"), ButtonKind::Normal, [this] {
                                        m_closeWhenOver = false;
                                        dismissBanner(id("close"));
                                    }};
    if (m_client.canLeave())
        message.actions << BannerAction{tr("Leave it running"), ButtonKind::Normal,
                                        [this] { leaveAndClose(); }};
    message.actions << BannerAction{tr("Stop and close"), ButtonKind::Normal, [this] {
                                        m_closeWhenOver = true;
                                        m_client.stop();
                                    }};
    setBanner(std::move(message));
}

void MainWindow::leaveAndClose() {
    setBanner(BannerMessage{
        id("close"), Tone::Accent, Icon::Info, tr("Leaving the run to itself."), QString(), {}});
    m_client.leave();
}

void MainWindow::offerLeftRuns() {
    m_leftRuns = findLeftRuns(m_client.runFolder());
    offerNextLeftRun();
}

void MainWindow::offerNextLeftRun() {
    dismissBanner(id("left"));
    if (m_leftRuns.isEmpty() || m_client.isRunning()) return;
    setBanner(leftRunBanner(m_leftRuns.takeFirst()));
}

BannerMessage MainWindow::leftRunBanner(const LeftRun& run) {
    BannerMessage message{id("left"), Tone::Accent, Icon::Info, {}, {}, {}};
    if (run.life == LeftRun::Life::Going) {
        message.headline = tr("A run goes on without a window: %1.").arg(run.title);
        message.text =
            tr("Started %1, at step %2.").arg(whenStarted(run), QLocale().toString(qlonglong(run.lastStep)));
        message.actions = {
            {tr("Attach"), ButtonKind::Primary, [this, file = run.file] { attachTo(file); }},
            {tr("Stop it"), ButtonKind::Normal,
             [this, file = run.file] { attachAndStop(file); }},
            {tr("Not now"), ButtonKind::Text, [this] { offerNextLeftRun(); }}};
        return message;
    }
    const bool well = run.life == LeftRun::Life::Ended && run.bye->exitCode == 0;
    message.tone = well ? Tone::Ok : Tone::Danger;
    message.icon = well ? Icon::Ok : Icon::Error;
    if (well)
        message.headline = tr("The run that was left has ended: %1.").arg(run.title);
    else if (run.life == LeftRun::Life::Ended)
        message.headline = tr("The run that was left has failed: %1.").arg(run.title);
    else
        message.headline = tr("The engine of the run that was left has died: %1.").arg(run.title);
    message.text = tr("Started %1, its last step was %2. All of it is recorded.")
                       .arg(whenStarted(run), QLocale().toString(qlonglong(run.lastStep)));
    message.actions = {{tr("Open the recording"), ButtonKind::Primary,
                        [this, run] { openLeftRecording(run); }},
                       {tr("Dismiss"), ButtonKind::Normal, [this, run] {
                            forgetLeftRun(run);
                            offerNextLeftRun();
                        }}};
    return message;
}

// By value: the banner whose button called this, and what the button holds, goes on the way.
void MainWindow::openLeftRecording(LeftRun run) {
    forgetLeftRun(run);
    dismissBanner(id("left"));
    openRun(run.file);
}

void MainWindow::attachAndStop(QString runFile) {
    if (attachTo(runFile)) m_client.stop();
}

bool MainWindow::attachTo(const QString& runFile) {
    if (const QString reason = m_client.attach(runFile, m_evaluator.calibration()); !reason.isEmpty()) {
        setBanner(BannerMessage{
            id("left"),
            Tone::Warn,
            Icon::Warn,
            tr("The run was not attached to."),
            reason,
            {{tr("Dismiss"), ButtonKind::Normal, [this] { offerLeftRuns(); }}}});
        return false;
    }
    dismissBanner(id("left"));
    m_runSpace->showTop(RunWorkspace::Top::Charts);
    showWorkspace(WorkspaceKind::Run);
    updateRunCommands();
    return true;
}

}  // namespace ui
