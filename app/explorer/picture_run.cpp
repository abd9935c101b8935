// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// PictureRun: progress goes to standard output, faults to standard error.
#include "app/explorer/picture_run.h"

#include "ui/planner/planner_view.h"
#include "ui/planner/search_form.h"
#include "ui/planner/search_page.h"

#include <QCoreApplication>

#include <cstdio>

namespace app {

namespace {
constexpr int kProgressMilliseconds = 2000;
constexpr int kStartSeconds = 120;  // until training begins: calibration, corpus, first step
constexpr int kSettleMilliseconds = 1500;
constexpr int kSearchSeconds = 20;

void say(std::FILE* to, const QString& line) {
    std::fputs((line + QLatin1Char('\n')).toUtf8().constData(), to);
    std::fflush(to);
}
}  // namespace

PictureRun::PictureRun(ui::MainWindow& window, QString folder, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_folder(std::move(folder)) {
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, &PictureRun::finish);
    connect(&m_progress, &QTimer::timeout, this, &PictureRun::report);
}

void PictureRun::afterEvaluation() {
    m_deadline.start(kSearchSeconds * 1000);
    // The layouts are scored with the speed of this machine.
    QTimer::singleShot(kSettleMilliseconds, this, [this] { searchLayouts([this] { m_deadline.start(kSettleMilliseconds); }); });
}

// So that the planner's pictures hold something; a search that takes longer than there is time is drawn under way.
void PictureRun::searchLayouts(const std::function<void()>& then) {
    ui::SearchPage& page = m_window.planner().search();
    connect(&page.search(), &ui::PlanSearch::finished, this, [&page, then] {
        if (!page.layouts().empty()) page.choose(0);
        then();
    });
    page.form().begin();
    if (!page.search().isRunning()) then();
}

void PictureRun::afterTraining(double seconds) {
    m_training = true;
    const ui::RunStore& run = m_window.hall().run;
    m_progress.start(kProgressMilliseconds);
    m_deadline.start(kStartSeconds * 1000);
    connect(&run, &ui::RunStore::stateChanged, this, [this, seconds](ui::EngineState state) {
        if (state != ui::EngineState::Training || m_deadline.interval() != kStartSeconds * 1000) return;
        m_deadline.start(int(seconds * 1000));
        searchLayouts([] {});
    });
    connect(&m_window.engine(), &ui::EngineClient::ended, this, [this] {
        if (!m_finished) m_deadline.start(kSettleMilliseconds);
    });
    connect(&m_window, &ui::MainWindow::startRefused, this, [this](const QString& reason) {
        say(stderr, reason);
        m_deadline.start(kSettleMilliseconds);
    });
    m_window.startRun(ui::MainWindow::StartWish::Anyway);
}

void PictureRun::report() {
    const auto& step = m_window.hall().run.lastStep();
    if (!step || step->step == m_reported) return;
    m_reported = step->step;
    QString line = QStringLiteral("step %1 of %2, loss %3 nat per byte")
                       .arg(step->step)
                       .arg(m_window.hall().run.plan().run.steps)
                       .arg(step->loss, 0, 'f', 3);
    if (const auto& validation = m_window.hall().run.lastValidation())
        line += QStringLiteral(", held out %1").arg(validation->loss, 0, 'f', 3);
    line += QStringLiteral(", %1 tokens/s").arg(step->tokensPerSecond, 0, 'f', 0);
    say(stdout, line);
}

void PictureRun::finish() {
    if (std::exchange(m_finished, true)) return;
    report();
    m_progress.stop();
    const auto files = m_window.exportPictures(m_folder);
    int code = exitCode();
    if (files) {
        say(stdout, QStringLiteral("%1 pictures in %2").arg(files->size()).arg(m_folder));
    } else {
        for (const core::Problem& problem : files.error())
            say(stderr, QString::fromStdString(core::describe(problem)));
        code = 2;
    }
    const auto quit = [code] { QCoreApplication::exit(code); };
    if (!m_window.engine().isRunning()) return quit();
    connect(&m_window.engine(), &ui::EngineClient::ended, this, quit);
    m_window.engine().stop();
}

int PictureRun::exitCode() const {
    const ui::RunStore& run = m_window.hall().run;
    if (!m_training) return 0;
    if (!run.hasRun()) return 1;
    if (run.state() == ui::EngineState::Failed) {
        say(stderr, run.detail());
        return run.problem() && run.problem()->outOfMemory ? 1 : 3;
    }
    if (run.lastStep()) return 0;
    say(stderr, QStringLiteral("The engine finished no step in %1 s.").arg(kStartSeconds));
    return 3;
}

}  // namespace app
