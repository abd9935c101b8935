// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window during a run, with the real engine program behind it: what moves, what is said when it ends, and how
// the window is closed. Needs a display.
#include "tests/support/signal_one.h"
#include "tests/support/window_stage.h"
#include "ui/engine/run_files.h"
#include "ui/kit/chip.h"
#include "ui/kit/label.h"
#include "ui/window/figures_row.h"
#include "ui/window/out_of_memory_panel.h"
#include "ui/window/prompt_editor.h"
#include "ui/window/run_row.h"

#include <QApplication>
#include <QTest>

#include <csignal>
#include <sys/wait.h>

#include <algorithm>

using namespace ui::testing;

class WindowRunTest : public QObject, private WindowStage {
    Q_OBJECT

private slots:
    void cleanup() { closeWindow(); }

    void startMovesTheChartsAndShowsMeasuredMarks() {
        openWindow(defaultPlan());
        startAndTrain(2);
        QCOMPARE(window().workspace(), ui::WorkspaceKind::Run);
        const QImage before = window().views().loss->grab().toImage();
        const std::int64_t step = run().lastStep()->step;
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep()->step > step + 1, kEngineTimeout);
        QTRY_VERIFY_WITH_TIMEOUT(window().views().loss->grab().toImage() != before, kEngineTimeout);
        QTRY_VERIFY_WITH_TIMEOUT(run().memory().size() == 8, kEngineTimeout);
        QTRY_VERIFY_WITH_TIMEOUT(run().spans().size() == 8, kEngineTimeout);
        QTest::qWait(100);
        const auto& figures = window().findChild<ui::RunRow*>()->figures();
        for (std::size_t i = 0; i < 4; ++i)
            QVERIFY2(!figures[i].number.isEmpty(), qPrintable(figures[i].label));
        click(find<ui::Button>("goButton"));
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Paused, kEngineTimeout);
        const std::int64_t held = run().lastStep()->step;
        window().showWorkspace(ui::WorkspaceKind::Explore);
        QTest::keyClick(&window(), Qt::Key_F5);  // shows the run first
        QCOMPARE(window().workspace(), ui::WorkspaceKind::Run);
        QCOMPARE(run().state(), ui::EngineState::Paused);
        QTest::keyClick(&window(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep()->step > held, kEngineTimeout);
        click(find<ui::Button>("stopButton"));
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Stopped, kEngineTimeout);
    }

    void anotherPlanIsTrainedOnlyAfterTheRunThatGoesOnIsStopped() {
        openWindow(defaultPlan());
        startAndTrain(1);
        window().showWorkspace(ui::WorkspaceKind::Explore);
        auto* start = find<ui::Button>("startButton");
        QCOMPARE(start->text(), QStringLiteral("Show the run"));
        click(start);
        QCOMPARE(window().workspace(), ui::WorkspaceKind::Run);

        window().commands().action(key("plan.shipped.tiny-llama-2x2x2"))->trigger();
        QCOMPARE(window().workspace(), ui::WorkspaceKind::Explore);
        document().setField(key("/data/path"), run().plan().data.path, ui::PlanDocument::Edit::Committed);
        settle();
        QTRY_COMPARE(start->text(), QStringLiteral("Start…"));
        click(start);
        QTRY_VERIFY(window().banner() && window().banner()->headline.contains(key("is going on")));
        QCOMPARE(window().workspace(), ui::WorkspaceKind::Explore);
        QVERIFY(run().plan() != document().plan());
        window().banner()->actions.back().run();  // show the run
        QCOMPARE(window().workspace(), ui::WorkspaceKind::Run);
        QVERIFY(window().engine().isRunning() && !window().banner());

        window().showWorkspace(ui::WorkspaceKind::Explore);
        click(start);
        QTRY_VERIFY(window().banner());
        window().banner()->actions.front().run();  // stop it and train this plan
        QTRY_VERIFY_WITH_TIMEOUT(run().plan() == document().plan() && run().state() == ui::EngineState::Training,
                                 kEngineTimeout);
        QCOMPARE(window().workspace(), ui::WorkspaceKind::Run);
    }

    void thePromptDialogSaysHowTheRunShownSamples() {
        core::Plan plan = defaultPlan();
        plan.run.sample.every = 7;
        openWindow(plan);
        startAndTrain(1);
        const auto note = [this] {
            ui::PromptEditor* editor = ui::PromptEditor::open(window().hall(), &window());
            const QString text = editor->findChild<ui::Label*>(key("promptNote"))->text();
            editor->close();
            return text;
        };
        QVERIFY(!note().contains(key("every 7 steps")));
        document().setField(key("/run/sample/every"), std::int64_t(50), ui::PlanDocument::Edit::Committed);
        QVERIFY2(note().contains(key("every 7 steps")), qPrintable(note()));
    }

    void aKilledEngineLeavesTheWindowAliveAndCanBeStartedAgain() {
        openWindow(defaultPlan());
        startAndTrain(1);
        const std::size_t points = run().series().loss.size();
        QVERIFY(signalOne(window().engine().processId(), SIGKILL));
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        QVERIFY(run().detail().contains(key("killed by signal 9")));
        QVERIFY(window().banner() && window().banner()->headline.contains(key("killed by signal 9")));
        QStringList offers;
        for (const ui::BannerAction& action : window().banner()->actions) offers << action.text;
        QVERIFY2(offers.contains(key("Show log")) && offers.contains(key("Dismiss")), qPrintable(offers.join(u',')));
        QVERIFY(run().series().loss.size() >= points);
        const int stage = run().plan().zero.stage;
        document().setField(key("/zero/stage"), std::int64_t(3 - stage), ui::PlanDocument::Edit::Committed);
        QCOMPARE(window().banner()->actions.front().text, key("Start over"));
        window().banner()->actions.front().run();
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep() && run().state() == ui::EngineState::Training,
                                 kEngineTimeout);
        QCOMPARE(run().plan().zero.stage, stage);
        QVERIFY(!window().banner());
    }

    void aCardThatIsTooSmallIsAnExplainedOutOfMemory() {
        core::Plan plan = defaultPlan();
        plan.run.cardMemory = core::Bytes(core::evaluate(plan).memory->peak().value() / 10 * 7);
        openWindow(plan);
        window().startRun(ui::MainWindow::StartWish::Anyway);
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        QVERIFY(run().problem() && run().problem()->outOfMemory);
        auto* panel = window().findChild<ui::OutOfMemoryPanel*>();
        QTRY_VERIFY(panel->isVisible());
        QVERIFY(find<ui::Label>("oomTitle")
                    ->text()
                    .contains(
                        QStringLiteral("Rank %1 ran out of memory").arg(run().problem()->outOfMemory->rank)));
        QCOMPARE(window().hall().selection.current().rank,
                 std::optional(run().problem()->outOfMemory->rank));
        QTRY_VERIFY(panel->ways() > 0);
        const core::Bytes cap = document().plan().run.cardMemory;
        for (ui::Button* button : panel->findChildren<ui::Button*>())
            if (button->accessibleName().contains(key("Cards of"))) click(button);
        QVERIFY(document().plan().run.cardMemory > cap);
        QVERIFY(find<ui::Button>("startAgain")->isVisible());
    }

    void afterAnOutOfMemoryEveryPaneHasItsSizeAgain() {
        core::Plan plan = defaultPlan();
        plan.run.cardMemory = core::Bytes(1 << 20);  // as README tells the reader to try
        openWindow(plan);
        window().showWorkspace(ui::WorkspaceKind::Run);
        QTest::qWait(50);
        QList<QWidget*> panes = window().views().charts;
        panes << window().views().loss << window().views().runMemory << window().views().runTimeline;
        const auto heights = [&panes] {
            QList<int> all;
            for (const QWidget* pane : panes) all << pane->height();
            return all;
        };
        const QList<int> before = heights();
        window().startRun(ui::MainWindow::StartWish::Anyway);
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        auto* panel = window().findChild<ui::OutOfMemoryPanel*>();
        QTRY_VERIFY(panel->isVisible() && panel->ways() > 0);
        QList<ui::Button*> ways;
        for (ui::Button* button : panel->findChildren<ui::Button*>())
            if (button->text() == key("Apply")) ways << button;
        QVERIFY(!ways.isEmpty());
        // The panes take their new sizes in the next rounds of events.
        const auto isInSight = [panel](const ui::Button* way) { return panel->rect().contains(QRect(way->mapTo(panel, QPoint()), way->size())); };
        QTRY_VERIFY(std::ranges::all_of(ways, isInSight));
        for (const ui::Label* label : panel->findChildren<ui::Label*>())
            if (label->wordWrap() && label->isVisible())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
        click(ways.front());
        QCOMPARE(ways.front()->text(), key("Applied"));
        QVERIFY(!ways.front()->isEnabled());
        settle();
        click(find<ui::Button>("startAgain"));
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep() && !panel->isVisible(), kEngineTimeout);
        QTRY_COMPARE(heights(), before);
    }

    void anOutOfMemoryNamesItsStepTheSameEverywhere() {
        core::Plan plan = defaultPlan();
        plan.run.cardMemory = core::Bytes(core::evaluate(plan).memory->peak().value() / 2);
        openWindow(plan);
        window().startRun(ui::MainWindow::StartWish::Anyway);
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        const QString step = QStringLiteral("step %1").arg(run().problem()->outOfMemory->step);
        QVERIFY(run().problem()->outOfMemory->step >= 1);
        QVERIFY2(find<ui::Label>("oomTitle")->text().endsWith(key("in ") + step),
                 qPrintable(find<ui::Label>("oomTitle")->text()));
        QVERIFY2(run().detail().contains(key("in ") + step), qPrintable(run().detail()));
        QCOMPARE(window().findChild<ui::RunProgress*>()->state().step, key("In ") + step);
    }

    void aReplayIsMarkedAndItsButtonSaysThatItTrains() {
        openWindow(defaultPlan());
        startAndTrain(2);
        QVERIFY(!find<ui::Chip>("recordingMark")->isVisible());
        window().engine().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().isRunning(), kEngineTimeout);
        const auto recorded = ui::listRuns(runs());
        QVERIFY(!recorded.isEmpty());
        QVERIFY(window().openRun(recorded.front().path));
        QTRY_VERIFY(find<ui::Chip>("recordingMark")->isVisible());
        QCOMPARE(find<ui::Chip>("recordingMark")->toolTip(), recorded.front().path);
        QVERIFY(run().hello()->calibration && run().hello()->calibration->measured);
        QVERIFY(!find<ui::Button>("goButton")->isVisible());
        auto* train = find<ui::Button>("trainButton");
        QVERIFY(train->isVisible() && train->text() == key("Train this plan"));
        click(train);
        QTRY_VERIFY_WITH_TIMEOUT(window().engine().isRunning(), kEngineTimeout);
        QTRY_VERIFY(!find<ui::Chip>("recordingMark")->isVisible());
        QVERIFY(find<ui::Button>("goButton")->isVisible());
    }

    void twoWindowsDoNotDisturbEachOther() {
        openWindow(defaultPlan());
        startAndTrain(1);
        ui::MainWindow second(options(defaultPlan()), theme(), settings(), languages());
        second.show();
        QTRY_VERIFY(second.hall().evaluator.snapshot()->layout.has_value());
        second.startRun();
        QTRY_VERIFY_WITH_TIMEOUT(second.hall().run.lastStep().has_value(), kEngineTimeout);
        QVERIFY(second.engine().processId() != window().engine().processId());
        const std::int64_t step = run().lastStep()->step;
        second.engine().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!second.engine().isRunning(), kEngineTimeout);
        QVERIFY(second.close());
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep()->step > step, kEngineTimeout);
        QCOMPARE(run().state(), ui::EngineState::Training);
        QCOMPARE(second.hall().document.plan().layout, document().plan().layout);
    }

    void anUnreadableCorpusIsOneSentenceAndNothingIsLost() {
        core::Plan plan = defaultPlan();
        plan.data.path = file("nothing-here.txt").toStdString();
        openWindow(plan);
        click(find<ui::Button>("startButton"));
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        QVERIFY2(run().detail().contains(key("nothing-here.txt")), qPrintable(run().detail()));
        QVERIFY(window().banner().has_value());
        QVERIFY(document().plan().data.path == plan.data.path);
    }

    void closingDuringARunAsksFirst() {
        openWindow(defaultPlan());
        startAndTrain(1);
        window().close();
        QVERIFY(window().isVisible());
        QVERIFY(window().banner() && window().banner()->id == key("close"));
        QCOMPARE(window().banner()->actions.size(), 3);
        window().banner()->actions.back().run();  // stop and close
        QTRY_VERIFY_WITH_TIMEOUT(!window().isVisible(), kEngineTimeout);
    }

    void aRunLeftAtClosingIsOfferedByTheNextWindowAndStopsThere() {
        openWindow(defaultPlan());
        startAndTrain(1);
        const qint64 pid = window().engine().processId();
        window().close();
        QVERIFY(window().isVisible());
        QVERIFY(window().banner() && window().banner()->actions.size() == 3);
        window().banner()->actions[1].run();  // leave it running
        QTRY_VERIFY_WITH_TIMEOUT(!window().isVisible(), kEngineTimeout);
        closeWindow();
        QVERIFY(signalOne(pid, 0));

        openWindow(defaultPlan());
        window().offerLeftRuns();
        QVERIFY(window().banner() && window().banner()->id == key("left"));
        window().banner()->actions.front().run();  // attach
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep() && run().state() == ui::EngineState::Training,
                                 kEngineTimeout);
        QCOMPARE(window().workspace(), ui::WorkspaceKind::Run);
        QVERIFY(!window().banner());
        const std::int64_t step = run().lastStep()->step;
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep()->step > step, kEngineTimeout);
        click(find<ui::Button>("stopButton"));
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Stopped, kEngineTimeout);
        window().offerLeftRuns();
        QVERIFY(!window().banner());
    }

    void aLeftRunWhoseEngineDiedIsSaidAndItsRecordingOpens() {
        openWindow(defaultPlan());
        startAndTrain(2);
        const qint64 pid = window().engine().processId();
        window().engine().leave();
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().isRunning(), kEngineTimeout);
        closeWindow();
        QVERIFY(signalOne(pid, SIGKILL));
        QCOMPARE(::waitpid(pid_t(pid), nullptr, 0), pid_t(pid));

        openWindow(defaultPlan());
        window().offerLeftRuns();
        QVERIFY(window().banner() && window().banner()->headline.contains(key("has died")));
        window().banner()->actions.front().run();  // open the recording
        QVERIFY(!run().recording().isEmpty() && run().lastStep()->step >= 2);
        window().offerLeftRuns();
        QVERIFY(!window().banner() || window().banner()->id != key("left"));
    }
};

int main(int argc, char** argv) { return runWindowTest<WindowRunTest>(argc, argv); }
#include "window_run_test.moc"
