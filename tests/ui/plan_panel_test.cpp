// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes of collectives and links in the plan panel: shown where they act, folded away, edited by mouse and keys, undone.
#include "tests/support/window_stage.h"
#include "ui/kit/number_field.h"
#include "ui/kit/segmented.h"
#include "ui/window/fold.h"
#include "ui/window/plan_panel.h"
#include "ui/window/plan_section.h"

#include <QAbstractButton>
#include <QUndoStack>

using ui::testing::defaultPlan;
using ui::testing::key;

class PlanPanelTest : public QObject, private ui::testing::WindowStage {
    Q_OBJECT

    core::Plan partitioned() const {
        core::Plan plan = defaultPlan();
        plan.zero.stage = 3;
        return plan;
    }
    ui::NumberField* number(const char* pointer) { return find<ui::NumberField>(pointer); }
    void open(const char* fold) {
        auto* rows = find<ui::Fold>(fold);
        QVERIFY(rows);
        QVERIFY(rows->isVisible());
        window().findChild<ui::PlanPanel*>()->reveal(key("/zero/stage"));
        QTest::mouseClick(&rows->title(), Qt::LeftButton, {}, QPoint(8, rows->title().height() / 2));
        QVERIFY(rows->isOpen());
    }
    void type(const char* pointer, const char* text) {
        window().findChild<ui::PlanPanel*>()->reveal(key(pointer));  // opens what is folded
        ui::NumberField* field = number(pointer);
        QVERIFY2(field && field->isVisible(), pointer);
        QTRY_VERIFY(field->hasFocus());
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, key(text));
        QTest::keyClick(field, Qt::Key_Return);
    }

private slots:
    void cleanup() { closeWindow(); }

    void sizesOfCollectivesAreTypedAndUndoneOneByOne() {
        openWindow(partitioned());
        QVERIFY(!number("/zero/reduce_bucket_size")->isVisible());  // folded away
        QCOMPARE(find<ui::Fold>("zeroSizes")->title().summary(), key("default"));
        open("zeroSizes");
        QVERIFY(!number("/zero/reduce_bucket_size")->placeholderText().isEmpty());
        type("/zero/reduce_bucket_size", "0.5M");
        QCOMPARE(document().plan().zero.reduceBucketSize, 500'000);
        type("/zero/prefetch_bucket_size", "200k");
        QCOMPARE(document().plan().zero.prefetchBucketSize, 200'000);
        type("/zero/max_live_parameters", "1e6");
        QCOMPARE(document().plan().zero.maxLiveParameters, 1'000'000);
        QCOMPARE(document().undoStack().count(), 3);
        QVERIFY2(find<ui::Fold>("zeroSizes")->title().summary().contains(key("500")),
                 qPrintable(find<ui::Fold>("zeroSizes")->title().summary()));
        QTest::keyClick(number("/zero/max_live_parameters"), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().plan().zero.maxLiveParameters, 0);
        QTest::keyClick(number("/zero/max_live_parameters"), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().plan().zero.prefetchBucketSize, 0);
        QCOMPARE(document().plan().zero.reduceBucketSize, 500'000);
    }

    void sizesStandThereOnlyWhereTheyAct() {
        core::Plan plan = defaultPlan();
        plan.zero.stage = 1;
        openWindow(plan);
        open("zeroSizes");
        QVERIFY(number("/zero/reduce_bucket_size")->isVisible());
        QVERIFY(!number("/zero/prefetch_bucket_size")->isVisible());
        QVERIFY(!number("/zero/max_live_parameters")->isVisible());
        document().setField(key("/zero/stage"), std::int64_t(3), ui::PlanDocument::Edit::Committed);
        QVERIFY(number("/zero/prefetch_bucket_size")->isVisible());
        QVERIFY(number("/zero/max_live_parameters")->isVisible());
        core::Plan single = document().plan();
        single.zero.stage = 0;
        single.layout.dp = 1;
        document().replace(single, key("one replica"));
        QVERIFY(!find<ui::Fold>("zeroSizes")->isVisible());
    }

    void aSizeBelowZeroIsRefusedBesideItsRow() {
        openWindow(partitioned());
        open("zeroSizes");
        type("/zero/reduce_bucket_size", "-4");
        settle();
        QVERIFY(!number("/zero/reduce_bucket_size")->problem().isEmpty());
        find<ui::Fold>("zeroSizes")->setOpen(false);
        type("/zero/reduce_bucket_size", "-5");
        settle();
        QVERIFY(find<ui::Fold>("zeroSizes")->isOpen());
        type("/zero/reduce_bucket_size", "0");
        settle();
        QVERIFY(number("/zero/reduce_bucket_size")->problem().isEmpty());
        QVERIFY(!core::hasErrors(window().hall().evaluator.snapshot()->problems));
    }

    void linksAreTypedInTheirOwnUnitsAndEmptyIsTheAcceleratorsOwn() {
        core::Plan plan = defaultPlan();
        plan.cluster.nodes = 2;
        plan.cluster.gpusPerNode = 4;
        openWindow(plan);
        QVERIFY(!number("/cluster/links/intra_node_bandwidth")->isVisible());
        open("links");
        QCOMPARE(number("/cluster/links/intra_node_bandwidth")->placeholderText(), key("8"));
        QCOMPARE(number("/cluster/links/inter_node_latency")->placeholderText(), key("50"));
        type("/cluster/links/inter_node_bandwidth", "0.25");
        QCOMPARE(document().plan().cluster.links.interNodeBandwidth, 2.5e8);
        type("/cluster/links/inter_node_latency", "70");
        QCOMPARE(document().plan().cluster.links.interNodeLatency, 70e-6);
        settle();
        const double slow = window().hall().evaluator.snapshot()->step->step.value();
        type("/cluster/links/inter_node_bandwidth", "");
        QCOMPARE(document().plan().cluster.links.interNodeBandwidth, 0.0);
        settle();
        QVERIFY(window().hall().evaluator.snapshot()->step->step.value() < slow);
    }

    void whoWaitsForASimulatedLinkIsChosenByMouse() {
        openWindow(defaultPlan());
        open("links");
        auto* delay = find<ui::Segmented>("/run/simulated_links/delay");
        QVERIFY(delay->isVisible());
        QTest::mouseClick(delay->findChildren<QAbstractButton*>().at(1), Qt::LeftButton);
        QCOMPARE(document().plan().run.simulatedLinks.delay, core::LinkDelay::Wall);
        QVERIFY(!number("/cluster/links/inter_node_bandwidth")->isVisible());  // one node
        core::Plan real = document().plan();
        real.cluster.gpu = "a100-80gb";
        document().replace(real, key("real cards"));
        QVERIFY(!delay->isVisible());
        QVERIFY(number("/cluster/links/intra_node_bandwidth")->isVisible());
    }

    void tabGoesThroughAFoldInTheOrderOfItsRows() {
        openWindow(partitioned());
        auto* fold = find<ui::Fold>("zeroSizes");
        window().findChild<ui::PlanPanel*>()->reveal(key("/zero/stage"));
        fold->title().setFocus(Qt::TabFocusReason);
        QTest::keyClick(&fold->title(), Qt::Key_Space);
        QVERIFY(fold->isOpen());
        for (const char* pointer : {"/zero/reduce_bucket_size", "/zero/prefetch_bucket_size", "/zero/max_live_parameters"}) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(number(pointer)));
        }
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(number("/zero/prefetch_bucket_size")));
    }

    void aTypedNumberIsTakenBackByTheFirstCtrlZ() {
        openWindow(defaultPlan());
        const int before = document().plan().layout.dp;
        auto* row = find<ui::StopRow>("/layout/dp");
        ui::NumberField* field = row->findChild<ui::NumberField*>();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, key("4"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(document().plan().layout.dp, 4);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().plan().layout.dp, before);
        QTest::keyClicks(field, key("7"));  // not yet entered: Ctrl+Z is the text's
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().plan().layout.dp, before);
        QCOMPARE(document().undoStack().index(), 0);
    }
};

int main(int argc, char** argv) { return ui::testing::runWindowTest<PlanPanelTest>(argc, argv); }
#include "plan_panel_test.moc"
