// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window says of a plan before it is started: what is wrong and what mends it, advice, and which times are virtual.
// Needs a display.
#include "tests/support/window_stage.h"
#include "ui/kit/callout.h"
#include "ui/kit/chip.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/figure_strip.h"
#include "ui/window/header_bar.h"
#include "ui/window/memory_note.h"
#include "ui/window/plan_panel.h"
#include "ui/window/run_row.h"
#include "ui/window/status_line.h"

#include <QTest>

using namespace ui::testing;

class WindowStartTest : public QObject, private WindowStage {
    Q_OBJECT

private slots:
    void cleanup() { closeWindow(); }

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
        const auto* reason = find<ui::Label>("startReason");
        QVERIFY(!reason->text().isEmpty());
        for (const QSize& size : {QSize(1440, 900), QSize(1280, 800)}) {
            window().resize(size);
            settle();
            QVERIFY2(reason->height() >= reason->heightForWidth(reason->width()), qPrintable(QString::number(reason->width())));
        }
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

    void theBannerOfAPlanThatDoesNotFitOffersAWayThatDoes() {
        core::Plan plan = defaultPlan();
        plan.run.cardMemory = core::Bytes(1 << 20);
        openWindow(plan);
        settle();
        auto* start = find<ui::Button>("startButton");
        QTRY_COMPARE(start->text(), QStringLiteral("Start…"));
        click(start);
        QTRY_VERIFY(window().banner() && window().banner()->id == key("start"));
        const ui::BannerMessage message = *window().banner();
        QCOMPARE(message.headline, key("This plan does not fit its cards."));
        QVERIFY2(message.text.contains(key("a card has 1")) && message.text.contains(key("it would need")), qPrintable(message.text));
        QCOMPARE(message.actions.size(), 3);
        QCOMPARE(message.actions[1].text, key("Make it fit"));
        message.actions[1].run();
        QCOMPARE(document().plan().run.cardMemory, plan.run.cardMemory);
        QVERIFY(core::evaluate(document().plan()).memory->fits);
        settle();
        QTRY_COMPARE(start->text(), key("Start"));
    }

    void aMissingEngineIsSaidBesideTheStartButton() {
        openWindow(defaultPlan(), key("/nowhere/shardscope-cli"));
        QTRY_VERIFY(!find<ui::Button>("startButton")->isEnabled());
        QCOMPARE(find<ui::Label>("startReason")->text(), key("No engine program"));
        QVERIFY(find<ui::Label>("startReason")->toolTip().contains(key("/nowhere/shardscope-cli")));
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

    void aPlanWhoseCardsAreNotThereSaysOneNumberEverywhere() {
        core::Plan plan = defaultPlan();
        plan.layout.pp = 3;  // 2 × 3 × 2 on 1 × 8
        openWindow(plan);
        settle();
        QCOMPARE(find<ui::Chip>("cardsLock")->text(), key("12 needed, 8 there"));
        QCOMPARE(find<QWidget>("planTitle")->findChild<ui::Label*>()->text(), key("gpt-4x64: 12 cards needed, 8 there"));
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

    void aPlanForMoreCardsThanTheEngineRunsHasNoWaitHere() {
        core::Plan plan = defaultPlan();
        plan.layout.dp = 64;
        plan.cluster.nodes = 32;
        plan.batch.global = 64 * plan.batch.micro;
        openWindow(plan);
        settle();
        QVERIFY(!find<ui::FigureStrip>("figures")->figures().back().label.contains(key("wall clock")));
    }

    void theTextbookIsExplainedWithThePlansOwnNumbers() {
        openWindow(defaultPlan());
        const QStringList words = ui::MemoryNote::paragraphs(*window().hall().evaluator.snapshot());
        QCOMPARE(words.size(), 4);
        QVERIFY(words[1].contains(key("T = 2")) && words[1].contains(key("D = 2")));
    }
};

int main(int argc, char** argv) { return runWindowTest<WindowStartTest>(argc, argv); }
#include "window_start_test.moc"
