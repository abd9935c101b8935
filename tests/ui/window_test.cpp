// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window while a plan is being made, with real mouse and keys. Needs a display.
#include "tests/support/window_stage.h"
#include "ui/kit/chip.h"
#include "ui/kit/segmented.h"
#include "ui/memory/memory_canvas.h"
#include "ui/memory/memory_view.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"
#include "ui/topology/topology_3d.h"
#include "ui/window/detail_combo.h"
#include "ui/window/figure_strip.h"
#include "ui/window/help_window.h"
#include "ui/window/plan_panel.h"
#include "ui/window/plan_section.h"
#include "ui/window/run_row.h"

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
