// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The memory view under a real pointer and keyboard, on the shipped plans.
#include "tests/support/pixels.h"
#include "tests/support/shown_view.h"
#include "tests/support/snapshots.h"
#include "ui/kit/legend.h"
#include "ui/kit/segmented.h"
#include "ui/kit/theme_provider.h"
#include "ui/memory/memory_canvas.h"
#include "ui/memory/memory_view.h"
#include "ui/state/evaluator.h"
#include "ui/state/hall.h"
#include "ui/state/plan_document.h"
#include "ui/state/run_store.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace ui;
using support::countPixels;
using support::SnapshotPtr;

namespace {

SelectedItem stageItem(int stage, std::optional<core::MemoryCategory> category = {}) {
    return {std::nullopt, stage, std::nullopt, category};
}

SelectedItem rankItem(int rank, std::optional<core::MemoryCategory> category = {}) {
    return {rank, std::nullopt, std::nullopt, category};
}

SelectedItem lastItem(const QSignalSpy& spy) { return spy.last().first().value<SelectedItem>(); }

}  // namespace

class MemoryViewTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ThemeProvider> m_theme;
    SnapshotPtr m_tiny;

    std::unique_ptr<MemoryView> shown(ViewPlace place, QSize size, SnapshotPtr snapshot = nullptr) {
        return support::shownView<MemoryView>(place, size, snapshot ? std::move(snapshot) : m_tiny);
    }

private slots:
    void initTestCase() {
        m_theme = std::make_unique<ThemeProvider>(*qApp);
        m_tiny = support::tinySnapshot();
        QVERIFY(m_tiny->memory && m_tiny->layout);
    }
    void init() { m_theme->setTheme(Theme()); }

    void segmentsAreAsLongAsTheirBytes() {
        const auto view = shown(ViewPlace::Explore, {420, 456});
        MemoryCanvas& canvas = *view->canvas();
        const auto bytes = m_tiny->memory->stages[0].ledger.byCategory();
        double perByte = 0;
        for (int c = 0; c < core::kMemoryCategories; ++c) {
            if (bytes[std::size_t(c)].value() == 0) continue;
            const int item = canvas.itemOf(stageItem(0, core::MemoryCategory(c)));
            const double now = canvas.itemRect(item).width() / double(bytes[std::size_t(c)].value());
            if (perByte > 0) QVERIFY(std::abs(now / perByte - 1) < 1e-6);
            perByte = now;
        }
        QVERIFY(perByte > 0);
    }

    void planAIsAnOutlineBehindTheBarsWithItsTotalBesideThem() {
        core::Plan before = m_tiny->plan;
        before.zero.stage = 0;
        before.layout.pp = 4;
        before.layout.dp = 1;
        const SnapshotPtr a = support::evaluated(before);
        QVERIFY(a->memory);
        const auto view = shown(ViewPlace::Explore, {420, 456});
        const QImage alone = view->grab().toImage();
        view->setPinned(a);
        MemoryCanvas& canvas = *view->canvas();
        const auto& rows = canvas.picture().sections.front().rows;
        QCOMPARE(rows.size(), std::size_t(4));
        for (int s = 0; s < 4; ++s) {
            QCOMPARE(core::sum(*rows[std::size_t(s)].pinned), a->memory->stages[std::size_t(s)].ledger.total());
            QCOMPARE(rows[std::size_t(s)].isOnlyPinned, s >= 2);
        }
        // What only A has is looked at, not selected.
        QSignalSpy selected(view.get(), &MemoryView::selectionRequested);
        const int ghost = 3 * (1 + core::kMemoryCategories);
        QVERIFY(canvas.hoverContent(ghost).title.startsWith(QLatin1String("A: ")));
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, QPoint(30, int(canvas.itemRect(ghost).center().y())));
        QVERIFY(lastItem(selected).empty());
        QVERIFY(canvas.hoverContent(0).toText().contains(QLatin1String("A: ")));
        QVERIFY(view->grab().toImage() != alone);
        view->setPinned(nullptr);
        QCOMPARE(view->grab().toImage(), alone);
    }

    void predictedIsPaleAndMeasuredIsSolid() {
        const auto view = shown(ViewPlace::Run, {436, 254});
        MemoryCanvas& canvas = *view->canvas();
        const MeaningColors colors = m_theme->theme().of(core::MemoryCategory::Parameters);
        const int item = canvas.itemOf(rankItem(0, core::MemoryCategory::Parameters));
        QVERIFY(countPixels(canvas, canvas.itemRect(item), colors.pale) > 20);
        QCOMPARE(countPixels(canvas, canvas.rect(), colors.fill), 0);
        view->setMeasured({support::scaledMemory(*m_tiny, 1.01), {}});
        const QRectF measured = canvas.itemRect(item);
        QVERIFY(countPixels(canvas, measured, colors.fill) > 20);
        QVERIFY(countPixels(canvas, measured.translated(0, measured.height() + 1), colors.pale) > 5);
        QVERIFY(std::abs(measured.height() - 10) < 0.01);
    }

    void theSelectedCardOfManyIsInSightAndUnitsAreThoseOfTheCard() {
        core::Plan plan = m_tiny->plan;
        plan.layout.dp = 64;
        plan.cluster.nodes = 32;
        plan.batch.global = 128;
        const SnapshotPtr many = support::evaluated(plan);
        QVERIFY(many->memory && many->layout->ranks() == 256);
        const auto view = shown(ViewPlace::Explore, {420, 456}, many);
        MemoryCanvas& canvas = *view->canvas();
        const ByteUnit unit = canvas.picture().unit;
        view->setSelection(rankItem(70));
        view->setGrouping(MemoryGrouping::Cards);
        QCOMPARE(canvas.picture().unit, unit);
        QVERIFY(canvas.picture().sections.front().caption.contains(QLatin1String("heaviest first")));
        QVERIFY(QRectF(canvas.rect()).contains(canvas.itemRect(canvas.itemOf(rankItem(70)))));
        view->setSelection(rankItem(200));
        QVERIFY(QRectF(canvas.rect()).contains(canvas.itemRect(canvas.itemOf(rankItem(200)))));
    }

    void aClickSelectsACategoryOfARowAndEscapeClears() {
        const auto view = shown(ViewPlace::Explore, {420, 456});
        MemoryCanvas& canvas = *view->canvas();
        QSignalSpy selected(view.get(), &MemoryView::selectionRequested);
        const int item = canvas.itemOf(stageItem(1, core::MemoryCategory::Activations));
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.itemRect(item).center().toPoint());
        QCOMPARE(selected.count(), 1);
        QCOMPARE(lastItem(selected), stageItem(1, core::MemoryCategory::Activations));
        QTest::keyClick(&canvas, Qt::Key_Escape);
        QVERIFY(lastItem(selected).empty());
    }

    void arrowsWalkRowsAndSegmentsAndEnterSelects() {
        const auto view = shown(ViewPlace::Explore, {420, 456});
        MemoryCanvas& canvas = *view->canvas();
        QSignalSpy selected(view.get(), &MemoryView::selectionRequested);
        view->activateWindow();
        QTRY_VERIFY(view->isActiveWindow());
        canvas.setFocus(Qt::TabFocusReason);
        QTRY_COMPARE(canvas.focusedItem(), 0);
        QTest::keyClick(&canvas, Qt::Key_Down);
        QTest::keyClick(&canvas, Qt::Key_Right);
        QTest::keyClick(&canvas, Qt::Key_Return);
        QCOMPARE(lastItem(selected), stageItem(1, core::MemoryCategory::Parameters));
    }

    void theHoverCardCarriesFormulaAndNumbersAndCCopiesIt() {
        const auto view = shown(ViewPlace::Explore, {420, 456});
        MemoryCanvas& canvas = *view->canvas();
        const int item = canvas.itemOf(stageItem(0, core::MemoryCategory::Parameters));
        QTest::mouseMove(&canvas, canvas.itemRect(item).center().toPoint());
        QTRY_COMPARE(canvas.hoveredItem(), item);
        const HoverContent content = canvas.hoverContent(item);
        QVERIFY(!content.symbols.isEmpty());
        QVERIFY(!content.numbers.isEmpty());
        QTRY_VERIFY(canvas.findChild<HoverCard*>()->isVisible());
        QTest::keyClick(&canvas, Qt::Key_C);
        QCOMPARE(QApplication::clipboard()->text(), content.toText());
        QTest::mouseMove(&canvas, QPoint(2, canvas.height() - 2));
        QTRY_VERIFY(!canvas.findChild<HoverCard*>()->isVisible());
    }

    void cardsShowOneRowARank() {
        const auto view = shown(ViewPlace::Explore, {420, 456});
        const auto entries = view->findChild<Segmented*>()->findChildren<QAbstractButton*>();
        QTest::mouseClick(entries[1], Qt::LeftButton);
        QCOMPARE(int(view->grouping()), int(MemoryGrouping::Cards));
        QCOMPARE(int(view->canvas()->picture().sections.front().rows.size()), m_tiny->layout->ranks());
    }

    void zeroRowsComeFromThePlanAndMarkItsOwnStage() {
        const auto view = shown(ViewPlace::Explore, {420, 456});
        const auto& sections = view->canvas()->picture().sections;
        QCOMPARE(int(sections.size()), 2);
        QCOMPARE(int(sections[1].rows.size()), 4);
        for (const MemoryRow& row : sections[1].rows) {
            QCOMPARE(row.isChosen, *row.zero == m_tiny->plan.zero.stage);
            QCOMPARE(row.predictedTotal().value(),
                     m_tiny->memory->underZero[std::size_t(*row.zero)][0].ledger.total().value());
        }
    }

    void aSelectionFromElsewhereMarksTheRow() {
        const auto view = shown(ViewPlace::Run, {436, 254});
        MemoryCanvas& canvas = *view->canvas();
        const QColor accent = m_theme->theme().color(Role::Accent);
        const int row = canvas.itemOf(rankItem(5));
        QCOMPARE(countPixels(canvas, canvas.itemRect(row), accent), 0);
        view->setSelection(rankItem(5));
        QVERIFY(countPixels(canvas, canvas.itemRect(row), accent) > 20);
    }

    void moreThanSixteenRowsScrollHeaviestFirst() {
        const SnapshotPtr large = support::evaluated(support::shippedPlan("gpt3-175b-1024xa100"));
        QVERIFY(large->memory && large->layout);
        const auto view = shown(ViewPlace::Run, {436, 254}, large);
        const auto& rows = view->canvas()->picture().sections.front().rows;
        QVERIFY(rows.size() > 16);
        QVERIFY(std::is_sorted(rows.begin(), rows.end(), [](const MemoryRow& a, const MemoryRow& b) {
            return a.shownTotal() > b.shownTotal();
        }));
        auto* bar = view->canvas()->findChild<QScrollBar*>();
        QVERIFY(bar->isVisible());
        const QImage before = view->canvas()->grab().toImage();
        bar->setValue(bar->maximum());
        QVERIFY(view->canvas()->grab().toImage() != before);
    }

    void aCardOutOfMemoryIsNamedWithWhatItNeededAndWhatItHolds() {
        const auto view = shown(ViewPlace::Run, {436, 254});
        MeasuredMemory measured{support::scaledMemory(*m_tiny, 0.5), {}};
        core::OutOfMemory failure;
        failure.rank = 0;
        failure.step = 1;
        failure.held = measured.ranks[0].atPeak;
        failure.capacity = core::sum(failure.held) + core::Bytes(100);
        failure.requested = core::mebibytes(0.5);
        measured.outOfMemory = failure;
        view->setMeasured(measured);
        MemoryCanvas& canvas = *view->canvas();
        const MemoryRow& row = canvas.picture().sections.front().rows.front();
        QVERIFY(row.isOutOfMemory);
        QCOMPARE(row.shownTotal().value(), (core::sum(failure.held) + failure.requested).value());
        QCOMPARE(canvas.picture().capacity.value(), failure.capacity.value());
        const QColor danger = m_theme->theme().color(Role::Danger);
        QVERIFY(countPixels(canvas, canvas.itemRect(canvas.itemOf(rankItem(0))), danger) > 30);
    }

    void theTableTellsWhatTheBarsShow() {
        const auto view = shown(ViewPlace::Run, {436, 254});
        view->setMeasured({support::scaledMemory(*m_tiny, 1.01), {}});
        const Table table = view->canvas()->table();
        QCOMPARE(int(table.rows.size()), 2 * m_tiny->layout->ranks());
        double parts = 0;
        for (int c = 0; c < core::kMemoryCategories; ++c) parts += table.rows[0][2 + c].toDouble();
        QVERIFY(std::abs(parts - table.rows[0].last().toDouble()) < 0.01);
    }

    void aPlanWithoutAnEstimateSaysWhy() {
        core::Plan plan = support::shippedPlan("tiny-2x2x2");
        plan.layout.tp = 7;
        const auto view = shown(ViewPlace::Explore, {420, 456}, support::evaluated(plan));
        QVERIFY(!view->canvas()->isVisible());
    }

    void assistiveTechnologyReadsEverySegment() {
        const auto view = shown(ViewPlace::Explore, {420, 456});
        MemoryCanvas& canvas = *view->canvas();
        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&canvas);
        QVERIFY(list);
        QCOMPARE(list->childCount(), canvas.itemCount());
        const int item = canvas.itemOf(stageItem(0, core::MemoryCategory::Parameters));
        QAccessibleInterface* segment = list->child(item);
        QCOMPARE(segment->text(QAccessible::Name).section(QLatin1Char(','), 0, 0),
                 nameOf(core::MemoryCategory::Parameters));
        QCOMPARE(segment->rect().topLeft(),
                 canvas.mapToGlobal(canvas.itemRect(item).toAlignedRect().topLeft()));
        QCOMPARE(list->indexOfChild(segment), item);
    }

    void aViewOfTheHallFollowsPlanRunAndSelection() {
        PlanDocument document(support::shippedPlan("tiny-2x2x2"));
        Evaluator evaluator;
        Selection selection;
        RunStore run;
        MemoryView view(ViewPlace::Run);
        view.bind(Hall{document, evaluator, selection, run});
        view.resize(436, 254);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        evaluator.evaluate(document.plan(), 1);
        QTRY_COMPARE(int(view.canvas()->picture().sections.size()), 1);
        QVERIFY(!view.canvas()->picture().hasMeasured);

        run.begin(document.plan(), m_tiny);
        std::vector<core::Event> events;
        for (const auto& [rank, event] : support::scaledMemory(*m_tiny, 1.01)) events.push_back({0.1, event});
        run.add(events);
        QTRY_VERIFY(view.canvas()->picture().hasMeasured);

        const QColor accent = m_theme->theme().color(Role::Accent);
        const QRectF row = view.canvas()->itemRect(view.canvas()->itemOf(rankItem(3)));
        selection.select(rankItem(3), nullptr);
        QTRY_VERIFY(countPixels(*view.canvas(), row, accent) > 20);
        QTest::mouseClick(view.canvas(), Qt::LeftButton, {}, QPoint(20, int(row.center().y())));
        QCOMPARE(selection.current().rank, std::optional<int>(3));
    }

    void nothingIsCutInAnyThemeOrScale() {
        for (const Theme& theme : {Theme(ThemeKind::Dark), Theme(ThemeKind::Light, 1.25)}) {
            m_theme->setTheme(theme);
            const auto view = shown(ViewPlace::Explore, QSize(420, 456) * theme.scale());
            MemoryCanvas& canvas = *view->canvas();
            const QRectF bar = canvas.itemRect(canvas.itemOf(stageItem(0, core::MemoryCategory::Framework)));
            QVERIFY(bar.right() < canvas.width() - theme.px(60));
            QVERIFY(canvas.itemRect(canvas.itemOf(stageItem(0, core::MemoryCategory::Parameters))).left() >
                    textWidth(theme.font(FontUse::BodyStrong), QStringLiteral("Stage 0")));
        }
    }
};

QTEST_MAIN(MemoryViewTest)
#include "memory_view_test.moc"
