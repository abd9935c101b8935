// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The whole window with real mouse and keys, and the real engine program behind it. Needs a display.
#include "core/plan/plan_codec.h"
#include "ui/engine/run_files.h"
#include "ui/kit/button.h"
#include "ui/kit/callout.h"
#include "ui/kit/chip.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/segmented.h"
#include "ui/kit/stop_row.h"
#include "ui/kit/theme_provider.h"
#include "ui/memory/memory_canvas.h"
#include "ui/memory/memory_view.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/figures_row.h"
#include "ui/window/header_bar.h"
#include "ui/window/help_window.h"
#include "ui/window/languages.h"
#include "ui/window/main_window.h"
#include "ui/window/memory_note.h"
#include "ui/window/out_of_memory_panel.h"
#include "ui/window/plan_panel.h"
#include "ui/window/run_row.h"
#include "ui/window/status_line.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace {

constexpr int kEngineTimeout = 25000;  // milliseconds

QString key(const char* text) { return QString::fromLatin1(text); }

core::Plan tinyPlan() {
    const auto plan = core::loadPlan(qEnvironmentVariable("SHARDSCOPE_RESOURCES").toStdString() +
                                     "/plans/tiny-2x2x2.shardscope.json");
    return plan ? *plan : core::Plan{};
}

// A text to train on, large enough for the batch, written by the test.
QString corpus(const QTemporaryDir& folder) {
    QFile file(folder.filePath(key("corpus.txt")));
    if (!file.open(QIODevice::WriteOnly)) return {};
    for (int i = 0; i < 4000; ++i)
        file.write(
            QByteArray("A pipeline of stages keeps its cards busy when there are many micro-batches. Line ") +
            QByteArray::number(i) + "\n");
    return file.fileName();
}

}  // namespace

class WindowTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::unique_ptr<ui::ThemeProvider> m_theme;
    std::unique_ptr<ui::Settings> m_settings;
    ui::Languages m_languages{core::Language::English};
    std::unique_ptr<ui::MainWindow> m_window;

    void openWindow(core::Plan plan, const QString& engine = key(SHARDSCOPE_CLI)) {
        ui::MainWindow::Options options;
        plan.data.path = plan.data.path.empty() ? corpus(m_folder).toStdString() : plan.data.path;
        options.plan = std::move(plan);
        options.engine.command = ui::findEngine(engine, QCoreApplication::applicationDirPath());
        options.engine.runFolder = m_folder.filePath(key("runs"));
        options.helpFolder = qEnvironmentVariable("SHARDSCOPE_RESOURCES") + key("/help");
        m_window = std::make_unique<ui::MainWindow>(std::move(options), *m_theme, *m_settings, m_languages);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QApplication::setActiveWindow(m_window.get());  // there may be no window manager to do so
        QTRY_VERIFY(m_window->hall().evaluator.snapshot()->layout.has_value());
    }
    ui::RunStore& run() { return m_window->hall().run; }
    ui::PlanDocument& document() { return m_window->hall().document; }
    template <class T>
    T* find(const char* name) {
        return m_window->findChild<T*>(key(name));
    }
    void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton); }

    // Presses at the stop of the present value, moves over `stops` one by one, releases.
    void drag(const char* pointer, const std::vector<int>& stops) {
        auto* row = find<ui::StopRow>(pointer);
        QVERIFY(row);
        ui::StopSlider* slider = row->slider();
        QTest::mousePress(slider, Qt::LeftButton, {}, slider->stopPosition(slider->value()).toPoint());
        for (const int stop : stops) QTest::mouseMove(slider, slider->stopPosition(stop).toPoint());
        QTest::mouseRelease(slider, Qt::LeftButton, {}, slider->stopPosition(stops.back()).toPoint());
    }
    void settle() {
        QTRY_COMPARE(m_window->hall().evaluator.serial(), document().serial());
        QTest::qWait(100);
    }
    void startAndTrain(std::int64_t steps) {
        click(find<ui::Button>("startButton"));
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep() && run().lastStep()->step >= steps, kEngineTimeout);
    }

private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_theme =
            std::make_unique<ui::ThemeProvider>(*static_cast<QApplication*>(QCoreApplication::instance()));
        m_settings = std::make_unique<ui::Settings>(m_folder.filePath(key("settings.ini")));
    }
    void cleanup() {
        if (m_window && m_window->engine().isRunning()) {
            m_window->engine().stop();
            QTRY_VERIFY_WITH_TIMEOUT(!m_window->engine().isRunning(), 10000);
        }
        m_window.reset();
    }

    void draggingASliderReachesEveryViewAndIsOneUndoEntry() {
        openWindow(tinyPlan());
        settle();
        QList<QWidget*> views{m_window->views().topology, m_window->views().exploreMemory,
                              m_window->views().exploreTimeline};
        QList<QImage> before;
        for (QWidget* view : views) before << view->grab().toImage();
        const QString figure = find<ui::FigureStrip>("figures")->figures().front().number;
        drag("/layout/pp", {0});
        settle();
        QCOMPARE(document().plan().layout.pp, 1);
        QCOMPARE(document().undoStack().count(), 1);
        QCOMPARE(m_window->hall().evaluator.snapshot()->plan.layout.pp, 1);
        for (qsizetype i = 0; i < views.size(); ++i)
            QTRY_VERIFY2(views[i]->grab().toImage() != before[i], qPrintable(QString::number(i)));
        QTRY_VERIFY(find<ui::FigureStrip>("figures")->figures().front().number != figure);
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().plan().layout.pp, 2);
        QTest::keyClick(m_window.get(), Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(document().plan().layout.pp, 1);
    }

    void aClickOnTheLockKeepsTheNumberOfCards() {
        openWindow(tinyPlan());
        click(find<ui::Chip>("cardsLock"));
        QCOMPARE(document().cardsPolicy(), core::CardsPolicy::Locked);
        drag("/layout/tp", {0});
        QCOMPARE(document().plan().layout.tp, 1);
        QCOMPARE(document().plan().layout.dp, 4);
        QCOMPARE(document().plan().layout.cards(), 8);
    }

    void arrowsOnAFocusedSliderMoveToTheNextStop() {
        openWindow(tinyPlan());
        auto* slider = find<ui::StopRow>("/layout/dp")->slider();
        slider->setFocus(Qt::TabFocusReason);
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(document().plan().layout.dp, 4);
        QCOMPARE(document().undoStack().undoText(), QStringLiteral("Data 2 → 4"));
    }

    void aTypedValueThatBreaksARuleStaysAndIsExplained() {
        openWindow(tinyPlan());
        auto* field = find<ui::StopRow>("/layout/tp")->field();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, key("3"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(document().plan().layout.tp, 3);
        QTRY_VERIFY(!field->problem().isEmpty());
        QVERIFY(!find<ui::Button>("startButton")->isEnabled());
        QVERIFY(!find<ui::Label>("startReason")->text().isEmpty());
    }

    void commandsAreFoundByTypingInThePalette() {
        openWindow(tinyPlan());
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(QApplication::activePopupWidget());
        auto* typed = QApplication::activePopupWidget()->findChild<QLineEdit*>();
        QTest::keyClicks(typed, key("theme"));
        QTest::keyClick(typed, Qt::Key_Return);
        QVERIFY(m_theme->theme().isDark());
        m_window->commands().action(key("view.theme"))->trigger();
        QVERIFY(!m_theme->theme().isDark());
    }

    void everythingFitsIntoTheSmallestWindow() {
        openWindow(tinyPlan());
        for (const ui::WorkspaceKind kind : {ui::WorkspaceKind::Explore, ui::WorkspaceKind::Run}) {
            m_window->showWorkspace(kind);
            m_window->resize(1280, 800);
            QTest::qWait(50);
            QCOMPARE(m_window->size(), QSize(1280, 800));
        }
    }

    void theTextbookIsExplainedWithThePlansOwnNumbers() {
        openWindow(tinyPlan());
        const QStringList words = ui::MemoryNote::paragraphs(*m_window->hall().evaluator.snapshot());
        QCOMPARE(words.size(), 4);
        QVERIFY(words[1].contains(key("T = 2")) && words[1].contains(key("D = 2")));
    }

    void startMovesTheChartsAndShowsMeasuredMarks() {
        openWindow(tinyPlan());
        startAndTrain(2);
        QCOMPARE(m_window->workspace(), ui::WorkspaceKind::Run);
        const QImage before = m_window->views().loss->grab().toImage();
        const std::int64_t step = run().lastStep()->step;
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep()->step > step + 1, kEngineTimeout);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->views().loss->grab().toImage() != before, kEngineTimeout);
        QTRY_VERIFY_WITH_TIMEOUT(run().memory().size() == 8, kEngineTimeout);
        QTRY_VERIFY_WITH_TIMEOUT(run().spans().size() == 8, kEngineTimeout);
        QTest::qWait(100);
        const auto& figures = m_window->findChild<ui::RunRow*>()->figures();
        for (std::size_t i = 0; i < 4; ++i)
            QVERIFY2(!figures[i].number.isEmpty(), qPrintable(figures[i].label));
        click(find<ui::Button>("goButton"));
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Paused, kEngineTimeout);
        click(find<ui::Button>("stopButton"));
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Stopped, kEngineTimeout);
    }

    void aKilledEngineLeavesTheWindowAliveAndCanBeStartedAgain() {
        openWindow(tinyPlan());
        startAndTrain(1);
        const std::size_t points = run().series().loss.size();
        ::kill(pid_t(m_window->engine().processId()), SIGKILL);
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        QVERIFY(run().detail().contains(key("killed by signal 9")));
        QVERIFY(m_window->banner() && m_window->banner()->headline.contains(key("killed by signal 9")));
        QVERIFY(run().series().loss.size() >= points);
        m_window->commands().action(key("run.start"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep() && run().state() == ui::EngineState::Training,
                                 kEngineTimeout);
        QVERIFY(!m_window->banner());
    }

    void aCardThatIsTooSmallIsAnExplainedOutOfMemory() {
        core::Plan plan = tinyPlan();
        plan.run.cardMemory = core::Bytes(core::evaluate(plan).memory->peak().value() / 10 * 7);
        openWindow(plan);
        m_window->startRun(ui::MainWindow::StartWish::Anyway);
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        QVERIFY(run().problem() && run().problem()->outOfMemory);
        auto* panel = m_window->findChild<ui::OutOfMemoryPanel*>();
        QTRY_VERIFY(panel->isVisible());
        QVERIFY(find<ui::Label>("oomTitle")
                    ->text()
                    .contains(
                        QStringLiteral("Rank %1 ran out of memory").arg(run().problem()->outOfMemory->rank)));
        QCOMPARE(m_window->hall().selection.current().rank,
                 std::optional(run().problem()->outOfMemory->rank));
        QTRY_VERIFY(panel->ways() > 0);
        const core::Bytes cap = document().plan().run.cardMemory;
        for (ui::Button* button : panel->findChildren<ui::Button*>())
            if (button->accessibleName().contains(key("Cards of"))) click(button);
        QVERIFY(document().plan().run.cardMemory > cap);
        QVERIFY(find<ui::Button>("startAgain")->isVisible());
    }

    void aPlanThatDoesNotFitIsAnErrorAndStartAsksFirst() {
        core::Plan plan = tinyPlan();
        plan.run.cardMemory = core::Bytes(core::evaluate(plan).memory->peak().value() / 2);
        openWindow(plan);
        settle();
        auto* start = find<ui::Button>("startButton");
        QTRY_COMPARE(start->text(), QStringLiteral("Start…"));
        QVERIFY2(find<ui::Label>("startReason")->toolTip().contains(key("a card has")),
                 qPrintable(find<ui::Label>("startReason")->toolTip()));
        QTRY_COMPARE(m_window->findChild<ui::HeaderBar*>()->problemChip().tone(), ui::Tone::Danger);
        click(start);
        QTRY_VERIFY(m_window->banner() && m_window->banner()->id == key("start"));
        QVERIFY(!m_window->engine().isRunning() && !run().hasRun());
        m_window->banner()->actions.front().run();  // start anyway
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        QVERIFY(run().problem() && run().problem()->outOfMemory);
    }

    void aProblemOfOneFieldIsMendedByOneClickBesideStart() {
        openWindow(tinyPlan());
        document().setField(key("/layout/tp"), std::int64_t(3), ui::PlanDocument::Edit::Committed);
        settle();
        auto* mend = find<ui::Button>("startMend");
        QTRY_VERIFY(mend->isVisible());
        click(mend);
        settle();
        QVERIFY(!core::hasErrors(m_window->hall().evaluator.snapshot()->problems));
        QVERIFY(find<ui::Button>("startButton")->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().plan().layout.tp, 3);
    }

    void thePrecisionIsChosenInThePlanPanel() {
        openWindow(tinyPlan());
        auto* choice = find<ui::Segmented>("/precision");
        QVERIFY(choice);
        const auto entries = choice->findChildren<QAbstractButton*>();
        QCOMPARE(choice->current(), 0);
        m_window->findChild<ui::PlanPanel*>()->reveal(key("/precision"));
        click(entries[1]);
        QVERIFY(document().plan().precision != core::Precision::Fp32);
        QCOMPARE(document().undoStack().count(), 1);
        click(entries[0]);
        QCOMPARE(document().plan().precision, core::Precision::Fp32);
    }

    void aLargeBubbleIsAlwaysAdvisedOnWithItsPrice() {
        openWindow(tinyPlan());
        document().setField(key("/layout/pp"), std::int64_t(4), ui::PlanDocument::Edit::Committed);
        settle();
        QVERIFY(m_window->hall().evaluator.snapshot()->timeline->bubbleFraction > 0.3);
        auto* callout = m_window->findChild<ui::PlanPanel*>()->findChild<ui::Callout*>();
        QTRY_VERIFY(callout->isVisible());
        QVERIFY2(callout->text().contains(key("bubble")) && callout->text().contains(key("times as long")),
                 qPrintable(callout->text()));
        const int before = document().plan().microBatches();
        click(find<ui::Button>("useSuggestion"));
        QVERIFY(document().plan().microBatches() > before);
    }

    void virtualTimeIsSaidWhereverAStepTimeOrARateIsShown() {
        openWindow(tinyPlan());
        settle();
        const auto& figures = find<ui::FigureStrip>("figures")->figures();
        QVERIFY(figures[0].label.contains(key("virtual time")) &&
                figures[1].label.contains(key("virtual time")));
        QVERIFY2(figures.back().label.contains(key("wall clock")), qPrintable(figures.back().label));
        QVERIFY2(figures.back().unit.contains(key("on this machine")), qPrintable(figures.back().unit));
        auto* explore = static_cast<ui::TimelineView*>(m_window->views().exploreTimeline);
        QVERIFY(explore->kindWords().contains(key("virtual time")));
        auto* status = m_window->findChild<ui::StatusLine*>();
        QVERIFY(status->rightWords().join(QLatin1Char(' ')).contains(key("virtual time")));
        m_window->showWorkspace(ui::WorkspaceKind::Run);
        const auto* row = m_window->findChild<ui::RunRow*>();
        QVERIFY(row->figures()[0].label.contains(key("virtual time")));
        QVERIFY(row->figures()[1].label.contains(key("virtual time")));
        const auto progress = ui::progressOf(run(), *m_window->hall().evaluator.snapshot());
        QVERIFY(progress.isExpected && progress.left.startsWith(key("about ")));
    }

    void aRealAcceleratorsTimesAreNotCalledVirtual() {
        core::Plan plan = tinyPlan();
        plan.cluster.gpu = "a100-80gb";
        openWindow(plan);
        settle();
        for (const ui::Figure& figure : find<ui::FigureStrip>("figures")->figures())
            QVERIFY2(!figure.label.contains(key("virtual")) && !figure.label.contains(key("wall clock")),
                     qPrintable(figure.label));
    }

    void anOutOfMemoryNamesItsStepTheSameEverywhere() {
        core::Plan plan = tinyPlan();
        plan.run.cardMemory = core::Bytes(core::evaluate(plan).memory->peak().value() / 2);
        openWindow(plan);
        m_window->startRun(ui::MainWindow::StartWish::Anyway);
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        const QString step = QStringLiteral("step %1").arg(run().problem()->outOfMemory->step);
        QVERIFY(run().problem()->outOfMemory->step >= 1);
        QVERIFY2(find<ui::Label>("oomTitle")->text().endsWith(key("in ") + step),
                 qPrintable(find<ui::Label>("oomTitle")->text()));
        QVERIFY2(run().detail().contains(key("in ") + step), qPrintable(run().detail()));
        QCOMPARE(m_window->findChild<ui::RunProgress*>()->state().step, key("In ") + step);
    }

    void aReplayIsMarkedAndItsButtonSaysThatItTrains() {
        openWindow(tinyPlan());
        startAndTrain(2);
        QVERIFY(!find<ui::Chip>("recordingMark")->isVisible());
        m_window->engine().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->engine().isRunning(), kEngineTimeout);
        const auto runs = ui::listRuns(m_folder.filePath(key("runs")));
        QVERIFY(!runs.isEmpty());
        QVERIFY(m_window->openRun(runs.front().path));
        QTRY_VERIFY(find<ui::Chip>("recordingMark")->isVisible());
        QCOMPARE(find<ui::Chip>("recordingMark")->toolTip(), runs.front().path);
        QVERIFY(run().hello()->calibration && run().hello()->calibration->measured);
        QVERIFY(!find<ui::Button>("goButton")->isVisible());
        auto* train = find<ui::Button>("trainButton");
        QVERIFY(train->isVisible() && train->text() == key("Train this plan"));
        click(train);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->engine().isRunning(), kEngineTimeout);
        QTRY_VERIFY(!find<ui::Chip>("recordingMark")->isVisible());
        QVERIFY(find<ui::Button>("goButton")->isVisible());
    }

    void f1OpensThePageOfTheViewUnderFocus() {
        openWindow(tinyPlan());
        const auto pageFor = [this](QWidget* focus) {
            focus->setFocus(Qt::TabFocusReason);
            QTest::keyClick(focus, Qt::Key_F1);
            const auto* help = find<ui::HelpWindow>("helpWindow");
            return help && help->isVisible() ? help->currentPage() : QString();
        };
        const auto back = [this] {
            find<ui::HelpWindow>("helpWindow")->close();
            QApplication::setActiveWindow(m_window.get());
        };
        auto* timeline = static_cast<ui::TimelineView*>(m_window->views().exploreTimeline);
        QCOMPARE(pageFor(timeline->canvas()), key("timeline"));
        back();
        QCOMPARE(pageFor(static_cast<ui::MemoryView*>(m_window->views().exploreMemory)->canvas()),
                 key("memory"));
        back();
        QCOMPARE(pageFor(find<ui::StopRow>("/layout/dp")->slider()), key("plan"));
        back();
        m_window->showWorkspace(ui::WorkspaceKind::Run);
        QCOMPARE(pageFor(find<ui::Button>("goButton")), key("run"));
    }

    void twoWindowsDoNotDisturbEachOther() {
        openWindow(tinyPlan());
        startAndTrain(1);
        ui::MainWindow::Options options;
        options.plan = tinyPlan();
        options.plan.data.path = corpus(m_folder).toStdString();
        options.engine.command = ui::findEngine(key(SHARDSCOPE_CLI), {});
        options.engine.runFolder = m_folder.filePath(key("runs"));
        ui::MainWindow second(std::move(options), *m_theme, *m_settings, m_languages);
        second.show();
        QTRY_VERIFY(second.hall().evaluator.snapshot()->layout.has_value());
        second.startRun();
        QTRY_VERIFY_WITH_TIMEOUT(second.hall().run.lastStep().has_value(), kEngineTimeout);
        QVERIFY(second.engine().processId() != m_window->engine().processId());
        const std::int64_t step = run().lastStep()->step;
        second.engine().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!second.engine().isRunning(), kEngineTimeout);
        QVERIFY(second.close());
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep()->step > step, kEngineTimeout);
        QCOMPARE(run().state(), ui::EngineState::Training);
        QCOMPARE(second.hall().document.plan().layout, document().plan().layout);
    }

    void aMissingEngineIsSaidBesideTheStartButton() {
        openWindow(tinyPlan(), key("/nowhere/shardscope-cli"));
        QTRY_VERIFY(!find<ui::Button>("startButton")->isEnabled());
        QVERIFY(find<ui::Label>("startReason")->text().contains(key("/nowhere/shardscope-cli")));
    }

    void aDamagedPlanFileIsNamedWithItsPlaceAndThePlanStays() {
        openWindow(tinyPlan());
        const core::Plan before = document().plan();
        QFile file(m_folder.filePath(key("damaged.shardscope.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"version\": 1,\n \"layout\": {\"tp\": }}\n");
        file.close();
        QVERIFY(!m_window->openPlan(file.fileName()));
        QVERIFY(document().plan() == before);
        QVERIFY(m_window->banner().has_value());
        QVERIFY(m_window->banner()->headline.contains(key("damaged.shardscope.json")));
        QVERIFY(!m_window->banner()->text.isEmpty());
    }

    void anUnreadableCorpusIsOneSentenceAndNothingIsLost() {
        core::Plan plan = tinyPlan();
        plan.data.path = m_folder.filePath(key("nothing-here.txt")).toStdString();
        openWindow(plan);
        click(find<ui::Button>("startButton"));
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        QVERIFY2(run().detail().contains(key("nothing-here.txt")), qPrintable(run().detail()));
        QVERIFY(m_window->banner().has_value());
        QVERIFY(document().plan().data.path == plan.data.path);
    }

    void closingDuringARunAsksFirst() {
        openWindow(tinyPlan());
        startAndTrain(1);
        m_window->close();
        QVERIFY(m_window->isVisible());
        QVERIFY(m_window->banner() && m_window->banner()->id == key("close"));
        m_window->banner()->actions.back().run();  // stop and close
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), kEngineTimeout);
    }
};

int main(int argc, char** argv) {
    qputenv("QT3D_RENDERER", "opengl");
    qputenv("QT3D_DISABLE_SHADER_CACHE", "1");
    QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
    QApplication application(argc, argv);
    WindowTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "window_test.moc"
