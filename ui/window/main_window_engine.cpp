// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: what the states of the engine mean for commands, banner and panels.
#include "ui/window/main_window.h"

#include "ui/kit/format.h"
#include "ui/state/sentences.h"
#include "ui/window/engine_words.h"
#include "ui/window/figures_row.h"
#include "ui/window/log_window.h"
#include "ui/window/out_of_memory_panel.h"
#include "ui/window/workspaces.h"

namespace ui {

namespace {

QString id(const char* text) { return QString::fromLatin1(text); }

QString firstError(const core::Problems& problems) {
    for (const core::Problem& problem : problems)
        if (problem.severity == core::Severity::Error) return wholeSentence(problem);
    return {};
}

}  // namespace

QString MainWindow::startReason() const {
    if (m_client.isRunning()) return tr("A run is going on.");
    if (!m_client.command().usable()) return m_client.command().error;
    const core::Snapshot& snapshot = *m_evaluator.snapshot();
    if (const QString rule = firstError(snapshot.problems); !rule.isEmpty()) return rule;
    return firstError(snapshot.engineProblems);
}

void MainWindow::updateRunCommands() {
    const EngineState state = m_run.state();
    const QString reason = startReason();
    // While a run is going on, Start leads to it.
    m_commands.setDisabledReason(id("run.start"), m_client.isRunning() ? QString() : reason);
    m_explore->figures().setStartReason(m_client.isRunning() ? QString() : reason);
    const QString idle = m_client.isRunning() ? QString() : tr("No run is going on.");
    const bool paused = state == EngineState::Paused;
    m_commands.action(id("run.pause"))->setText(paused ? tr("Go on") : tr("Pause"));
    m_commands.setDisabledReason(id("run.pause"), idle);
    m_commands.setDisabledReason(id("run.step"), paused ? QString()
                                                 : idle.isEmpty()
                                                     ? tr("Pause first; then single steps are possible.")
                                                     : idle);
    m_commands.setDisabledReason(id("run.stop"), idle);
    m_commands.setDisabledReason(id("run.log"), m_run.hasRun() ? QString() : tr("There was no run yet."));
}

void MainWindow::startRun() {
    if (!m_client.isRunning() &&
        (!m_probe.isDone() || m_evaluator.isBusy() || m_evaluator.serial() != m_document.serial())) {
        m_startWhenReady = true;  // the prediction beside the run is that of this plan on this machine
        return;
    }
    m_startWhenReady = false;
    if (m_client.isRunning()) {
        showWorkspace(WorkspaceKind::Run);
        return;
    }
    if (const QString reason = startReason(); !reason.isEmpty()) {
        setBanner(
            BannerMessage{id("start"), Tone::Warn, Icon::Warn, tr("This plan was not started."), reason, {}});
        emit startRefused(reason);
        return;
    }
    beginRun();
}

void MainWindow::beginRun() {
    setBanner(std::nullopt);
    m_runSpace->showTop(RunWorkspace::Top::Charts);
    m_client.start(m_document.plan(), m_evaluator.snapshot());
    showWorkspace(WorkspaceKind::Run);
    updateRunCommands();
}

void MainWindow::onEngineState(EngineState state) {
    updateRunCommands();
    showProblems();
    if (isLive(state)) {
        dismissBanner(id("died"));
        dismissBanner(id("start"));
        dismissBanner(id("gpu"));
        return;
    }
    if (state != EngineState::Failed) return;
    if (const auto& problem = m_run.problem(); problem && problem->outOfMemory) {
        m_runSpace->outOfMemory().show(*problem->outOfMemory, m_evaluator.calibration());
        m_runSpace->showTop(RunWorkspace::Top::OutOfMemory);
        m_selection.select(
            {.rank = problem->outOfMemory->rank, .stage = {}, .microBatch = {}, .category = {}}, this);
        showWorkspace(WorkspaceKind::Run);
        return;
    }
    setBanner(diedBanner());
}

std::optional<BannerMessage> MainWindow::diedBanner() {
    QString headline = m_run.detail(), text;
    if (const qsizetype end = headline.indexOf(QLatin1String(". ")); end > 0) {
        text = headline.mid(end + 2);
        headline.truncate(end + 1);
    }
    if (m_run.lastStep())
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + tr("Nothing on this screen is lost.");
    BannerMessage message{id("died"), Tone::Danger, Icon::Error, headline, text, {}};
    if (m_client.command().usable())
        message.actions << BannerAction{tr("Start over"), ButtonKind::Primary, [this] { startRun(); }};
    if (!m_run.log().empty())
        message.actions << BannerAction{tr("Show log"), ButtonKind::Text, [this] { showLog(); }};
    return message;
}

std::optional<BannerMessage> MainWindow::noGpuBanner() {
    if (!m_probe.devices() || m_probe.devices()->gpus > 0 || m_run.hasRun() || !startReason().isEmpty())
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

void MainWindow::onCalibrated() {
    if (m_probe.devices() && m_probe.devices()->calibration) {
        m_evaluator.setCalibration(*m_probe.devices()->calibration);
        if (m_run.hasRun())
            m_predictions.submit([this, plan = m_run.plan(),
                                  calibration = m_evaluator.calibration()]() -> LatestJob::Delivery {
                auto prediction = std::make_shared<const core::Snapshot>(core::evaluate(plan, calibration));
                return [this, prediction] {
                    if (m_run.plan() == prediction->plan) m_run.setPrediction(prediction);
                };
            });
    }
    if (workspace() == WorkspaceKind::Run && !m_banner) setBanner(noGpuBanner());
    if (m_startWhenReady) startRun();
}

void MainWindow::showLog() {
    QStringList lines;
    for (const QString& line : m_run.log()) lines << line;
    LogWindow::open(tr("Log of the engine"), lines, this);
}

}  // namespace ui
