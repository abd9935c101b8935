// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window while a plan is being made, with real mouse and keys. Needs a display.
#include "tests/support/window_stage.h"
#include "ui/kit/callout.h"
#include "ui/kit/chip.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/segmented.h"
#include "ui/memory/memory_canvas.h"
#include "ui/memory/memory_view.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"
#include "ui/topology/topology_3d.h"
#include "ui/window/detail_combo.h"
#include "ui/window/figure_strip.h"
#include "ui/window/header_bar.h"
#include "ui/window/help_window.h"
#include "ui/window/memory_note.h"
#include "ui/window/plan_panel.h"
#include "ui/window/plan_section.h"
#include "ui/window/run_row.h"
#include "ui/window/status_line.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QTest>

using namespace ui::testing;

class WindowTest : public QObject, private WindowStage {
    Q_OBJECT

private slots:
    void cleanup() { closeWindow(); }

    void draggingASliderReachesEveryViewAndIsOneUndoEntry() {
        openWindow(defaultPlan());
        settle();
        QList<QWidget*> views{window().views().topology, window().views().exploreMemory,
                              window().views().exploreTimeline};
        QList<QImage> before;
        for (QWidget* view : views) before << view->grab().toImage();
        const QString figure = find<ui::FigureStrip>("figures")->figures().front().number;
        drag("/layout/pp", {0});
        settle();
        QCOMPARE(document().plan().layout.pp, 1);
        QCOMPARE(document().undoStack().count(), 1);
        QCOMPARE(window().hall().evaluator.snapshot()->plan.layout.pp, 1);
        for (qsizetype i = 0; i < views.size(); ++i)
            QTRY_VERIFY2(views[i]->grab().toImage() != before[i], qPrintable(QString::number(i)));
        QTRY_VERIFY(find<ui::FigureStrip>("figures")->figures().front().number != figure);
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().plan().layout.pp, 2);
        QTest::keyClick(&window(), Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(document().plan().layout.pp, 1);
    }

    void aClickOnTheLockKeepsTheNumberOfCards() {
        openWindow(defaultPlan());
        click(find<ui::Chip>("cardsLock"));
        QCOMPARE(document().cardsPolicy(), core::CardsPolicy::Locked);
        drag("/layout/tp", {0});
        QCOMPARE(document().plan().layout.tp, 1);
        QCOMPARE(document().plan().layout.dp, 4);
        QCOMPARE(document().plan().layout.cards(), 8);
    }

    void arrowsOnAFocusedSliderMoveToTheNextStop() {
        openWindow(defaultPlan());
        auto* slider = find<ui::StopRow>("/layout/dp")->slider();
        slider->setFocus(Qt::TabFocusReason);
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(document().plan().layout.dp, 4);
        QCOMPARE(document().undoStack().undoText(), QStringLiteral("Data 2 → 4"));
    }

    void aTypedValueThatBreaksARuleStaysAndIsExplained() {
        openWindow(defaultPlan());
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
        openWindow(defaultPlan());
        QTest::keyClick(&window(), Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(QApplication::activePopupWidget());
        auto* typed = QApplication::activePopupWidget()->findChild<QLineEdit*>();
        QTest::keyClicks(typed, key("theme"));
        QTest::keyClick(typed, Qt::Key_Return);
        QVERIFY(theme().theme().isDark());
        window().commands().action(key("view.theme"))->trigger();
        QVERIFY(!theme().theme().isDark());
    }

    void everythingFitsIntoTheSmallestWindow() {
        openWindow(defaultPlan());
        for (const ui::WorkspaceKind kind : {ui::WorkspaceKind::Explore, ui::WorkspaceKind::Plan, ui::WorkspaceKind::Run}) {
            window().showWorkspace(kind);
            window().resize(1280, 800);
            QTest::qWait(50);
            QCOMPARE(window().size(), QSize(1280, 800));
        }
    }

    void theWindowOpensInTheSizeItWasClosedWith() {
        openWindow(defaultPlan());
        window().resize(1300, 830);
        QTest::qWait(50);
        const QSize closed = window().size();
        QVERIFY(window().close());
        openWindow(defaultPlan());
        QTRY_COMPARE(window().size(), closed);
        settings().forgetLayout();
    }

    void everyCommandHasItsOwnKeys() {
        openWindow(defaultPlan());
        QHash<QKeySequence, QString> taken;
        for (const ui::CommandRow& row : window().commands().rows())
            for (const QKeySequence& keys : window().commands().action(row.id)->shortcuts()) {
                QVERIFY2(!taken.contains(keys), qPrintable(row.id + key(" and ") + taken.value(keys)));
                taken.insert(keys, row.id);
            }
        QVERIFY(taken.size() > 10);
    }

    // Whatever is chosen: a control that is too wide would push all others out of sight.
    void thePlanPanelIsAsWideAsItsSections() {
        core::Plan plan = defaultPlan();
        plan.recompute = core::Recompute::Full;
        openWindow(plan);
        auto* panel = window().findChild<ui::PlanPanel*>();
        for (const ui::PlanSection* section : panel->findChildren<ui::PlanSection*>())
            QVERIFY2(section->minimumSizeHint().width() <= panel->width() - 12,
                     qPrintable(section->pointers().join(QLatin1Char(' '))));
    }

    void theTextbookIsExplainedWithThePlansOwnNumbers() {
        openWindow(defaultPlan());
        const QStringList words = ui::MemoryNote::paragraphs(*window().hall().evaluator.snapshot());
        QCOMPARE(words.size(), 4);
        QVERIFY(words[1].contains(key("T = 2")) && words[1].contains(key("D = 2")));
    }

    void aPlanThatDoesNotFitIsAnErrorAndStartAsksFirst() {
        core::Plan plan = defaultPlan();
        plan.run.cardMemory = core::Bytes(core::evaluate(plan).memory->peak().value() / 2);
        openWindow(plan);
        settle();
        auto* start = find<ui::Button>("startButton");
        QTRY_COMPARE(start->text(), QStringLiteral("Start…"));
        QVERIFY2(find<ui::Label>("startReason")->toolTip().contains(key("a card has")),
                 qPrintable(find<ui::Label>("startReason")->toolTip()));
        QTRY_COMPARE(window().findChild<ui::HeaderBar*>()->problemChip().tone(), ui::Tone::Danger);
        click(start);
        QTRY_VERIFY(window().banner() && window().banner()->id == key("start"));
        QVERIFY(!window().engine().isRunning() && !run().hasRun());
        window().banner()->actions.front().run();  // start anyway
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        QVERIFY(run().problem() && run().problem()->outOfMemory);
    }

    void aProblemOfOneFieldIsMendedByOneClickBesideStart() {
        openWindow(defaultPlan());
        document().setField(key("/layout/tp"), std::int64_t(3), ui::PlanDocument::Edit::Committed);
        settle();
        auto* mend = find<ui::Button>("startMend");
        QTRY_VERIFY(mend->isVisible());
        click(mend);
        settle();
        QVERIFY(!core::hasErrors(window().hall().evaluator.snapshot()->problems));
        QVERIFY(find<ui::Button>("startButton")->isEnabled());
        QCOMPARE(document().plan().layout.tp, 2);
        QVERIFY(document().plan().cluster == defaultPlan().cluster);  // 8 cards stand in one node again
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().plan().layout.tp, 3);
    }

    void thePrecisionIsChosenInThePlanPanel() {
        openWindow(defaultPlan());
        auto* choice = find<ui::DetailCombo>("/precision");
        QVERIFY(choice);
        QCOMPARE(choice->currentIndex(), 0);
        window().findChild<ui::PlanPanel*>()->reveal(key("/precision"));
        QTest::keyClick(choice, Qt::Key_Down);
        QVERIFY(document().plan().precision != core::Precision::Fp32);
        QCOMPARE(document().undoStack().count(), 1);
        QTest::keyClick(choice, Qt::Key_Up);
        QCOMPARE(document().plan().precision, core::Precision::Fp32);
    }

    void whatALayoutLeavesToChooseStandsInThePlanPanel() {
        core::Plan plan = defaultPlan();
        plan.zero.stage = 3;
        openWindow(plan);
        const auto choose = [this](const char* pointer, int entry) {
            window().findChild<ui::PlanPanel*>()->reveal(key(pointer));
            QTest::mouseClick(find<ui::Segmented>(pointer)->findChildren<QAbstractButton*>().at(entry), Qt::LeftButton);
        };
        choose("/sequence_parallel", 1);
        QCOMPARE(document().plan().sequenceParallel, core::SequenceParallel::On);
        choose("/zero/offload_optimizer", 1);
        QCOMPARE(document().plan().zero.offloadOptimizer, core::Offload::Cpu);
        choose("/zero/offload_parameters", 2);
        QCOMPARE(document().plan().zero.offloadParameters, core::Offload::Nvme);
        choose("/zero/overlap_comm", 1);
        QCOMPARE(document().plan().zero.overlap, core::Overlap::On);
        core::Plan one = defaultPlan();
        one.layout.tp = 1;
        one.layout.dp = 4;
        one.zero.stage = 0;
        openWindow(one);
        for (const char* pointer : {"/sequence_parallel", "/zero/offload_optimizer", "/zero/overlap_comm"})
            QVERIFY2(!find<ui::Segmented>(pointer)->isVisible(), pointer);
    }

    void aLargeBubbleIsAlwaysAdvisedOnWithItsPrice() {
        openWindow(defaultPlan());
        document().setField(key("/layout/pp"), std::int64_t(4), ui::PlanDocument::Edit::Committed);
        settle();
        QVERIFY(window().hall().evaluator.snapshot()->timeline->bubbleFraction > 0.3);
        auto* callout = window().findChild<ui::PlanPanel*>()->findChild<ui::Callout*>();
        QTRY_VERIFY(callout->isVisible());
        QVERIFY2(callout->text().contains(key("bubble")) && callout->text().contains(key("times as long")),
                 qPrintable(callout->text()));
        const int before = document().plan().microBatches();
        click(find<ui::Button>("useSuggestion"));
        QVERIFY(document().plan().microBatches() > before);
    }

    void virtualTimeIsSaidWhereverAStepTimeOrARateIsShown() {
        openWindow(defaultPlan());
        settle();
        const auto& figures = find<ui::FigureStrip>("figures")->figures();
        QVERIFY(figures[0].label.contains(key("virtual time")) &&
                figures[1].label.contains(key("virtual time")));
        QVERIFY2(figures.back().label.contains(key("wall clock")), qPrintable(figures.back().label));
        QVERIFY2(figures.back().unit.contains(key("on this machine")), qPrintable(figures.back().unit));
        auto* explore = static_cast<ui::TimelineView*>(window().views().exploreTimeline);
        QVERIFY(explore->kindWords().contains(key("virtual time")));
        auto* status = window().findChild<ui::StatusLine*>();
        QVERIFY(status->rightWords().join(QLatin1Char(' ')).contains(key("virtual time")));
        window().showWorkspace(ui::WorkspaceKind::Run);
        const auto* row = window().findChild<ui::RunRow*>();
        QVERIFY(row->figures()[0].label.contains(key("virtual time")));
        QVERIFY(row->figures()[1].label.contains(key("virtual time")));
        const auto progress = ui::progressOf(run(), *window().hall().evaluator.snapshot());
        QVERIFY(progress.isExpected && progress.left.startsWith(key("about ")));
    }

    void aRealAcceleratorsTimesAreNotCalledVirtual() {
        core::Plan plan = defaultPlan();
        plan.cluster.gpu = "a100-80gb";
        openWindow(plan);
        settle();
        for (const ui::Figure& figure : find<ui::FigureStrip>("figures")->figures())
            QVERIFY2(!figure.label.contains(key("virtual")) && !figure.label.contains(key("wall clock")),
                     qPrintable(figure.label));
        for (const ui::RunFigure& figure : window().findChild<ui::RunRow*>()->figures())
            QVERIFY2(!figure.label.contains(key("virtual")), qPrintable(figure.label));
    }

    void menusAreInGroupsAndQuitIsTheLast() {
        openWindow(defaultPlan());
        int named = 0;
        for (const QAction* entry : window().findChild<QMenuBar*>()->actions()) {
            int run = 0, longest = 0;
            for (const QAction* action : entry->menu()->actions()) {
                run = action->isSeparator() ? 0 : run + 1;
                if (!action->objectName().startsWith(key("plan.shipped."))) longest = std::max(longest, run);
                if (!action->isSeparator() && !action->menu()) ++named;
            }
            QVERIFY2(longest <= 10, qPrintable(entry->text()));
            QVERIFY(!entry->menu()->actions().back()->isSeparator());
        }
        QCOMPARE(named, int(window().commands().rows().size()));
        const auto place = [this](const char* id) {
            const QAction* action = window().commands().action(key(id));
            for (const QAction* entry : window().findChild<QMenuBar*>()->actions())
                if (const auto at = entry->menu()->actions().indexOf(action); at >= 0) return std::pair(entry->menu(), at);
            return std::pair(static_cast<QMenu*>(nullptr), qsizetype(-1));
        };
        const auto quit = place("file.quit");
        QCOMPARE(quit.second, quit.first->actions().size() - 1);
        QVERIFY(place("file.openLog").second < place("file.save").second);
        QVERIFY(place("run.start").second < place("run.tensorboard").second);
        window().commands().action(key("help.about"))->trigger();
        auto* about = find<QMessageBox>("aboutBox");
        QVERIFY(about->text().contains(key("General Public License")) && about->text().contains(QLatin1String(qVersion())));
        about->close();
    }

    void aPlanWhoseCardsAreNotThereSaysOneNumberEverywhere() {
        core::Plan plan = defaultPlan();
        plan.layout.pp = 3;  // 2 × 3 × 2 on 1 × 8
        openWindow(plan);
        settle();
        QCOMPARE(find<ui::Chip>("cardsLock")->text(), key("12 needed, 8 there"));
        QCOMPARE(find<QWidget>("planTitle")->findChild<ui::Label*>()->text(), key("gpt-4x64: 12 cards needed, 8 there"));
    }

    void aSuggestionThatDoesNotFitIsNotOffered() {
        core::Plan plan = defaultPlan();
        plan.layout.pp = 4;
        plan.layout.tp = 1;
        plan.run.cardMemory = core::Bytes(1 << 20);
        openWindow(plan);
        settle();
        auto* callout = window().findChild<ui::PlanPanel*>()->findChild<ui::Callout*>();
        QTRY_VERIFY(callout->text().contains(key("does not fit")));
        QVERIFY(!find<ui::Button>("useSuggestion"));
        QVERIFY(!find<ui::Label>("startReason")->toolTip().contains(key("smaller micro-batch")));
    }

    void aPlanForMoreCardsThanTheEngineRunsHasNoWaitHere() {
        core::Plan plan = defaultPlan();
        plan.layout.dp = 64;
        plan.cluster.nodes = 32;
        plan.batch.global = 64 * plan.batch.micro;
        openWindow(plan);
        settle();
        QVERIFY(!find<ui::FigureStrip>("figures")->figures().back().label.contains(key("wall clock")));
    }

    void f1OpensThePageOfTheDeskWhenItIsShown() {
        openWindow(defaultPlan());
        QTest::keyClick(&window(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(window().workspace(), ui::WorkspaceKind::Plan);
        QTest::keyClick(&window(), Qt::Key_F1);
        QCOMPARE(find<ui::HelpWindow>("helpWindow")->currentPage(), key("desk"));
    }

    void f1OpensThePageOfTheCardsIn3d() {
        openWindow(defaultPlan());
        settle();
        auto* cards = window().findChild<ui::Topology3D*>();
        if (!cards) QSKIP("no OpenGL here");
        find<ui::StopRow>("/layout/dp")->slider()->setFocus(Qt::TabFocusReason);
        cards->setFocus(Qt::MouseFocusReason);
        QTRY_COMPARE(QGuiApplication::focusWindow(), cards->window3d());
        QTest::keyClick(cards->window3d(), Qt::Key_F1);
        QTRY_VERIFY(find<ui::HelpWindow>("helpWindow"));
        QCOMPARE(find<ui::HelpWindow>("helpWindow")->currentPage(), key("topology"));
    }

    void f1OpensThePageOfTheViewUnderFocus() {
        openWindow(defaultPlan());
        const auto pageFor = [this](QWidget* focus) {
            focus->setFocus(Qt::TabFocusReason);
            QTest::keyClick(focus, Qt::Key_F1);
            const auto* help = find<ui::HelpWindow>("helpWindow");
            return help && help->isVisible() ? help->currentPage() : QString();
        };
        const auto back = [this] {
            find<ui::HelpWindow>("helpWindow")->close();
            QApplication::setActiveWindow(&window());
        };
        auto* timeline = static_cast<ui::TimelineView*>(window().views().exploreTimeline);
        QCOMPARE(pageFor(timeline->canvas()), key("timeline"));
        back();
        QCOMPARE(pageFor(static_cast<ui::MemoryView*>(window().views().exploreMemory)->canvas()),
                 key("memory"));
        back();
        QCOMPARE(pageFor(find<ui::StopRow>("/layout/dp")->slider()), key("plan"));
        back();
        window().showWorkspace(ui::WorkspaceKind::Run);
        QCOMPARE(pageFor(find<ui::Button>("goButton")), key("run"));
    }

    void aMissingEngineIsSaidBesideTheStartButton() {
        openWindow(defaultPlan(), key("/nowhere/shardscope-cli"));
        QTRY_VERIFY(!find<ui::Button>("startButton")->isEnabled());
        QCOMPARE(find<ui::Label>("startReason")->text(), key("No engine program"));
        QVERIFY(find<ui::Label>("startReason")->toolTip().contains(key("/nowhere/shardscope-cli")));
    }

    void aDamagedPlanFileIsNamedWithItsPlaceAndThePlanStays() {
        openWindow(defaultPlan());
        const core::Plan before = document().plan();
        QFile damaged(file("damaged.shardscope.json"));
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write("{\"version\": 1,\n \"layout\": {\"tp\": }}\n");
        damaged.close();
        QVERIFY(!window().openPlan(damaged.fileName()));
        QVERIFY(document().plan() == before);
        QVERIFY(window().banner().has_value());
        QVERIFY(window().banner()->headline.contains(key("damaged.shardscope.json")));
        QVERIFY(!window().banner()->text.isEmpty());
    }

    // Ten steps of a second are left, and two validations of five: after step 20 and after the last.
    void theTimeLeftCountsTheValidationsThatAreLeft() {
        core::Plan plan = defaultPlan();
        plan.run.steps = 28;
        plan.run.validateEvery = 10;
        plan.run.sample.every = 0;
        ui::RunStore store;
        store.begin(plan, std::make_shared<const core::Snapshot>());
        core::StepEvent step;
        step.stepMs = 1000;
        for (int i = 1; i <= 18; ++i) {
            step.step = i;
            store.add({{double(i), step}});
        }
        QVERIFY2(ui::timeLeft(store).startsWith(key("10")), qPrintable(ui::timeLeft(store)));
        store.add({{18, core::PhaseEvent{core::RunPhase::Validating, {}}}, {23, core::ValidationEvent{18, 3}}});
        QVERIFY2(ui::timeLeft(store).startsWith(key("20")), qPrintable(ui::timeLeft(store)));
    }
};

int main(int argc, char** argv) { return runWindowTest<WindowTest>(argc, argv); }
#include "window_test.moc"
