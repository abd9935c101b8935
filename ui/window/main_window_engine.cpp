// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: what the states of the engine mean for commands, banner and panels.
#include "ui/window/main_window.h"

#include "core/planner/advice.h"
#include "ui/kit/format.h"
#include "ui/state/sentences.h"
#include "ui/state/way_words.h"
#include "ui/window/engine_words.h"
#include "ui/window/figures_row.h"
#include "ui/window/log_window.h"
#include "ui/window/out_of_memory_panel.h"
#include "ui/window/plan_panel.h"
#include "ui/window/workspaces.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <utility>

namespace ui {

namespace {

constexpr char kTextField[] = "/data/path";

QString id(const char* text) { return QString::fromLatin1(text); }

}  // namespace

bool MainWindow::trainsThisPlan() const { return m_client.isRunning() && !m_client.isWatching() && m_run.plan() == m_document.plan(); }

StartCheck MainWindow::startCheck() const {
    if (trainsThisPlan()) return {.gate = StartGate::Leads, .reason = {}, .brief = {}, .mend = {}};
    StartCheck check = checkStart(*m_evaluator.snapshot(), m_client.command(), m_document.cardsPolicy());
    if (m_client.isRunning() && check.gate == StartGate::Free) {
        check.gate = StartGate::Replaces;
        check.reason = check.brief = tr("A run of %1 is going on.").arg(planTitle(m_run.plan()));
    }
    return check;
}

void MainWindow::updateRunCommands() {
    const EngineState state = m_run.state();
    const StartCheck check = startCheck();
    m_commands.setDisabledReason(id("run.start"),
                                 check.gate == StartGate::Refused ? check.reason : QString());
    m_explore->figures().setStart(check);
    const QString idle = m_client.isRunning() ? QString() : tr("No run is going on.");
    const bool paused = state == EngineState::Paused;
    m_commands.action(id("run.pause"))->setText(paused ? tr("Go on") : tr("Pause"));
    const QString foreign = m_client.isWatching() ? tr("Another program trains; only its log is read here.") : idle;
    m_commands.setDisabledReason(id("run.pause"), foreign);
    m_commands.setDisabledReason(id("run.step"), paused ? QString()
                                                 : idle.isEmpty()
                                                     ? tr("Pause first; then single steps are possible.")
                                                     : idle);
    m_commands.setDisabledReason(id("run.stop"), idle);
    updateCheckpointCommands();
    m_commands.setDisabledReason(id("run.attach"),
                                 idle.isEmpty() ? tr("A run is going on. Stop it first.") : QString());
    m_commands.setDisabledReason(id("run.log"), m_run.hasRun() ? QString() : tr("There was no run yet."));
}

void MainWindow::startRun(StartWish wish) {
    m_startWhenReady.reset();
    if (trainsThisPlan()) {
        // Elsewhere the command shows the run, and only then goes on.
        if (m_run.state() == EngineState::Paused && workspace() == WorkspaceKind::Run) m_client.resume();
        return showWorkspace(WorkspaceKind::Run);
    }
    if (!m_probe.isDone() || m_evaluator.isBusy() || m_evaluator.serial() != m_document.serial()) {
        m_startWhenReady = wish;  // the prediction beside the run is that of this plan on this machine
        return;
    }
    const StartCheck check = startCheck();
    if (check.gate == StartGate::Refused) {
        setBanner(refusedBanner(check));
        emit startRefused(check.reason);
        return;
    }
    if (check.gate == StartGate::Asks && wish == StartWish::AskWhenDoubtful) {
        setBanner(doubtfulBanner(check));
        return;
    }
    if (m_client.isRunning()) return setBanner(otherRunBanner(wish));
    beginRun();
}

BannerMessage MainWindow::otherRunBanner(StartWish wish) {
    return {id("start"),
            Tone::Warn,
            Icon::Warn,
            tr("A run of %1 is going on.").arg(planTitle(m_run.plan())),
            tr("It is another plan than the one shown here, %1.").arg(planTitle(m_document.plan())),
            {{tr("Stop it and train this plan"), ButtonKind::Normal,
              [this, wish] {
                  dismissBanner(id("start"));
                  m_startWhenOver = wish;
                  m_client.stop();
              }},
             {tr("Show the run"), ButtonKind::Normal, [this] {
                  dismissBanner(id("start"));
                  showWorkspace(WorkspaceKind::Run);
              }}}};
}

BannerMessage MainWindow::refusedBanner(const StartCheck& check) {
    BannerMessage message{id("start"),  Tone::Warn, Icon::Warn, tr("This plan was not started."),
                          check.reason, {}};
    if (check.mend)
        message.actions << BannerAction{mendText(*check.mend), ButtonKind::Normal,
                                        [this, mend = *check.mend] { useMend(m_document, mend); }};
    message.actions << BannerAction{tr("Dismiss"), ButtonKind::Text, [this] { dismissBanner(id("start")); }};
    return message;
}

// With the first change that was tried out and fits; only plans that the engine can train come here, and they are small.
BannerMessage MainWindow::doubtfulBanner(const StartCheck& check) {
    const core::Snapshot& snapshot = *m_evaluator.snapshot();
    const auto ways = core::waysToFit(snapshot.plan, core::RunsOn::Engine, core::Bytes(0), snapshot.calibration);
    BannerMessage message{id("start"), Tone::Danger, Icon::Error, tr("This plan does not fit its cards."), check.reason, {}};
    message.actions << BannerAction{tr("Start anyway"), ButtonKind::Normal, [this] { startRun(StartWish::Anyway); }};
    if (!ways.empty()) {
        const QString change = wayWords(ways.front()).title;
        message.text = tr("%1 With “%2” it would need %3.")
                           .arg(check.reason.endsWith(u'.') ? check.reason : check.reason + u'.', change,
                                bytesText(ways.front().peak, unitFor(snapshot.memory->capacity)));
        message.actions << BannerAction{tr("Make it fit"), ButtonKind::Normal, [this, plan = ways.front().plan, change] {
                                            const core::Plan fits = plan;  // the change dismisses the banner
                                            m_document.replace(fits, tr("Make it fit: %1").arg(change));
                                        }};
    }
    message.actions << BannerAction{tr("Change the plan"), ButtonKind::Normal, [this] {
                                        dismissBanner(id("start"));
                                        showWorkspace(WorkspaceKind::Explore);
                                        m_explore->panel().reveal(id("/batch/micro"));
                                    }};
    return message;
}

void MainWindow::beginRun() {
    setBanner(std::nullopt);
    m_runSpace->showTop(RunWorkspace::Top::Charts);
    const QString resumed = std::exchange(m_resumeFrom, {});
    m_client.start(m_document.plan(), m_evaluator.snapshot(), resumed);
    if (!resumed.isEmpty()) tellResumed(resumed);
    showWorkspace(WorkspaceKind::Run);
    updateRunCommands();
}

// Of a run that goes on: a checkpoint or the recording that is not written, say. A recording's old warnings are in its log.
void MainWindow::showRunWarning(const core::Problem& problem) {
    if (!m_client.isRunning()) return;
    setBanner(BannerMessage{id("warned"),
                            Tone::Warn,
                            Icon::Warn,
                            tr("Training goes on."),
                            wholeSentence(problem),
                            {{tr("Dismiss"), ButtonKind::Normal, [this] { dismissBanner(id("warned")); }}}});
}

void MainWindow::onEngineState(EngineState state) {
    updateRunCommands();
    showProblems();
    if (isLive(state)) {
        dismissBanner(id("died"));
        dismissBanner(id("start"));
        dismissBanner(id("gpu"));
        if (state == EngineState::Stopping && !m_run.detail().isEmpty()) setBanner(savingBanner());
        return;
    }
    dismissBanner(id("saving"));
    dismissBanner(id("resumed"));
    dismissBanner(id("close"));
    if (state != EngineState::Failed) return;
    if (const auto& problem = m_run.problem(); problem && problem->outOfMemory) {
        m_runSpace->outOfMemory().show(*problem->outOfMemory, m_run.prediction()->calibration);
        m_runSpace->showTop(RunWorkspace::Top::OutOfMemory);
        if (workspace() == WorkspaceKind::Learn) return setBanner(lessonEndedBanner());
        m_selection.select(
            {.rank = problem->outOfMemory->rank, .stage = {}, .microBatch = {}, .category = {}}, this);
        showWorkspace(WorkspaceKind::Run);
        return;
    }
    setBanner(diedBanner());
}

BannerMessage MainWindow::savingBanner() {
    return {id("saving"),
            Tone::Accent,
            Icon::Info,
            tr("A checkpoint is being saved before the run ends."),
            {},
            {{tr("End without it"), ButtonKind::Normal, [this] { m_client.stop(); }}}};
}

std::optional<BannerMessage> MainWindow::diedBanner() {
    QString headline = m_run.detail(), text;
    if (const qsizetype end = headline.indexOf(QLatin1String(". ")); end > 0) {
        text = headline.mid(end + 2);
        headline.truncate(end + 1);
    }
    // Of a checkpoint or another file; places in the plan are none.
    if (const auto& problem = m_run.problem())
        if (const QFileInfo file(QString::fromStdString(problem->problem.where)); file.isAbsolute() && file.dir().exists() && !file.dir().isRoot())
            text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + tr("File: %1.").arg(file.filePath());
    if (m_run.lastStep())
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + tr("Nothing on this screen is lost.");
    BannerMessage message{id("died"), Tone::Danger, Icon::Error, headline, text, {}};
    if (m_client.command().usable())
        message.actions << BannerAction{tr("Start over"), ButtonKind::Primary, [this] {
                                            m_resumeFrom.clear();
                                            // The plan shown may be another: the run may have been left and attached to.
                                            if (m_document.plan() != m_run.plan())
                                                m_document.replace(m_run.plan(), tr("Take the plan of the run"));
                                            startRun();
                                        }};
    if (const auto& last = m_run.lastCheckpoint(); last && m_client.command().usable())
        message.actions << BannerAction{tr("Resume from step %1").arg(last->step), ButtonKind::Normal,
                                        [this, path = QString::fromStdString(last->path)] {
                                            resumeFrom(path, ResumeWith::PlanOfCheckpoint);
                                        }};
    if (const auto& problem = m_run.problem(); problem && problem->problem.where == kTextField)
        message.actions << BannerAction{tr("Choose the text…"), ButtonKind::Normal, [this] { askForText(); }};
    message.actions << BannerAction{tr("Show log"), ButtonKind::Text, [this] { showLog(); }}
                    << BannerAction{tr("Dismiss"), ButtonKind::Text, [this] { dismissBanner(id("died")); }};
    return message;
}

// For a run whose text could not be read: its plan with another text is started at once.
void MainWindow::askForText() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Text to train on"), m_settings.lastFolder(),
                                                      tr("Texts (*.txt *.md);;All files (*)"), nullptr,
                                                      QFileDialog::DontUseNativeDialog);
    if (file.isEmpty()) return;
    dismissBanner(id("died"));
    if (m_document.plan() != m_run.plan()) m_document.replace(m_run.plan(), tr("Take the plan of the run"));
    m_document.setField(QString::fromLatin1(kTextField), file.toStdString(), PlanDocument::Edit::Committed);
    startRun();
}

std::optional<BannerMessage> MainWindow::noGpuBanner() {
    if (!m_probe.devices() || m_probe.devices()->gpus > 0 || m_run.hasRun() ||
        startCheck().gate != StartGate::Free)
        return std::nullopt;
    const QStringList& notes = m_probe.devices()->notes;
    const int cards = m_document.plan().layout.cards();
    BannerMessage message{
        id("gpu"),
        Tone::Accent,
        Icon::Card,
        tr("No GPU here."),
        tr("Training runs on %1 virtual cards, %2 CPU cores. Results are the same, steps are slower.")
            .arg(cards)
            .arg(m_evaluator.calibration().cores),
        {}};
    message.actions << BannerAction{tr("Start on virtual cards"), ButtonKind::Primary,
                                    [this] { startRun(); }};
    if (!notes.isEmpty())
        message.actions << BannerAction{tr("What was tried"), ButtonKind::Text, [this, notes] {
                                            LogWindow::open(tr("Looking for a GPU"), notes, this);
                                        }};
    return message;
}

// Nothing waits any longer: what is started now is predicted at the usual speed.
void MainWindow::onCalibrationLate() {
    if (!m_banner)
        setBanner(BannerMessage{id("speed"),
                                Tone::Warn,
                                Icon::Warn,
                                tr("Measuring the speed of this machine takes long."),
                                tr("Predictions for virtual cards use the usual speed until the answer comes."),
                                {{tr("Dismiss"), ButtonKind::Normal, [this] { dismissBanner(id("speed")); }}}});
    if (m_startWhenReady) startRun(*m_startWhenReady);
}

void MainWindow::onCalibrated() {
    dismissBanner(id("speed"));
    if (m_probe.hasGivenUp() && !m_banner)
        setBanner(BannerMessage{id("speed"),
                                Tone::Warn,
                                Icon::Warn,
                                tr("The speed of this machine was not measured."),
                                tr("Predictions for virtual cards use the usual speed."),
                                {{tr("Measure again"), ButtonKind::Normal,
                                  [this] {
                                      dismissBanner(id("speed"));
                                      m_probe.start();
                                  }},
                                 {tr("Dismiss"), ButtonKind::Text, [this] { dismissBanner(id("speed")); }}}});
    if (m_probe.devices() && m_probe.devices()->calibration) {
        m_evaluator.setCalibration(*m_probe.devices()->calibration);
        if (m_lessonHall) m_lessonHall->evaluator.setCalibration(m_evaluator.calibration());
        // A recording that carries the calibration of its predictions keeps them.
        if (m_run.hasRun() && !(m_run.hello() && m_run.hello()->calibration))
            m_predictions.submit([this, plan = m_run.plan(),
                                  calibration = m_evaluator.calibration()]() -> LatestJob::Delivery {
                auto prediction = std::make_shared<const core::Snapshot>(core::evaluate(plan, calibration));
                return [this, prediction] {
                    if (m_run.plan() == prediction->plan) m_run.setPrediction(prediction);
                };
            });
    }
    if (workspace() == WorkspaceKind::Run && !m_banner) setBanner(noGpuBanner());
    if (m_startWhenReady) startRun(*m_startWhenReady);
}

void MainWindow::showLog() {
    QStringList lines;
    for (const QString& line : m_run.log()) lines << line;
    if (lines.isEmpty()) lines << tr("The engine has written nothing.");
    LogWindow::open(tr("Log of the engine"), lines, this);
}

}  // namespace ui
